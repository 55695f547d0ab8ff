import Foundation
import ModelRuntime
import TestSupport

/// A store of accounts between which many writers move amounts. The sum never changes, and
/// each writer counts its saves in the store.
struct RaceStore {
  let url: URL
  let type: StoreType
  let journalMode: SQLiteOptions.JournalMode

  static let accounts = 20
  static let writers = 4
  private static let readers = 8

  /// The number of threads or processes that run at once. Stores that are written as a
  /// whole have no live lists, because a program has to open them again to see changes.
  var actors: Int { Self.writers + Self.readers + (type.name == "SQLite" ? 1 : 0) }

  /// The result of one thread or process.
  struct Result: Codable {
    var saves = 0
    var conflicts = 0
    var reads = 0
    var problems: [String] = []
  }

  func open() throws -> PersistentContainer {
    var configuration = StoreConfiguration(url: url, type: type)
    configuration.options.journalMode = journalMode
    configuration.busyTimeout = 20
    return try PersistentContainer(.links, configuration: configuration)
  }

  /// Makes the accounts, which are parts, and an owner for each writer.
  func make() throws {
    let context = try open().makeContext()
    for _ in 0..<Self.accounts { _ = Part(in: context, number: 100) }
    for _ in 0..<Self.writers { _ = Owner(in: context, number: 0) }
    try context.save()
  }

  private func owners(_ context: ManagedObjectContext) throws -> [Owner] {
    try context.fetch(Owner.all).sorted { $0.objectID.key < $1.objectID.key }
  }

  /// Runs an actor: the first numbers write, the next ones read, and the last one follows
  /// with a live list.
  func act(_ number: Int, until end: Date) -> Result {
    if number < Self.writers { return write(number, until: end) }
    return number < Self.writers + Self.readers
      ? read(number, until: end) : follow(until: end)
  }

  /// Returns true if an actor may stop: after the end, if it has done something, and
  /// otherwise 30 seconds later, because a busy machine may need more time.
  private func isOver(_ end: Date, _ count: Int) -> Bool {
    Date.now >= (count > 0 ? end : end.addingTimeInterval(30))
  }

  // MARK: Writing

  /// Moves amounts until the end, and counts saves and conflicts.
  func write(_ number: Int, until end: Date) -> Result {
    var result = Result()
    var random = RandomSource(seed: UInt64(number))
    do {
      var context = try open().makeContext()
      while !isOver(end, result.saves) {
        do {
          try move(number, context, &random)
          result.saves += 1
        } catch let error as StoreError where error.reason == .conflict {
          result.conflicts += 1
          context.rollback()
          // A store that is written as a whole has to be opened again.
          if type.name != "SQLite" { context = try open().makeContext() }
        }
      }
    } catch {
      result.problems.append("writer \(number): \(error)")
    }
    return result
  }

  private func move(
    _ number: Int, _ context: ManagedObjectContext, _ random: inout RandomSource
  ) throws {
    context.refreshAllObjects()
    let parts = try context.fetch(Part.all)
    let amount = Int32(random.number(below: 50))
    let (one, other) = (random.pick(parts), random.pick(parts))
    one.number -= amount
    other.number += amount
    try owners(context)[number].number += 1
    try context.save()
  }

  // MARK: Reading

  /// Reads until the end. All values of one fetch must come from one moment.
  func read(_ number: Int, until end: Date) -> Result {
    var result = Result()
    do {
      let container = try open()
      var counts = [Int32](repeating: 0, count: Self.writers)
      while !isOver(end, result.reads) {
        // Stores that are written as a whole show others' saves only when they are opened
        // again.
        let context = try (type.name == "SQLite" ? container : open()).makeContext()
        let sum = try context.fetch(Part.all).reduce(0) { $0 + Int($1.number) }
        if sum != Self.accounts * 100 { result.problems.append("reader \(number): sum \(sum)") }
        let now = try owners(context).map(\.number)
        if zip(now, counts).contains(where: <) {
          result.problems.append("reader \(number): \(now) after \(counts)")
        }
        counts = now
        result.reads += 1
      }
    } catch {
      result.problems.append("reader \(number): \(error)")
    }
    return result
  }

  /// Follows the accounts with a live list until the end. All values of an update must come
  /// from one moment, and in the end the list must show the content of the store.
  ///
  /// Writers may save shortly after the end, so the list is updated until the store no
  /// longer changes.
  func follow(until end: Date) -> Result {
    var result = Result()
    do {
      let container = try open()
      // The first check comes before the fetch, because others' saves are only noticed
      // after it.
      try container.checkForExternalChanges()
      let context = try container.makeContext()
      let list = FetchedResultsController(Part.all.sorted { [$0.number.ascending] }, in: context)
      try list.performFetch()
      while Date.now < end {
        if try container.checkForExternalChanges() { try context.mergeExternalChanges() }
        let numbers = list.objects.map(\.number)
        if numbers != numbers.sorted() { result.problems.append("list: \(numbers) is not sorted") }
        if numbers.reduce(0, +) != Self.accounts * 100 {
          result.problems.append("list: sum \(numbers.reduce(0, +))")
        }
        result.reads += 1
      }
      result.problems += try difference(list, context, container)
    } catch {
      result.problems.append("list: \(error)")
    }
    return result
  }

  /// Returns a description of the difference between the list and the store after the last
  /// save, or nothing if they agree.
  private func difference(
    _ list: FetchedResultsController<Part>, _ context: ManagedObjectContext,
    _ container: PersistentContainer
  ) throws -> [String] {
    while true {
      let before = try stored()
      Thread.sleep(forTimeInterval: 0.2)
      guard try stored() == before else { continue }
      if try container.checkForExternalChanges() { try context.mergeExternalChanges() }
      let shown = list.objects.map(\.number)
      // A writer saved in the meantime.
      guard try shown == before || stored() == before else { continue }
      return shown == before ? [] : ["list: it shows \(shown), the store holds \(before)"]
    }
  }

  private func stored() throws -> [Int32] {
    try open().makeContext().fetch(Part.all.sorted { [$0.number.ascending] }).map(\.number)
  }

  // MARK: Afterwards

  /// Returns the problems of a store in which each writer has made a number of saves.
  func problems(_ saves: [Int]) throws -> [String] {
    let container = try open()
    let context = try container.makeContext()
    var problems = try container.integrityCheck().map(\.description)
    let counted = try owners(context).map { Int($0.number) }
    if counted != saves { problems.append("the store counts \(counted) of \(saves) saves") }
    let sum = try context.fetch(Part.all).reduce(0) { $0 + Int($1.number) }
    if sum != Self.accounts * 100 { problems.append("the sum is \(sum)") }
    return problems
  }
}
