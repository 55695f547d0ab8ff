import Foundation
import ModelRuntime
import StoreSupport
import TestSupport
import XCTest

/// Contexts that are not notified of each other's saves make random changes and save with
/// random policies.
///
/// Other tests check which values win. These check what holds with every policy: the store
/// is consistent, a context shows what it saved, both ends of links agree, and without a
/// policy no context overwrites a change that it has not seen.
final class PolicyHistoryTests: XCTestCase {
  func testSavesUnderAnyPolicyAreSound() throws {
    let total = TestRun.isLong ? 4000 : 30
    let base = TestRun.seed
    print("policies: \(total) histories from seed \(base)")
    var conflicts = 0
    for number in 0..<UInt64(total) where (testRun?.totalFailureCount ?? 0) < 5 {
      let seed = base &+ number
      let history = try PolicyHistory(seed: seed)
      let steps = Array(0..<40)
      if history.difference(steps) != nil {
        let short = try shortened(steps, seed)
        let again = try PolicyHistory(seed: seed)
        let difference = again.difference(short) ?? ""
        XCTFail("seed \(seed): \(difference)\n\(again.log.joined(separator: "\n"))")
      }
      conflicts += history.conflictCount
    }
    print("policies: \(conflicts) saves with conflicts")
    XCTAssertGreaterThan(conflicts, total / 8)
  }

  /// The seeds of histories with to-one relationships removed at one end, pairs without an
  /// index, indexes in the lists of others, and a partner that returns and has another
  /// partner.
  func testHistoriesThatOnceDiffered() throws {
    for seed: UInt64 in [
      40324, 50519, 51623, 51674, 52238, 60406, 61444, 61643, 61696, 62843, 64081, 71879, 80535,
      100391, 110097, 992_197, 840_760_450, 970_700_395, 2_822_828_533,
    ] {
      let history = try PolicyHistory(seed: seed)
      XCTAssertNil(history.difference(Array(0..<40)), "seed \(seed)")
    }
  }

  /// Returns the steps without the ones that the difference does not need. Each step has
  /// its own random source, so removing one does not change the others.
  private func shortened(_ steps: [Int], _ seed: UInt64) throws -> [Int] {
    var steps = steps
    for step in steps {
      let fewer = steps.filter { $0 != step }
      if try PolicyHistory(seed: seed).difference(fewer) != nil { steps = fewer }
    }
    return steps
  }
}

/// Three contexts of one store that make random changes. Each belongs to another program if
/// the store allows it.
private final class PolicyHistory {
  private(set) var log: [String] = []
  private(set) var conflictCount = 0
  private let container: PersistentContainer
  private var contexts: [ManagedObjectContext] = []
  private let access = LinkAccess.all()
  private let seed: UInt64
  private var random: RandomSource
  private let policies: [(name: String, policy: StandardMergePolicy)] = [
    ("error", .error), ("storeWins", .storeWins), ("objectWins", .objectWins),
    ("overwrite", .overwrite), ("rollback", .rollback),
  ]

  init(seed: UInt64) throws {
    self.seed = seed
    random = RandomSource(seed: seed)
    var configuration = StoreConfiguration.inMemory
    if ProcessInfo.processInfo.environment["MODEL_SHOW"] != nil {
      configuration.trace = SQLTrace { print($0) }
    }
    let programs = try TestStores.programs(3, .links, configuration)
    container = programs[0]
    let first = try container.makeContext()
    for number in 0..<6 {
      let owner = Owner(in: first)
      owner.number = Int32(number)
      Part(in: first).ofList = owner
    }
    try first.save()
    contexts = try programs.map { try $0.makeContext() }
    for context in contexts where random.once(in: 2) {
      context.undoHistory = UndoHistory()
    }
  }

