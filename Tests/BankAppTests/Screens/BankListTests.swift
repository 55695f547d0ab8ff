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
    let before = Date.now
    perform(.add)
    XCTAssertEqual(rows, ["Test Bank|Testville, Testland"])
    XCTAssertFalse(context.hasChanges)
    let other = try otherContext()
    let bank = try XCTUnwrap(try other.fetch(FailedBankInfo.all).first)
    XCTAssertEqual(bank.details?.zip, 123)
    for date in [bank.details?.closeDate, bank.details?.updateDate] {
      let date = try XCTUnwrap(date)
      XCTAssertGreaterThanOrEqual(date, before.addingTimeInterval(-1))
      XCTAssertLessThanOrEqual(date, .now)
    }
  }

  func testDeletingSaves() throws {
    perform(.add, .add, .delete)
    XCTAssertEqual(rows.count, 1)
    XCTAssertEqual(try otherContext().count(FailedBankInfo.all), 1)
    XCTAssertEqual(try otherContext().count(FailedBankDetails.all), 1)
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
    XCTAssertEqual(rows, ["Test Bank|\(ScreenDate.text(.now))"])
    perform(.show(2))
    XCTAssertEqual(session.view.title, "Tags")
    perform(.show(7), .show(-1))
    XCTAssertEqual(session.view.title, "Tags")
  }
}
