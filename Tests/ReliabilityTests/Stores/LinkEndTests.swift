import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of both ends of relationships when several contexts, batch operations and undo
/// change them.
final class LinkEndTests: XCTestCase {
  private var folder: MemoryFolder!
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!
  private var reader: ManagedObjectContext!

  override func setUpWithError() throws {
    folder = try MemoryFolder()
    container = try PersistentContainer(
      .links, configuration: StoreConfiguration(url: folder.file("Links.sqlite")))
    context = try container.makeContext()
  }

  override func tearDown() {
    reader = nil
    context = nil
    container = nil
    folder = nil
  }

  private func owners(_ count: Int32) -> [Owner] {
    (1...count).map { Owner(in: context, number: $0) }
  }

  private func parts(_ count: Int32) -> [Part] {
    (1...count).map { Part(in: context, number: $0) }
  }

  /// Returns a new context, after checking that the store is intact.
  private func fresh() throws -> ManagedObjectContext {
    XCTAssertEqual(try container.integrityCheck(), [])
    // Keep the context, because the relationships of objects without a context are empty.
    reader = try container.makeContext()
    return reader
  }

  private func numbers(_ objects: some Sequence<Part>) -> [Int32] { objects.map(\.number) }

  func testAPairWithADeletedObjectIsAConflict() throws {
    for policy in [StandardMergePolicy.error, .storeWins, .objectWins] {
      let (owner, part) = (owners(1)[0], parts(1)[0])
      try context.save()
      owner.manySet.insert(part)
      let other = try container.makeContext()
      other.delete(try XCTUnwrap(other.existingObject(Part.self, with: part.objectID)))
      try other.save()
      do {
        try context.save(mergePolicy: policy)
        XCTAssertNotEqual(policy, .error)
      } catch let error as StoreError {
        XCTAssertEqual(error.reason, .conflict, "\(policy): \(error)")
      }
      let found = try fresh().first(Owner.where { $0.number == 1 })
      XCTAssertEqual(found?.manySet.count, found?.manySet.map(\.number).count, "\(policy)")
      context.rollback()
      try context.batchDelete(Part.all)
      try context.batchDelete(Owner.all)
      context.reset()
    }
  }

  func testAPairWithAnObjectThatIsDeletedHereIsNotWritten() throws {
    let (owner, part) = (owners(1)[0], parts(1)[0])
    try context.save()
    context.delete(owner)
    owner.manySet.insert(part)
    try context.save()
    XCTAssertEqual(try fresh().first(Part.all)?.ofManySet.count, 0)
  }

  private enum Step {
    case insert(Int)
    case remove(Int)
    case read
  }

  func testWhatJoinsAndLeavesBeforeAnybodyReadIsExact() throws {
    let (owner, parts) = (owners(1)[0], parts(2))
    owner.manySet = [parts[0]]
    try context.save()
    let ways: [(name: String, steps: [Step], result: [Int32])] = [
      ("member in, out", [.insert(0), .remove(0)], []),
      ("member in, read, out", [.insert(0), .read, .remove(0)], []),
      ("other out, in", [.remove(1), .insert(1)], [1, 2]),
      ("other out, read, in", [.remove(1), .read, .insert(1)], [1, 2]),
      ("member out, in", [.remove(0), .insert(0)], [1]),
      ("other in, out", [.insert(1), .remove(1)], [1]),
    ]
    for (name, steps, result) in ways {
      let other = try container.makeContext()
      let owner = try XCTUnwrap(other.first(Owner.all))
      let parts = try other.fetch(Part.all.sorted { $0.number.ascending })
      for step in steps {
        switch step {
        case .insert(let number): owner.manySet.insert(parts[number])
        case .remove(let number): owner.manySet.remove(parts[number])
        case .read: _ = owner.manySet.count
        }
      }
      try other.save()
      XCTAssertEqual(numbers(owner.manySet).sorted(), result, name)
      let found = try XCTUnwrap(fresh().first(Owner.all))
      XCTAssertEqual(numbers(found.manySet).sorted(), result, "\(name), stored")
      owner.manySet = [parts[0]]
      try other.save()
    }
  }

  func testAnOrderIsNotLostByWhatOthersSave() throws {
    let (owners, parts) = (owners(2), parts(4))
    owners[0].list = Array(parts[0...2]).ordered
    owners[1].list = [parts[3]]
    try context.save()
    for isExternal in [false, true] {
      owners[0].list.move(from: 2, to: 0)
      let other = try container.makeContext()
      let theirs = try XCTUnwrap(other.first(Owner.where { $0.number == 2 }))
      theirs.list.append(Part(in: other, number: isExternal ? 6 : 5))
      try other.save()
      if isExternal {
        try context.mergeExternalChanges()
      } else {
        context.mergePendingChanges()
        _ = try context.fetch(Owner.all)
      }
      try context.save()
      let order: [Int32] = isExternal ? [2, 3, 1] : [3, 1, 2]
      XCTAssertEqual(numbers(owners[0].list), order, "\(isExternal)")
      let found = try XCTUnwrap(fresh().first(Owner.where { $0.number == 1 }))
      XCTAssertEqual(numbers(found.list), order, "\(isExternal), stored")
    }
  }

