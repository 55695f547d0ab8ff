import BankModel
import Foundation
import ModelRuntime
import ModelScreens
import XCTest

final class QuitTests: ScreenTestCase {
  private func saved() throws -> [String] {
    try otherContext().fetch(FailedBankInfo.all.sorted { [$0.name.ascending] }).map(\.name)
  }

  func testQuittingLeavesAtOnceWhenNothingChanged() {
    perform(.add, .open, .quit)
    XCTAssertTrue(session.isFinished)
  }

  func testQuittingNeverSavesByItself() throws {
    perform(.add, .open)
    fill("Name", "Edited")
    perform(.quit)
    XCTAssertFalse(session.isFinished)
    XCTAssertEqual(session.dialog?.options, ["Save", "Do not save", "Cancel"])
    XCTAssertEqual(try saved(), ["Test Bank"])
    perform(.answer(2))
    XCTAssertEqual(text("Name"), "Edited")
    perform(.quit, .answer(1))
    XCTAssertTrue(session.isFinished)
    XCTAssertEqual(try saved(), ["Test Bank"])
  }

  func testQuittingSavesTheFieldThatIsEdited() throws {
    perform(.add, .open)
    fill("Name", "Edited")
    perform(.quit, .answer(0))
    XCTAssertTrue(session.isFinished)
    XCTAssertEqual(try saved(), ["Edited"])
  }

  func testQuittingSavesWhatIsPickedAndTheFormBeneath() throws {
    perform(.add, .open)
    fill("Name", "Edited")
    perform(.select(5), .open, .add, .type("x"), .answer(0), .quit, .answer(0))
    XCTAssertTrue(session.isFinished)
    XCTAssertEqual(try saved(), ["Edited"])
    XCTAssertEqual(try otherContext().count(FailedBankInfo.where { $0.details.tags.count > 0 }), 1)
  }

  func testAnInvalidFieldKeepsUsHere() throws {
    perform(.add, .open)
    fill("Zip", "abc")
    perform(.select(5), .open, .quit, .answer(0))
    XCTAssertFalse(session.isFinished)
    XCTAssertNil(session.dialog)
    XCTAssertEqual(session.message?.text, "Zip: 'abc' is not a whole number")
    XCTAssertEqual(text("Zip"), "abc", "the field is shown again")
  }

  func testASaveThatFailsAsks() throws {
    perform(.add, .open)
    fill("Name", "")
    perform(.quit, .answer(0))
    XCTAssertFalse(session.isFinished)
    XCTAssertTrue(session.message?.isError == true)
    XCTAssertEqual(
      session.dialog?.message, "Could not save changes while quitting. Quit anyway?")
    XCTAssertEqual(session.dialog?.options, ["Quit anyway", "Cancel"])
    perform(.answer(1))
    XCTAssertFalse(session.isFinished)
    XCTAssertEqual(text("Name"), "")
    perform(.quit, .answer(0), .answer(0))
    XCTAssertTrue(session.isFinished)
    XCTAssertEqual(try saved(), ["Test Bank"])
  }
}
