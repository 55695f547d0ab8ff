import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

/// Tests of objects that cannot be read: the errors that a program gets, and the result of
/// a save.
final class InaccessibleObjectTests: XCTestCase {
  private var folder: MemoryFolder!
  private var url: URL { folder.file("Links.sqlite") }

  private static let policies: [StandardMergePolicy] = [
    .error, .storeWins, .objectWins, .overwrite, .rollback,
  ]

  override func setUpWithError() throws { folder = try MemoryFolder() }

  override func tearDown() { folder = nil }

  private func open(_ mode: SQLiteOptions.JournalMode = .delete) throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: url)
    configuration.options.journalMode = mode
    configuration.busyTimeout = 0.01
    return try PersistentContainer(.links, configuration: configuration)
  }

  /// Makes a store with two owners and two parts.
  private func fill(_ container: PersistentContainer) throws {
    let context = try container.makeContext()
    let owners = (1...2).map { Owner(in: context, number: Int32($0)) }
    let parts = (11...12).map { Part(in: context, number: Int32($0)) }
    for part in parts { owners[0].owned.append(part) }
    owners[0].set.insert(parts[0])
    owners[0].next = owners[1]
    owners[0].spouse = owners[1]
    try context.save()
  }

  private func owner(_ number: Int32, in context: ManagedObjectContext) throws -> Owner {
    try XCTUnwrap(try context.first(Owner.where { $0.number == number }))
  }

  /// Runs the body while another program holds an exclusive lock.
  private func locked(_ body: () throws -> Void) throws {
    let connection = try Connection(path: url.path(percentEncoded: false))
    try connection.execute("BEGIN EXCLUSIVE")
    try body()
    try connection.execute("ROLLBACK")
  }

  private func numbers(_ container: PersistentContainer) throws -> String {
    let context = try container.makeContext()
    let owners = try context.fetch(Owner.all.sorted { [$0.number.ascending] }).map(\.number)
    let parts = try context.fetch(Part.all.sorted { [$0.number.ascending] }).map(\.number)
    return "\(owners) \(parts)"
  }

  /// A list that cannot be read has no valid index, so changes leave it as it is and the
  /// error says why.
  func testAListThatCannotBeReadStaysAsItIs() throws {
    let changes: [(String, (Owner, Part) -> Void)] = [
      ("move", { owner, _ in owner.owned.move(from: 0, to: 1) }),
      ("offsets", { owner, _ in owner.owned.move(fromOffsets: [1], toOffset: 0) }),
      ("swapAt", { owner, _ in owner.owned.swapAt(0, 1) }),
      ("insert", { owner, part in owner.owned.insert(part, at: 2) }),
      ("subscript", { owner, part in owner.owned[1] = part }),
      ("removeSubrange", { owner, _ in owner.owned.removeSubrange(0...1) }),
      ("removeLast", { owner, _ in owner.owned.removeLast(1) }),
      ("reverse", { owner, _ in owner.owned.reverse() }),
      ("sort", { owner, _ in owner.owned.sort { $0.number > $1.number } }),
      ("shuffle", { owner, _ in owner.owned.shuffle() }),
      ("append", { owner, part in owner.owned.append(part) }),
      ("add", { owner, part in owner.owned += [part] }),
      ("assign", { owner, part in owner.owned = [part] }),
      ("removeAll", { owner, _ in owner.owned.removeAll() }),
      ("remove where", { owner, _ in owner.owned.removeAll { $0.number > 0 } }),
      ("remove offsets", { owner, _ in owner.owned.remove(atOffsets: [0, 1]) }),
      ("remove", { owner, _ in XCTAssertTrue(owner.owned.remove(at: 1).isInaccessible) }),
      ("removeFirst", { owner, _ in XCTAssertTrue(owner.owned.removeFirst().isInaccessible) }),
      ("removeLast", { owner, _ in XCTAssertTrue(owner.owned.removeLast().isInaccessible) }),
      ("removeFirst 2", { owner, _ in owner.owned.removeFirst(2) }),
      ("popFirst", { owner, _ in XCTAssertNil(owner.owned.popFirst()) }),
      ("popLast", { owner, _ in XCTAssertNil(owner.owned.popLast()) }),
      ("place", { owner, _ in XCTAssertTrue(owner.owned[0].isInaccessible) }),
      ("first", { owner, _ in XCTAssertNil(owner.owned.first) }),
      ("set", { owner, part in owner.set = [part] }),
      ("set's intersection", { owner, part in owner.set.formIntersection([part]) }),
      ("set's union", { owner, part in owner.set.formUnion([part]) }),
      ("set's difference", { owner, part in owner.set.formSymmetricDifference([]) }),
      ("popped set", { owner, _ in XCTAssertNil(owner.set.popFirst()) }),
    ]
    for (name, change) in changes {
      folder = try MemoryFolder()
      let container = try open()
      try fill(container)
      let context = try container.makeContext()
      var told: [StoreError] = []
      context.accessErrorHandler = { told.append($0) }
      let first = try owner(1, in: context)
      let part = try XCTUnwrap(context.first(Part.where { $0.number == 11 }))
      try locked { change(first, part) }
      // Adding a member does not read the other members.
      if !["append", "set's union"].contains(name) { XCTAssertFalse(told.isEmpty, name) }
      let stored = try container.makeContext()
      try context.save()
      XCTAssertEqual(try owner(1, in: stored).owned.map(\.number), [11, 12], name)
      XCTAssertEqual(try owner(1, in: stored).set.map(\.number), [11], name)
    }
  }

  // MARK: Rows that are gone

  func testChangesOfWhatIsGoneAreDropped() throws {
    for policy in Self.policies {
      for isChild in [false, true] {
        let container = try open(.writeAheadLog)
        try fill(container)
        let parent = try container.makeContext()
        let context = isChild ? parent.makeChild() : parent
        let (first, second) = (try owner(1, in: context), try owner(2, in: context))
        for context in [parent, context] { context.refreshAllObjects() }
        try execute(
          "PRAGMA foreign_keys = OFF; DELETE FROM ZOWNER WHERE ZNUMBER = 2", in: url)
        var told: [StoreError] = []
        parent.accessErrorHandler = { told.append($0) }
        context.accessErrorHandler = { told.append($0) }
        XCTAssertEqual(second.number, 0)
        XCTAssertTrue(second.isInaccessible)
        XCTAssertEqual(told.first?.objectIDs, [second.objectID])
        second.number = 7
        first.number = 3
        try context.save(mergePolicy: policy)
        try parent.save(mergePolicy: policy)
        XCTAssertNil(second.context, "\(policy)")
        XCTAssertFalse(context.hasChanges)
        XCTAssertEqual(try numbers(container), "[3] [11, 12]", "\(policy) \(isChild)")
        folder = try MemoryFolder()
      }
    }
  }

  func testAReferenceThatLeadsNowhereReadsAsNil() throws {
    let container = try open(.writeAheadLog)
    try fill(container)
    let context = try container.makeContext()
    let first = try owner(1, in: context)
    try execute("PRAGMA foreign_keys = OFF; DELETE FROM ZOWNER WHERE ZNUMBER = 2", in: url)
    var told: [StoreError] = []
    context.accessErrorHandler = { told.append($0) }
    XCTAssertNil(first.next)
    XCTAssertEqual(told.map(\.propertyNames), [["next"]])
    XCTAssertEqual(told.map(\.objectIDs), [[first.objectID]])
    XCTAssertThrowsError(try context.checkingAccess { first.spouse }) {
      XCTAssertEqual(($0 as? StoreError)?.propertyNames, ["spouse"])
    }
    first.number = 4
    try context.save()
    XCTAssertEqual(try numbers(container), "[4] [11, 12]")
  }

  // MARK: Stores that are busy

  func testABusyStoreIsNotTakenForNothing() throws {
    let container = try open()
    try fill(container)
    let context = try container.makeContext()
    let first = try owner(1, in: context)
    var told: [StoreError.Reason] = []
    context.accessErrorHandler = { told.append($0.reason) }
    try locked {
      XCTAssertNil(first.next)
      XCTAssertEqual(Array(first.owned), [])
      XCTAssertGreaterThan(told.count, 1)
      XCTAssertEqual(Set(told), [.busy])
      XCTAssertTrue(first.isInaccessible)
      XCTAssertThrowsError(try context.checkingAccess { first.spouse }) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .busy)
      }
    }
    XCTAssertEqual(try context.checkingAccess { first.next?.number }, 2)
    XCTAssertEqual(first.owned.map(\.number), [11, 12])
    XCTAssertFalse(first.isInaccessible)
  }

  func testAFaultThatCouldNotBeReadIsReadAgain() throws {
    let container = try open()
    try fill(container)
    let context = try container.makeContext()
    let first = try owner(1, in: context)
    context.refreshAllObjects()
    try locked {
      XCTAssertEqual(first.number, 0)
      XCTAssertEqual(first.accessError?.reason, .busy)
      XCTAssertThrowsError(try first.load()) {
        XCTAssertEqual(($0 as? StoreError)?.reason, .busy)
      }
    }
    try first.load()
    XCTAssertEqual(first.number, 1)
    XCTAssertFalse(first.isInaccessible)
    XCTAssertFalse(context.hasChanges)
  }

  func testOnlyWhatCannotBeKnownStopsASave() throws {
    let container = try open()
    try fill(container)
    let context = try container.makeContext()
    let (first, second) = (try owner(1, in: context), try owner(2, in: context))
    context.refresh(first, mergeChanges: false)
    second.number = 5
    try locked {
      XCTAssertEqual(first.number, 0)
      first.number = 0
      XCTAssertThrowsError(try context.save())
    }
    try context.save()
    XCTAssertEqual(try numbers(container), "[0, 5] [11, 12]")
    XCTAssertEqual(first.next, second)
    XCTAssertEqual(first.owned.map(\.number), [11, 12])
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testDeleteRulesThatCouldNotBeFollowedAreFollowedBySaves() throws {
    for isFault in [false, true] {
      let container = try open()
      try fill(container)
      let context = try container.makeContext()
      let first = try owner(1, in: context)
      if isFault { context.refreshAllObjects() }
      try locked {
        context.delete(first)
        XCTAssertThrowsError(try context.save())
      }
      try context.save()
      XCTAssertEqual(try numbers(container), "[2] []", "\(isFault)")
      XCTAssertEqual(try container.integrityCheck(), [])
      folder = try MemoryFolder()
    }
  }
}
