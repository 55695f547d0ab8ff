import BankModel
import Foundation
import ModelRuntime
import ModelScreens
import XCTest

final class TagScreenTests: ScreenTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    try makeBanks([("Georgian Bank", "Atlanta", "GA", nil)])
    perform(.open, .select(5), .open)
  }

  private func add(_ name: String) { perform(.add, .type(name), .answer(0)) }

  func testPlusAsksForAName() throws {
    perform(.add)
    XCTAssertEqual(session.dialog?.title, "New tag")
    XCTAssertEqual(session.dialog?.message, "Insert new tag name")
    XCTAssertEqual(session.dialog?.options, ["OK", "Cancel"])
    perform(.type("large"), .answer(1))
    XCTAssertNil(session.dialog)
    XCTAssertEqual(rows, [])
    XCTAssertEqual(try otherContext().count(Tag.all), 0)
  }

  func testTagsComeByNameTheLastFirst() {
    ["b", "c", "a"].forEach(add)
    XCTAssertEqual(rows, ["✓c", "✓b", "✓a"])
  }

  func testTogglingIsSavedWhenThePickerIsLeft() throws {
    ["a", "b"].forEach(add)
    perform(.back)
    XCTAssertEqual(text("Tags"), "a,b")
    perform(.open, .select(0), .toggle)
    XCTAssertEqual(rows, ["b", "✓a"])
    XCTAssertEqual(try tagsOfBank(), ["a", "b"])
    perform(.back)
    XCTAssertEqual(try tagsOfBank(), ["a"])
    perform(.open, .toggle, .toggle, .toggle, .back)
    XCTAssertEqual(text("Tags"), "a,b")
  }

  func testWhatOthersPickMeanwhileStays() throws {
    ["a", "b"].forEach(add)
    perform(.back, .open, .select(0), .toggle)
    XCTAssertEqual(rows, ["b", "✓a"])
    let other = try otherContext()
    let bank = try XCTUnwrap(try other.fetch(FailedBankInfo.all).first)
    let details = try XCTUnwrap(bank.details)
    details.tags.insert(Tag(in: other, name: "theirs"))
    try other.save()
    session.followStore()
    XCTAssertEqual(rows, ["✓theirs", "b", "✓a"])
    perform(.back)
    XCTAssertEqual(try tagsOfBank(), ["a", "theirs"])
  }

  func testATagThatCannotBeIsSaid() {
    add("large")
    let cases = [
      ("large", "there is a tag 'large' already"), (" large ", "there is a tag 'large' already"),
      ("", "a tag needs a name"), ("  ", "a tag needs a name"),
    ]
    for (text, complaint) in cases {
      perform(.add, .type(text), .answer(0))
      XCTAssertEqual(session.dialog?.complaint, complaint)
      XCTAssertEqual(session.dialog?.input, text)
      perform(.back)
      XCTAssertNil(session.dialog)
    }
    XCTAssertEqual(rows, ["✓large"])
  }

  func testDeletingATagKeepsItsBanks() throws {
    add("large")
    perform(.back, .open, .delete)
    XCTAssertEqual(session.dialog?.title, "Delete 'large'")
    XCTAssertEqual(session.dialog?.message, "Takes the tag off 1 closing.")
    perform(.answer(1))
    XCTAssertEqual(rows, ["✓large"])
    perform(.delete, .answer(0))
    XCTAssertEqual(rows, [])
    perform(.back)
    XCTAssertEqual(text("Tags"), "")
    XCTAssertEqual(try otherContext().count(FailedBankInfo.all), 1)
    XCTAssertEqual(try otherContext().count(Tag.all), 0)
  }

  private func tagsOfBank() throws -> [String] {
    let other = try otherContext()
    let bank = try XCTUnwrap(try other.fetch(FailedBankInfo.all).first)
    return (bank.details?.tags.map(\.name) ?? []).sorted()
  }
}
