import BankModel
import Foundation
import ModelRuntime
import ModelScreens
import XCTest

final class BankListTests: ScreenTestCase {
  func testAListBeginsEmpty() {
    guard case .list(let list) = session.view.content else { return XCTFail("no list") }
    XCTAssertEqual(session.view.title, "Banks")
    XCTAssertEqual(list.placeholder, "No banks yet")
    XCTAssertNil(list.selection)
    perform(.open, .delete, .toggle, .select(5), .run, .back, .answer(0))
    XCTAssertNil(session.message)
  }

  func testPlusMakesATestBankAndSavesIt() throws {
    let before = ScreenDate.today
    perform(.add)
    XCTAssertEqual(rows, ["Test Bank|Testville, Testland"])
    XCTAssertFalse(context.hasChanges)
    let other = try otherContext()
    let bank = try XCTUnwrap(try other.fetch(FailedBankInfo.all).first)
    XCTAssertEqual(bank.details?.zip, 123)
    for date in [bank.details?.closeDate, bank.details?.updateDate] {
      // Days are stored as midnight. The test may run across midnight, so two days are
      // accepted.
      XCTAssertTrue([before, ScreenDate.today].contains(try XCTUnwrap(date)))
    }
  }

  func testDeletingSaves() throws {
    perform(.add, .add, .delete)
    XCTAssertEqual(session.dialog?.message, "Also 1 closing.")
    perform(.answer(1))
    XCTAssertEqual(rows.count, 2)
    perform(.delete, .answer(0))
    XCTAssertEqual(rows.count, 1)
    XCTAssertEqual(try otherContext().count(FailedBankInfo.all), 1)
    XCTAssertEqual(try otherContext().count(FailedBankDetails.all), 1)
  }

  func testChangesAreTakenBackStepByStepAndMadeAgain() throws {
    try makeBanks([("A", "Y", "FL", "May 18, 2012")])
    perform(.open, .select(5), .open, .add, .type("large"), .answer(0), .back, .back)
    perform(.delete, .answer(0))
    XCTAssertEqual(rows, [])
    perform(.undo)
    XCTAssertEqual(session.message?.text, "Taken back: Delete 'A'")
    XCTAssertEqual(rows, ["A|Y, FL"])
    let other = try otherContext()
    let bank = try XCTUnwrap(try other.fetch(FailedBankInfo.all).first)
    XCTAssertEqual(bank.details?.tags.map(\.name), ["large"], "with all that went with it")
    XCTAssertEqual(bank.details?.closeDate, ScreenDate.date("May 18, 2012"))
    perform(.redo)
    XCTAssertEqual(rows, [])
    XCTAssertEqual(try otherContext().count(FailedBankDetails.all), 0)
    perform(.undo, .undo)
    XCTAssertEqual(try otherContext().count(FailedBankInfo.where { $0.details.tags.count > 0 }), 0)
    perform(.undo)
    XCTAssertEqual(try otherContext().count(Tag.all), 0)
    XCTAssertEqual(rows, ["A|Y, FL"], "what another program made stays")
    perform(.undo)
    XCTAssertEqual(session.message?.text, "Nothing to take back")
    XCTAssertFalse(context.hasChanges)
  }

  func testAFormIsTakenBack() throws {
    perform(.add, .open)
    fill("Name", "Other")
    perform(.save, .undo)
    XCTAssertEqual(session.message?.text, "Taken back: Change 'Other'")
    XCTAssertEqual(rows, ["Test Bank|Testville, Testland"])
    perform(.undo)
    XCTAssertEqual(rows, [])
    perform(.redo, .redo)
    XCTAssertEqual(rows, ["Other|Testville, Testland"])
  }

  func testARefusedSaveLeavesTheSteps() throws {
    try makeBanks([("A", "Y", "FL", nil), ("B", "Y", "FL", nil)])
    perform(.delete, .answer(0), .open)
    fill("Name", "")
    perform(.save)
    XCTAssertEqual(session.message?.isError, true)
    perform(.back, .answer(1), .undo)
    XCTAssertEqual(session.message?.text, "Taken back: Delete 'A'")
    XCTAssertEqual(rows, ["A|Y, FL", "B|Y, FL"])
  }

  func testARefusedStepStaysBehindTheOthers() throws {
    try makeBanks([("A", "Y", "FL", nil), ("B", "Y", "FL", nil)])
    let b = try XCTUnwrap(try context.fetch(FailedBankInfo.where { $0.name == "B" }).first)
    b.cert = 2
    try context.save()
    perform(.delete, .answer(0), .delete, .answer(0))
    XCTAssertEqual(rows, [])
    let other = try otherContext()
    let bank = FailedBankInfo(in: other, name: "U", city: "U", state: "U", cert: 2)
    try other.save()
    session.followStore()
    perform(.undo)
    XCTAssertEqual(
      session.message?.text,
      "Delete 'B' cannot be taken back: there is another bank with cert '2'")
    perform(.undo)
    XCTAssertEqual(session.message?.text, "Taken back: Delete 'A'")
    perform(.undo)
    XCTAssertEqual(rows, ["A|Y, FL", "U|U, U"])
    other.delete(bank)
    try other.save()
    session.followStore()
    perform(.undo)
    XCTAssertEqual(session.message?.text, "Taken back: Delete 'B'")
    XCTAssertEqual(rows, ["A|Y, FL", "B|Y, FL"])
    perform(.redo, .redo)
    XCTAssertEqual(rows, [])
  }

  func testAStepOfWhatIsGoneSaysSo() throws {
    try makeBanks([("A", "Y", "FL", nil)])
    perform(.open)
    fill("Name", "B")
    perform(.save)
    let other = try otherContext()
    for bank in try other.fetch(FailedBankInfo.all) { other.delete(bank) }
    try other.save()
    session.followStore()
    perform(.undo)
    XCTAssertEqual(
      session.message?.text, "Nothing is left of 'Change 'B'': it was changed or deleted elsewhere")
  }

  func testTheListFollowsOtherPrograms() throws {
    try makeBanks([("B", "X", "GA", nil), ("A", "Y", "FL", nil)])
    XCTAssertEqual(rows, ["A|Y, FL", "B|X, GA"])
    perform(.select(1))
    let other = try otherContext()
    for bank in try other.fetch(FailedBankInfo.where { $0.name == "A" }) { bank.name = "C" }
    try other.save()
    XCTAssertTrue(session.followStore())
    XCTAssertEqual(rows, ["B|X, GA", "C|Y, FL"])
    guard case .list(let list) = session.view.content else { return XCTFail("no list") }
    XCTAssertEqual(list.selection, 0, "the chosen bank stays chosen")
    XCTAssertFalse(session.followStore())
  }

  func testEveryEntityHasAList() {
    perform(.add, .show(1))
    XCTAssertEqual(session.view.title, "Closings")
    XCTAssertEqual(rows, ["Test Bank|\(ScreenDate.text(ScreenDate.today))"])
    perform(.show(2))
    XCTAssertEqual(session.view.title, "Tags")
    perform(.show(7), .show(-1))
    XCTAssertEqual(session.view.title, "Tags")
  }
}