  func testAnOrderOfAChildIsNotLostByAFetch() throws {
    let (owner, parts) = (owners(1)[0], parts(3))
    owner.list = parts.ordered
    try context.save()
    let child = context.makeChild()
    let same = try XCTUnwrap(child.first(Owner.all))
    same.list.move(from: 2, to: 0)
    _ = try child.fetch(Owner.all)
    try child.save()
    XCTAssertEqual(numbers(owner.list), [3, 1, 2])
  }

  func testABatchTurnsAChainRound() throws {
    let owners = owners(3)
    owners[0].next = owners[1]
    owners[1].next = owners[2]
    try context.save()
    for policy in [BatchOptions(), BatchOptions(onConflict: .skip)] {
      try context.batchUpdate(
        Owner.all.setting { [$0.next.set(to: $0.previous), $0.previous.set(to: $0.next)] },
        options: policy)
      let found = try fresh().fetch(Owner.all.sorted { $0.number.ascending })
      let isTurned = found[0].next == nil
      XCTAssertEqual(found.map { $0.next?.number }, isTurned ? [nil, 1, 2] : [2, 3, nil])
      XCTAssertEqual(found.map { $0.previous?.number }, isTurned ? [2, 3, nil] : [nil, 1, 2])
    }
  }

  func testAChildTakesWhatTheParentGaveAway() throws {
    let (owners, part) = (owners(2), parts(1)[0])
    try context.save()
    let child = context.makeChild()
    let same = try XCTUnwrap(child.existingObject(Part.self, with: part.objectID))
    same.ofOne = try XCTUnwrap(child.existingObject(Owner.self, with: owners[0].objectID))
    same.ofList = same.ofOne
    part.ofOne = owners[1]
    part.ofList = owners[1]
    try child.save()
    XCTAssertEqual(owners.map { $0.one?.number }, [1, nil])
    XCTAssertEqual(owners.map { $0.list.count }, [1, 0])
    try context.save()
    let found = try fresh().fetch(Owner.all.sorted { $0.number.ascending })
    XCTAssertEqual(found.map { $0.one?.number }, [1, nil])
    XCTAssertEqual(found.map { $0.list.count }, [1, 0])
  }

  func testADeleteThatLosesKeepsItsMembers() throws {
    let (owners, parts) = (owners(2), parts(3))
    owners[0].owned = [parts[0], parts[1]]
    owners[1].owned = [parts[2]]
    try context.save()
    context.automaticallyMergesChanges = true
    context.delete(owners[0])
    let other = try container.makeContext()
    let theirs = try other.fetch(Owner.all.sorted { $0.number.ascending })
    theirs[0].number = 11
    theirs[1].owned.append(Part(in: other, number: 9))
    try other.save()
    try context.save(mergePolicy: .storeWins)
    let found = try XCTUnwrap(fresh().first(Owner.where { $0.number == 11 }))
    XCTAssertEqual(numbers(found.owned), [1, 2])
  }

  /// A deletion once lost the unsaved moves of the members that were deleted with their
  /// owner.
  func testADeleteThatLosesKeepsWhereItsMembersHadMoved() throws {
    let (owners, parts) = (owners(4), parts(2))
    (parts[0].ofOwned, parts[0].ofList, parts[0].ofOne) = (owners[0], owners[1], owners[1])
    parts[1].ofList = owners[2]
    try context.save()
    let other = try container.makeContext()
    try XCTUnwrap(other.existingObject(Owner.self, with: owners[0].objectID)).number = 9
    try other.save()
    parts[0].ofList = owners[2]
    parts[0].ofOne = owners[3]
    context.delete(owners[0])
    XCTAssertTrue(parts[0].isDeleted)
    try context.save(mergePolicy: .storeWins)
    let found = try XCTUnwrap(fresh().first(Owner.where { $0.number == 3 }))
    XCTAssertEqual(numbers(found.list), [2, 1])
    XCTAssertEqual(numbers(owners[2].list), [2, 1])
    XCTAssertEqual(try reader.first(Owner.where { $0.number == 4 })?.one?.number, 1)
  }

  func testAChildThatUndoesASavedDeleteBringsTheObjectBack() throws {
    let part = parts(1)[0]
    try context.save()
    let child = context.makeChild()
    child.undoHistory = UndoHistory()
    child.delete(try XCTUnwrap(child.existingObject(Part.self, with: part.objectID)))
    try child.save()
    XCTAssertTrue(part.isDeleted)
    child.undo()
    try child.save()
    XCTAssertFalse(part.isDeleted)
    try context.save()
    XCTAssertTrue(context.registeredObject(with: part.objectID) === part)
    XCTAssertTrue(try context.first(Part.all) === part)
    XCTAssertEqual(try fresh().count(Part.all), 1)
  }

  func testAListIsEmptiedFromTheFront() throws {
    let (owner, parts) = (owners(1)[0], parts(60))
    owner.list = parts.ordered
    try context.save()
    for number in 1...50 {
      XCTAssertEqual(owner.list.popFirst()?.number, Int32(number))
      XCTAssertEqual(owner.list.count, 60 - number)
      XCTAssertTrue(owner.list.contains(parts[55]))
      XCTAssertFalse(owner.list.contains(parts[number - 1]))
    }
    try context.save()
    XCTAssertEqual(
      numbers(try XCTUnwrap(fresh().first(Owner.all)).list), Array(51...60).map { Int32($0) })
  }
}

extension [Part] {
  fileprivate var ordered: OrderedObjects<Part> { OrderedObjects(self) }
}
