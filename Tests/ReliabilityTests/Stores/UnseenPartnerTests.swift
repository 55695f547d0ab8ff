import ModelRuntime
import TestSupport
import XCTest

/// Tests of one-to-one relationships whose partner another context has changed since it was
/// read.
final class UnseenPartnerTests: XCTestCase {
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!
  private var owners: [Owner] = []

  override func setUpWithError() throws {
    container = try PersistentContainer(.links, configuration: .inMemory)
    context = try container.makeContext()
    owners = (0..<3).map { Owner(in: context, number: $0) }
    try context.save()
  }

  override func tearDown() {
    owners = []
    context = nil
    container = nil
  }

  /// Links the first owner to the second in another context, with a number, and refreshes
  /// the second one here.
  private func linkElsewhere(number: Int32) throws {
    try giveElsewhere(to: 0, number: number)
    context.refresh(owners[1], mergeChanges: false)
    XCTAssertEqual(owners[1].previous, owners[0])
  }

  /// Returns each stored owner's number and the number of its previous owner, or -1 if
  /// there is none.
  private func stored() throws -> [String] {
    let reader = try container.makeContext()
    return try owners.map { owner in
      let owner = try XCTUnwrap(reader.existingObject(Owner.self, with: owner.objectID))
      return "\(owner.number) \(owner.previous?.number ?? -1)"
    }
  }

  func testItLetsGo() throws {
    owners[0].next = owners[2]
    owners[0].next = nil
    try linkElsewhere(number: 7)
    owners[2].next = owners[1]
    try context.save()
    XCTAssertEqual(try stored(), ["7 -1", "1 2", "2 -1"])
    XCTAssertTrue(try container.integrityCheck().isEmpty)
  }

  func testItsOtherChangesAreInConflict() throws {
    owners[0].number = 5
    try linkElsewhere(number: 7)
    owners[2].next = owners[1]
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .conflict)
    }
    XCTAssertEqual(try stored(), ["7 -1", "1 7", "2 -1"])
    try context.save(mergePolicy: .storeWins)
    XCTAssertEqual(try stored(), ["7 -1", "1 2", "2 -1"])
    XCTAssertTrue(try container.integrityCheck().isEmpty)
  }

  /// Another context has given the partner to the third owner, and this context refreshes
  /// only the first one.
  func testItHasFoundAnother() throws {
    owners[0].next = owners[1]
    try context.save()
    try giveElsewhere(to: 2)
    context.refresh(owners[0], mergeChanges: false)
    owners[0].next = owners[1]
    XCTAssertNil(owners[2].next)
    try context.save()
    XCTAssertEqual(try stored(), ["0 -1", "1 0", "2 -1"])
    XCTAssertTrue(try container.integrityCheck().isEmpty)
  }

  /// Another context has separated the two, and this context refreshes only the partner.
  func testItIsGivenBack() throws {
    owners[0].next = owners[1]
    try context.save()
    try giveElsewhere(to: nil)
    context.refresh(owners[1], mergeChanges: false)
    owners[1].previous = owners[0]
    try context.save()
    XCTAssertEqual(try stored(), ["0 -1", "1 0", "2 -1"])
    XCTAssertTrue(try container.integrityCheck().isEmpty)
  }

  /// A deleted object is not refreshed, so undo restores it with its former partner.
  func testItComesBackToAnother() throws {
    owners[0].next = owners[1]
    try context.save()
    context.undoHistory = UndoHistory()
    context.delete(owners[1])
    try giveElsewhere(to: 1)
    context.refreshAllObjects()
    context.undo()
    XCTAssertNil(owners[0].next)
    try context.save(mergePolicy: .objectWins)
    XCTAssertEqual(try stored(), ["0 -1", "1 1", "2 -1"])
    XCTAssertTrue(try container.integrityCheck().isEmpty)
  }

  /// The former partner of the deleted object has been refreshed since, and has no partner
  /// now.
  func testItComesBackAndHasLostItsPartner() throws {
    for isUndone in [true, false] {
      owners[0].next = owners[1]
      try context.save()
      context.undoHistory = isUndone ? UndoHistory() : nil
      owners[1].number = 5
      try giveElsewhere(to: 2)
      context.refresh(owners[0], mergeChanges: false)
      context.delete(owners[1])
      if isUndone { context.undo() } else { context.refresh(owners[1], mergeChanges: false) }
      try context.save(mergePolicy: .objectWins)
      XCTAssertEqual(try stored(), ["0 -1", "1 2", "2 -1"])
      XCTAssertNil(owners[0].next)
      XCTAssertTrue(try container.integrityCheck().isEmpty)
    }
  }

  /// An object with changes is not refreshed until its changes are undone.
  func testItsOtherChangesAreTakenBack() throws {
    owners[1].number = 5
    try giveElsewhere(to: 0)
    context.refresh(owners[0], mergeChanges: false)
    owners[0].next = owners[2]
    owners[1].number = 1
    try context.save()
    XCTAssertEqual(try stored(), ["0 -1", "1 -1", "2 0"])
    XCTAssertNil(owners[1].previous)
    XCTAssertTrue(try container.integrityCheck().isEmpty)
  }

  /// Objects that the parent has and the store does not are read from the parent.
  func testItsOtherChangesAreTakenBackInAChild() throws {
    let new = (3..<6).map { Owner(in: context, number: $0) }
    let child = context.makeChild()
    let ours = try new.map { try XCTUnwrap(child.existingObject(Owner.self, with: $0.objectID)) }
    XCTAssertEqual(ours.map(\.number), [3, 4, 5])
    ours[1].number = 7
    new[0].next = new[1]
    child.refresh(ours[0], mergeChanges: false)
    ours[0].next = ours[2]
    ours[1].number = 4
    try child.save()
    XCTAssertEqual(new[0].next, new[2])
    XCTAssertNil(new[1].previous)
    XCTAssertFalse(ours[1].isInaccessible)
    try context.save()
    XCTAssertTrue(try container.integrityCheck().isEmpty)
  }

  /// Makes the second owner the next one of another owner, or of none, in another context, and
  /// sets that owner's number if there is one.
  private func giveElsewhere(to index: Int?, number: Int32? = nil) throws {
    let other = try container.makeContext()
    let theirs = try owners.map {
      try XCTUnwrap(other.existingObject(Owner.self, with: $0.objectID))
    }
    theirs[1].previous = index.map { theirs[$0] }
    if let index, let number { theirs[index].number = number }
    try other.save()
  }
}
