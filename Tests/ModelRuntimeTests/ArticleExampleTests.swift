import BankModel
import ModelRuntime
import XCTest

/// The code samples of the articles on conflicts, undo and child contexts.
final class ArticleExampleTests: BankTestCase {
  func testConflicts() throws {
    let bank = try changedHereAndThere()
    do {
      try context.save()
      XCTFail("there is no conflict")
    } catch let error as StoreError where error.reason == .conflict {
      for conflict in error.conflicts {
        XCTAssertFalse("\(conflict)".isEmpty)
        if let name = conflict["name"], name.isChangedHere, name.isChangedThere {
          XCTAssertEqual("\(name)", "name: base 'A', mine 'mine', theirs 'theirs'")
        }
        let theirs = conflict.theirs(as: FailedBankInfo.Snapshot.self)
        XCTAssertEqual(theirs?.city ?? "deleted", "Springfield")
      }
      try context.save(mergePolicy: .storeWins)
    }
    XCTAssertEqual(bank.name, "theirs")
  }

  private func changedHereAndThere() throws -> FailedBankInfo {
    let bank = makeBank("A", cert: 1)
    try context.save()
    try container.performAndWait { other in
      try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)).name = "theirs"
      try other.save()
    }
    bank.name = "mine"
    return bank
  }

  struct Summing: MergePolicy {
    func resolution(of conflict: SaveConflict) throws -> ConflictResolution {
      guard case .integer(let base)? = conflict["zip"]?.base,
        case .integer(let mine)? = conflict["zip"]?.mine,
        case .integer(let theirs)? = conflict["zip"]?.theirs
      else { return .refuse }
      return .merged(mine: [], values: ["zip": .integer(mine + theirs - base)])
    }
  }

  func testAPolicyAddsUpWhatBothAdded() throws {
    let details = try XCTUnwrap(makeBank("A", cert: 1, zip: 10).details)
    try context.save()
    try container.performAndWait { other in
      try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)?.details).zip += 5
      try other.save()
    }
    details.zip += 1
    try context.save(mergePolicy: Summing())
    XCTAssertEqual(details.zip, 16)
  }

  func testUndo() throws {
    let bank = makeBank("A")
    let tag = Tag(in: context, name: "big")
    let history = UndoHistory(levels: 100)
    context.undoHistory = history

    history.group("Close a bank") {
      bank.acquirer = "Another Bank"
      bank.details?.tags.insert(tag)
    }
    XCTAssertEqual(history.undoName, "Close a bank")
    context.undo()
    XCTAssertNil(bank.acquirer)
    context.redo()
    XCTAssertEqual(bank.details?.tags.count, 1)

    history.withoutRecording { bank.city = "Springfield" }
    XCTAssertTrue(history.canUndo)
  }

  func testDrafts() throws {
    let bank = makeBank("A")
    try context.save()
    let draft = context.makeChild()
    let copy = try draft.existingObject(FailedBankInfo.self, with: bank.objectID)
    copy?.name = "New Name"
    try draft.save()
    try context.save()
    XCTAssertEqual(bank.name, "New Name")
  }
}
