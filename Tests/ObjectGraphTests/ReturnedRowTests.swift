import ModelRuntime
import StoreSupport
import TestSupport
import XCTest

/// A row that a merge policy or an undo inserts again is a new row at the old positions in
/// ordered relationships.
final class ReturnedRowTests: XCTestCase {
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!

  override func setUpWithError() throws {
    container = try TestStores.container(.shop, .inMemory)
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
  }

  private func freshContext() throws -> ManagedObjectContext { try container.makeContext() }

  /// Makes contexts that have read a make, which is then deleted and inserted again in
  /// another context.
  private func contextsBehindAReturn(
    _ bringBack: (_ make: Make, _ context: ManagedObjectContext) throws -> Void
  ) throws -> [(context: ManagedObjectContext, make: Make)] {
    _ = Make(in: context, name: "a")
    try context.save()
    let readers = try (0..<3).map { _ in
      let context = try freshContext()
      return (context, try XCTUnwrap(try context.first(Make.all)))
    }
    for (_, make) in readers { XCTAssertEqual(make.name, "a") }
    try bringBack(readers[0].1, readers[0].0)
    return Array(readers.dropFirst())
  }

  private func checkConflicts(
    _ readers: [(context: ManagedObjectContext, make: Make)], _ name: String
  ) throws {
    readers[0].make.name = "mine"
    readers[1].context.delete(readers[1].make)
    for (context, _) in readers {
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? StoreError)?.reason, .conflict)
      }
    }
    XCTAssertEqual(try freshContext().fetch(Make.all).map(\.name), [name])
  }

  func testWhoReadTheRowBeforeIsInConflict() throws {
    let readers = try contextsBehindAReturn { make, context in
      let other = try freshContext()
      other.delete(try XCTUnwrap(try other.first(Make.all)))
      try other.save()
      make.name = "again"
      try context.save(mergePolicy: .objectWins)
    }
    try checkConflicts(readers, "again")
  }

  func testWhoReadTheRowBeforeAnUndoIsInConflict() throws {
    let readers = try contextsBehindAReturn { make, context in
      context.undoHistory = UndoHistory(levels: 4)
      context.delete(make)
      try context.save()
      context.undo()
      make.name = "undone"
      try context.save()
    }
    try checkConflicts(readers, "undone")
  }

  func testWhoReadTheRowBeforeAChildBroughtItBackIsInConflict() throws {
    let readers = try contextsBehindAReturn { make, context in
      let child = context.makeChild()
      let own = try XCTUnwrap(try child.existingObject(Make.self, with: make.objectID))
      own.name = "of the child"
      context.delete(make)
      try context.save()
      try child.save(mergePolicy: .objectWins)
      try context.save()
    }
    try checkConflicts(readers, "of the child")
  }

  func testWhoMergesTheDeletionLateKeepsTheObject() throws {
    let make = Make(in: context, name: "a")
    try context.save()
    let reader = try freshContext()
    reader.automaticallyMergesChanges = true
    let held = try XCTUnwrap(try reader.first(Make.all))
    var changes: [ContextChange] = []
    _ = reader.addObserver { changes.append($0) }
    context.undoHistory = UndoHistory(levels: 4)
    context.delete(make)
    try context.save()
    context.undo()
    make.name = "undone"
    try context.save()
    reader.mergePendingChanges()
    XCTAssertFalse(held.isInaccessible)
    XCTAssertEqual(held.name, "undone")
    XCTAssertEqual(changes.map(\.deleted), [[], []])
    XCTAssertEqual(try reader.fetch(Make.all), [held])
    held.note = "mine"
    try reader.save()
    XCTAssertEqual(try storedMakes(), [["undone", "mine"]])
  }

  /// The reinserted row is changed, deleted, and inserted again.
  func testARowComesBackTwice() throws {
    let make = Make(in: context, name: "a")
    for name in ["b", "c"] {
      try context.save()
      try container.performAndWait { other in
        other.delete(try XCTUnwrap(try other.first(Make.all)))
        try other.save()
      }
      make.name = name
      try context.save(mergePolicy: .objectWins)
      make.note = "kept"
    }
    try context.save()
    XCTAssertEqual(try freshContext().fetch(Make.all).map(\.note), ["kept"])
  }

  // MARK: Rows that two insert again

  /// The row is deleted, and two contexts are about to insert it again: one by an undo, and
  /// the other by its merge policy.
  private func returningMakes(
    _ body: (_ mine: ManagedObjectContext, _ make: Make) throws -> Void
  ) throws {
    try setUpWithError()
    let make = Make(in: context, name: "a")
    try context.save()
    context.undoHistory = UndoHistory(levels: 4)
    let other = try freshContext()
    let theirs = try XCTUnwrap(try other.first(Make.all))
    theirs.name = "theirs"
    context.delete(make)
    try context.save()
    context.undo()
    make.note = "mine"
    try other.save(mergePolicy: .objectWins)
    try body(context, make)
  }

  private func storedMakes() throws -> [[String]] {
    try freshContext().fetch(Make.all).map { [$0.name, $0.note] }
  }

  func testWhoInsertsAgainWhatIsBackIsInConflict() throws {
    try returningMakes { mine, make in
      XCTAssertThrowsError(try mine.save()) { error in
        let error = error as? StoreError
        XCTAssertEqual(error?.reason, .conflict)
        XCTAssertEqual(error?.conflicts.map(\.kind), [.update])
        XCTAssertEqual(error?.objectIDs, [make.objectID])
      }
      XCTAssertEqual(try storedMakes(), [["theirs", ""]])
      try mine.save(mergePolicy: .overwrite)
      XCTAssertEqual(try storedMakes(), [["a", "mine"]])
    }
  }

  func testPoliciesDecideWhoseReturnedRowStays() throws {
    let expected: [(StandardMergePolicy, [String])] = [
      (.objectWins, ["a", "mine"]), (.overwrite, ["a", "mine"]), (.storeWins, ["theirs", ""]),
      (.rollback, ["theirs", ""]),
    ]
    for (policy, values) in expected {
      try returningMakes { mine, make in
        try mine.save(mergePolicy: policy)
        XCTAssertEqual(try storedMakes(), [values], "\(policy)")
        XCTAssertEqual([make.name, make.note], values, "\(policy)")
        make.note = "later"
        try mine.save()
        XCTAssertEqual(try storedMakes(), [[values[0], "later"]], "\(policy)")
      }
    }
  }

  /// A merge policy during which another context inserts the row again.
  private struct LatePolicy: MergePolicy {
    let other: @Sendable () throws -> Void

    func resolution(of conflict: SaveConflict) throws -> ConflictResolution {
      if case .updateOfDeleted = conflict.kind { try other() }
      return .mine
    }
  }

  func testWhoIsOvertakenBetweenDecisionAndSaveIsAskedAgain() throws {
    let make = Make(in: context, name: "a")
    try context.save()
    // because a policy is called on the thread that saves.
    nonisolated(unsafe) let other = try freshContext()
    other.undoHistory = UndoHistory(levels: 4)
    other.delete(try XCTUnwrap(try other.first(Make.all)))
    try other.save()
    make.name = "mine"
    try context.save(
      mergePolicy: LatePolicy {
        other.undo()
        try other.save()
      })
    XCTAssertEqual(try storedMakes(), [["mine", ""]])
  }

  // MARK: Places

  private func makeRail(_ labels: [String]) throws {
    let rail = Rail(in: context)
    for label in labels { rail.pegs.append(Peg(in: context, label: label)) }
    try context.save()
  }

  private func labels() throws -> [String] {
    let fresh = try freshContext()
    return try XCTUnwrap(try fresh.first(Rail.all)).pegs.map(\.label)
  }

  /// - Parameter change: The change that another context makes to the last peg.
  private func checkPlace(
    readsList: Bool, _ policy: StandardMergePolicy, _ expected: [String],
    line: UInt = #line, _ change: @Sendable (Peg, ManagedObjectContext) throws -> Void
  ) throws {
    try setUpWithError()
    try makeRail(["1", "2", "3"])
    let mine = try freshContext()
    let peg = try XCTUnwrap(try mine.first(Peg.where { $0.label == "3" }))
    if readsList { XCTAssertEqual(peg.rail?.pegs.map(\.label), ["1", "2", "3"]) }
    peg.label = "mine"
    try container.performAndWait { other in
      try change(try XCTUnwrap(try other.first(Peg.where { $0.label == "3" })), other)
      try other.save()
    }
    try mine.save(mergePolicy: policy)
    XCTAssertEqual(try labels(), expected, "\(policy), read: \(readsList)", line: line)
    XCTAssertEqual(
      peg.rail?.pegs.map(\.label) ?? expected, expected, "read: \(readsList)", line: line)
  }

  func testAMemberThatIsInsertedAgainHasAPlace() throws {
    for policy in [StandardMergePolicy.objectWins, .overwrite] {
      for readsList in [false, true] {
        try checkPlace(readsList: readsList, policy, ["1", "2", "mine"]) { $1.delete($0) }
      }
    }
  }

  func testAMemberThatIsBroughtBackHasAPlaceOfItsOwn() throws {
    for readsList in [false, true] {
      try checkPlace(readsList: readsList, .overwrite, ["1", "2", "4", "mine"]) { peg, other in
        let rail = peg.rail
        peg.rail = nil
        rail?.pegs.append(Peg(in: other, label: "4"))
      }
      try checkPlace(readsList: readsList, .objectWins, ["1", "2", "4"]) { peg, other in
        let rail = peg.rail
        peg.rail = nil
        rail?.pegs.append(Peg(in: other, label: "4"))
      }
    }
  }

  /// The parent has added the member, and its child removes it, so nothing is left to refresh.
  func testAMemberThatAChildTookOutDoesNotComeBackWithARefresh() throws {
    let (rail, peg) = (Rail(in: context), Peg(in: context, label: "1"))
    try context.save()
    peg.rail = rail
    let child = context.makeChild()
    let (own, member) = (try child.first(Rail.all), try child.first(Peg.all))
    own?.pegs.remove(try XCTUnwrap(member))
    try child.save()
    context.refresh(rail, mergeChanges: false)
    XCTAssertNil(peg.rail)
    XCTAssertEqual(rail.pegs.objects, [])
    try context.save()
    XCTAssertEqual(try labels(), [])
  }

  // MARK: Members of an object that goes back

  /// The members store their owner themselves, and only the owner was in conflict.
  func testARollbackLeavesMembersWhereTheyWerePut() throws {
    for readsMembers in [false, true] {
      try setUpWithError()
      let orders = ["a", "b"].map { note in
        let order = Order(in: context)
        order.note = note
        return order
      }
      let items = (0..<2).map { number in
        let item = Item(in: context)
        item.price = Double(number)
        item.order = orders[number]
        return item
      }
      try context.save()
      if readsMembers { XCTAssertEqual(orders.map(\.items.count), [1, 1]) }
      try container.performAndWait { other in
        try XCTUnwrap(try other.first(Order.where { $0.note == "b" })).note = "theirs"
        try other.save()
      }
      orders[1].note = "mine"
      items[0].order = orders[1]
      items[1].order = nil
      let ticket = Ticket(in: context, text: "new", item: items[0])
      let new = Item(in: context)
      new.order = orders[1]
      try context.save(mergePolicy: .rollback)
      XCTAssertEqual(orders[1].note, "theirs")
      XCTAssertEqual(items.map { $0.order?.note }, ["theirs", nil])
      XCTAssertEqual(new.order, orders[1])
      XCTAssertEqual(ticket.item, items[0])
      XCTAssertFalse(context.hasChanges)
      let fresh = try freshContext()
      let stored = try fresh.fetch(Order.all.sorted { [$0.note.ascending] })
      XCTAssertEqual(stored.map(\.items.count), [0, 2])
      XCTAssertEqual(orders.map(\.items.count), [0, 2])
    }
  }

  /// An object can be saved with a required reference to an object whose changes are rolled
  /// back.
  func testARollbackLeavesRequiredReferences() throws {
    let item = Item(in: context)
    try context.save()
    try container.performAndWait { other in
      try XCTUnwrap(try other.first(Item.all)).price = 1
      try other.save()
    }
    item.price = 2
    let ticket = Ticket(in: context, text: "new", item: item)
    try context.save(mergePolicy: .rollback)
    XCTAssertEqual(ticket.item.price, 1)
    let fresh = try freshContext()
    XCTAssertEqual(try fresh.first(Item.all)?.tickets.map(\.text), ["new"])
  }
}