  /// Runs some steps and saves all contexts.
  ///
  /// - Returns: A description of the first problem, or nil if there is none.
  func difference(_ steps: [Int]) -> String? {
    do {
      for step in steps {
        random = RandomSource(seed: seed &* 1000 &+ UInt64(step))
        try run(random.number(below: contexts.count))
        try checkLinks()
      }
      for (number, context) in contexts.enumerated() {
        random = RandomSource(seed: seed &* 1000 &+ 900 &+ UInt64(number))
        try save(context, number)
        try checkLinks()
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Throws a difference if two loaded ends of a link disagree.
  private func checkLinks() throws {
    for (number, context) in contexts.enumerated() {
      let links = context.disagreeingLinks
      guard links.isEmpty else {
        throw HistoryRun.Difference(description: "\(number): one end does not know: \(links)")
      }
    }
  }

  private func run(_ number: Int) throws {
    let context = contexts[number]
    switch random.number(below: 20) {
    case 0..<5: try save(context, number)
    case 5:
      log.append("\(number) refresh")
      context.refreshAllObjects()
    case 6:
      log.append("\(number) undo")
      context.undo()
    case 7:
      log.append("\(number) insert")
      _ = random.once(in: 2) ? Owner(in: context) : Part(in: context)
    default: try change(context, number)
    }
  }

  // MARK: Changes

  private func objects(_ context: ManagedObjectContext) throws -> [ManagedObject] {
    let owners: [ManagedObject] = try context.fetch(Owner.all)
    return (owners + (try context.fetch(Part.all))).filter { !$0.isDeleted && !$0.isInaccessible }
  }

  private func change(_ context: ManagedObjectContext, _ number: Int) throws {
    let objects = try objects(context)
    guard let object = objects.randomElement(using: &random) else { return }
    let value = Int32(random.number(below: 1000))
    switch random.number(below: 8) {
    case 0:
      log.append("\(number) delete \(name(object))")
      context.delete(object)
    case 1, 2:
      log.append("\(number) number \(name(object)) \(value)")
      (object as? Owner)?.number = value
      (object as? Part)?.number = value
    default: try link(object, objects, number)
    }
  }

  private func link(_ object: ManagedObject, _ objects: [ManagedObject], _ number: Int) throws {
    let numbers = PlainGraph.relationships.indices.filter {
      PlainGraph.relationships[$0].leadsFromOwner == (object is Owner)
    }
    let index = numbers[random.number(below: numbers.count)]
    let relationship = PlainGraph.relationships[index]
    let fitting = objects.filter { ($0 is Owner) == relationship.leadsToOwner }
    guard let member = fitting.randomElement(using: &random) else { return }
    if random.once(in: 4) {
      guard access[index].members(object).contains(member) else { return }
      log.append("\(number) unlink \(name(object)) \(relationship.name) \(name(member))")
      access[index].remove(object, member)
    } else {
      let place = random.once(in: 2) ? random.number(below: 3) : nil
      log.append("\(number) link \(name(object)) \(relationship.name) \(name(member))")
      access[index].add(object, member, place)
    }
  }

  // MARK: Saves

  private func save(_ context: ManagedObjectContext, _ number: Int) throws {
    let (name, policy) = policies[random.number(below: policies.count)]
    log.append("\(number) save \(name)")
    let unseen = name == "error" ? try unseenChange(context) : nil
    do {
      try context.save(mergePolicy: policy)
    } catch let error as StoreError where error.reason == .conflict {
      log.append("  conflict")
      conflictCount += 1
      context.rollback()
      return
    }
    if let unseen { throw HistoryRun.Difference(description: "overwritten: \(unseen)") }
    guard !context.hasChanges else { throw HistoryRun.Difference(description: "has changes") }
    // Other kinds of stores are checked only through contexts.
    if TestStores.kind == nil {
      let findings = try container.integrityCheck()
      guard findings.isEmpty else {
        throw HistoryRun.Difference(description: "integrity: \(findings)")
      }
    }
    context.refreshAllObjects()
    let fresh = try container.makeContext()
    let (shown, stored) = (try lines(context), try lines(fresh))
    guard shown == stored else {
      throw HistoryRun.Difference(
        description: "shown \(shown.filter { !stored.contains($0) }), "
          + "stored \(stored.filter { !shown.contains($0) })")
    }
  }

  /// Returns a description of an object that this context changes or deletes although
  /// another context has changed it in the store since it was read, or nil if there is
  /// none.
  private func unseenChange(_ context: ManagedObjectContext) throws -> String? {
    let fresh = try container.makeContext()
    let written = context.updatedObjects.filter { $0.changedValues()["number"] != nil }
    for object in written + context.deletedObjects where !object.isInaccessible {
      let base = try object.committedValues(forKeys: ["number"])["number"] as? Int32
      let stored = try fresh.existingObject(ManagedObject.self, with: object.objectID)
      // Deleting an object that is already deleted is not a conflict.
      if stored == nil, object.isDeleted { continue }
      let now = (stored as? Owner)?.number ?? (stored as? Part)?.number
      if base != now { return "\(name(object)): \(String(describing: base)) and \(now ?? -1)" }
    }
    return nil
  }

  private func name(_ object: ManagedObject) -> String {
    "\(object is Owner ? "owner" : "part") \(object.objectID.key)"
  }

  private func lines(_ context: ManagedObjectContext) throws -> [String] {
    try objects(context).map { object in
      let links = PlainGraph.relationships.indices.compactMap { index -> String? in
        let relationship = PlainGraph.relationships[index]
        guard relationship.leadsFromOwner == (object is Owner) else { return nil }
        let keys = access[index].members(object).map { "\($0.objectID)" }
        return keys.isEmpty
          ? nil : relationship.name + "\(relationship.isOrdered ? keys : keys.sorted())"
      }
      let number = (object as? Owner)?.number ?? (object as? Part)?.number ?? -1
      return "\(name(object)) \(number) " + links.joined(separator: " ")
    }.sorted()
  }
}
