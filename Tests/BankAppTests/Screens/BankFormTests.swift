import BankModel
import Foundation
import ModelRuntime
import ModelScreens
import XCTest

final class BankFormTests: ScreenTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    try makeBanks([("Georgian Bank", "Atlanta", "GA", "May 27, 2012")])
    perform(.open)
  }

  private func savedBank() throws -> FailedBankInfo {
    let other = try otherContext()
    let bank = try XCTUnwrap(try other.fetch(FailedBankInfo.all).first)
    held.append(other)
    return bank
  }

  private var held: [ManagedObjectContext] = []

  func testAFormIsTitledWithTheName() {
    XCTAssertEqual(session.view.title, "Georgian Bank")
    XCTAssertEqual(
      form.fields.map(\.label), ["Name", "City", "Zip", "State", "Close date", "Tags"])
    XCTAssertEqual(
      form.fields.map(\.text), ["Georgian Bank", "Atlanta", "100", "GA", "May 27, 2012", ""])
  }

  func testSaveWritesAllFields() throws {
    fill("Name", "Georgian")
    fill("City", "Macon")
    fill("Zip", "31201")
    fill("State", "FL")
    fill("Close date", "May 28, 2012")
    XCTAssertEqual(try savedBank().name, "Georgian Bank", "nothing is written before")
    perform(.save)
    XCTAssertEqual(rows, ["Georgian|Macon, FL"])
    let bank = try savedBank()
    XCTAssertEqual(bank.details?.zip, 31201)
    XCTAssertEqual(bank.details?.closeDate, ScreenDate.date("May 28, 2012"))
  }

  func testBackAsksWhatToDoWithChanges() throws {
    fill("Name", "Other")
    perform(.back)
    XCTAssertEqual(session.dialog?.options, ["Save", "Do not save", "Cancel"])
    perform(.answer(2))
    XCTAssertEqual(text("Name"), "Other")
    perform(.back, .answer(1))
    XCTAssertEqual(rows, ["Georgian Bank|Atlanta, GA"])
    perform(.open)
    XCTAssertEqual(text("Name"), "Georgian Bank")
  }

  func testWhatIsTypedIsTakenBackFieldByField() {
    perform(.select(0), .type("G"), .type("Ge"))
    perform(.select(4), .shift(days: 1, months: 0), .shift(days: 1, months: 0))
    XCTAssertTrue(session.view.commands.contains(.undo))
    perform(.undo)
    XCTAssertEqual(text("Close date"), "May 28, 2012", "each day is a step")
    perform(.undo, .undo)
    XCTAssertEqual(text("Name"), "Georgian Bank", "a word is one")
    XCTAssertEqual(form.selection, 0)
    XCTAssertEqual(session.message?.text, "Taken back: name")
    perform(.redo, .redo)
    XCTAssertEqual(form.fields.map(\.text)[4], "May 28, 2012")
    XCTAssertEqual(text("Name"), "Ge")
    perform(.type("Macon"), .redo)
    XCTAssertEqual(session.message?.text, "Nothing to do again")
  }

  func testAfterWhatIsTypedChangesAreTakenBack() throws {
    fill("Name", "Other")
    perform(.save, .open)
    fill("City", "Macon")
    perform(.undo, .undo)
    XCTAssertEqual(session.message?.text, "Taken back: Change 'Other'")
    XCTAssertEqual(session.view.title, "Georgian Bank")
    XCTAssertEqual(text("Name"), "Georgian Bank")
    perform(.redo)
    XCTAssertEqual(text("Name"), "Other")
    XCTAssertEqual(text("City"), "Atlanta")
  }

  func testADateCanBeChosenOnACalendar() {
    perform(.select(4))
    XCTAssertEqual(form.calendar?.title, "May 2012")
    XCTAssertEqual(form.calendar?.selectedDay, 27)
    perform(.shift(days: 5, months: 0), .shift(days: 0, months: 1))
    XCTAssertEqual(text("Close date"), "Jul 1, 2012")
    perform(.type("rubbish"))
    XCTAssertNil(form.calendar?.selectedDay)
    perform(.select(0))
    XCTAssertNil(form.calendar)
  }

  func testAMomentKeepsItsTimeOnAnotherDay() {
    fill("Close date", "May 27, 2012 20:30")
    XCTAssertEqual(form.calendar?.selectedDay, 27)
    perform(.shift(days: 1, months: 1))
    XCTAssertEqual(text("Close date"), "Jun 28, 2012 20:30")
  }

  func testWhatIsNoValueIsSaidAndStays() throws {
    let cases = [
      ("Name", "", "Bank: Name is empty"), ("Name", "   ", "Bank: Name is empty"),
      ("Zip", "abc", "Zip: 'abc' is not a whole number"),
      ("Zip", "", "Zip: a whole number is needed"),
      ("Zip", "99999999999", "Zip: '99999999999' is not between"),
      ("Close date", "soon", "Close date: 'soon' is not a day such as May 27, 2012"),
    ]
    for (label, text, message) in cases {
      fill(label, text)
      perform(.save)
      XCTAssertTrue(session.message?.isError == true, text)
      XCTAssertTrue(
        session.message?.text.contains(message) == true, "\(session.message?.text ?? "")")
      XCTAssertEqual(self.text(label), text, "what was typed stays")
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(try savedBank().name, "Georgian Bank")
      perform(.back, .answer(1), .open)
    }
  }

  func testACloseDateCanBeTakenAway() throws {
    fill("Close date", "")
    perform(.save)
    XCTAssertNil(session.message.flatMap { $0.isError ? $0 : nil })
    XCTAssertNil(try savedBank().details?.closeDate)
  }

  func testUnsavedFieldsSurviveAVisitToThePicker() throws {
    fill("Name", "Unsaved")
    perform(.select(5), .open, .add, .type("large"), .answer(0), .back)
    XCTAssertEqual(text("Name"), "Unsaved")
    XCTAssertEqual(text("Tags"), "large")
    let bank = try savedBank()
    XCTAssertEqual(bank.name, "Georgian Bank")
    XCTAssertEqual(bank.details?.tags.map(\.name), ["large"])
    perform(.save)
    XCTAssertEqual(try savedBank().name, "Unsaved")
  }

  func testWhatOthersChangeArrivesAndWhatIsTypedStays() throws {
    fill("Name", "Mine")
    let other = try savedBank()
    other.name = "Theirs"
    other.city = "Elsewhere"
    try other.context?.save()
    session.followStore()
    XCTAssertEqual(text("Name"), "Mine")
    XCTAssertEqual(text("City"), "Elsewhere")
    perform(.save)
    XCTAssertEqual(rows, ["Mine|Elsewhere, GA"])
  }

  func testASaveThatOthersWereFasterWithCanBeTriedAgain() throws {
    fill("Name", "Mine")
    let other = try savedBank()
    other.city = "Elsewhere"
    try other.context?.save()
    perform(.save)
    XCTAssertTrue(session.message?.isError == true)
    XCTAssertEqual(text("Name"), "Mine")
    perform(.save)
    XCTAssertEqual(rows, ["Mine|Elsewhere, GA"])
  }

  private func deleteElsewhere() throws {
    let other = try savedBank()
    let context = try XCTUnwrap(other.context)
    context.delete(other)
    try context.save()
    session.followStore()
  }

  func testAFormOfADeletedBankIsClosed() throws {
    fill("Name", "Mine")
    try deleteElsewhere()
    XCTAssertEqual(session.message?.text, "This bank was deleted")
    XCTAssertEqual(rows, [])
  }

  func testAQuestionOfAFormThatIsClosedGoesWithIt() throws {
    fill("Name", "Mine")
    perform(.back)
    XCTAssertEqual(session.dialog?.title, "Leave")
    try deleteElsewhere()
    XCTAssertNil(session.dialog)
    XCTAssertEqual(session.message?.text, "This bank was deleted")
  }
}
