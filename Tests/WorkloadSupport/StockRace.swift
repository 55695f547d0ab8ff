package import Foundation
package import ModelRuntime
internal import TestSupport

/// A stock that several clerks change at once, while others read it and follow it.
///
/// Each save keeps what belongs together, so that whoever reads a moment finds no problem, and a
/// clerk's saves are counted in the store.
package struct StockRace: Sendable {
  package let store: StockStore
  /// The container that all actors of a process share; nil where each has its own.
  package var shared: PersistentContainer?

  package static let writers = 4
  private static let readers = 4

  package init(_ store: StockStore) { self.store = store }

  /// How many do something at once. What is written as a whole has no live lists:
  /// who follows it opens it again.
  package var actors: Int { Self.writers + Self.readers + (store.isDatabase ? 1 : 0) }

  /// What one thread or process did.
  package struct Result: Codable, Sendable {
    package var saves = 0
    package var conflicts = 0
    package var reads = 0
    package var problems: [String] = []

    package init() {}
  }

  package func make() throws {
    try store.make(PlainStock(shelves: 4, volumes: 5, clerks: Self.writers))
  }

  private func open() throws -> PersistentContainer { try shared ?? store.open() }

  /// What an actor does: the first ones write, the others read, the last one
  /// follows with a live list.
  package func act(_ number: Int, until end: Date) -> Result {
    if number < Self.writers { return write(number, until: end) }
    return number < Self.writers + Self.readers ? read(until: end) : follow(until: end)
  }

  /// Returns whether an actor may stop: when the time is over and it has done something, which may take
  /// longer on a machine with other work.
  private func isOver(_ end: Date, _ count: Int) -> Bool {
    Date.now >= (count > 0 ? end : end.addingTimeInterval(30))
  }

  // MARK: Writing

  /// Saves until the time is over.
  ///
  /// - Parameter saved: Called after each save with the number of saves.
  package func write(
    _ number: Int, until end: Date, saved: (Int) -> Void = { _ in }
  ) -> Result {
    var result = Result()
    var random = RandomSource(seed: UInt64(number) &+ UInt64.random(in: 0..<1 << 32))
    do {
      var container = try open()
      var context = try container.makeContext()
      while !isOver(end, result.saves) {
        do {
          guard try save(Int32(number), context, &random) else { continue }
          result.saves += 1
          saved(result.saves)
          if store.isDatabase, result.saves % 50 == 0 {
            try container.deleteHistory(before: Date(timeIntervalSinceNow: -2))
          }
        } catch let error as StoreError where [.conflict, .busy].contains(error.reason) {
          result.conflicts += 1
          context.rollback()
          // A store that is written as a whole is read again.
          if !store.isDatabase {
            container = try open()
            context = try container.makeContext()
          }
        }
      }
    } catch {
      result.problems.append("writer \(number): \(error)")
    }
    return result
  }

  /// What is read need not be of one moment: a save that is made of old rows is refused.
  ///
  /// - Returns: False where what was read is no stock.
  private func save(
    _ clerk: Int32, _ context: ManagedObjectContext, _ random: inout RandomSource
  ) throws -> Bool {
    context.refreshAllObjects()
    context.transactionAuthor = "clerk \(clerk)"
    // A volume that goes between two reads has no values: what is changed of it would be dropped.
    let read = try? context.checkingAccess {
      let objects = try StockObjects(context)
      return (objects: objects, stock: objects.plain)
    }
    guard let (read, stock) = read, stock.canBeSaved, read.are(stock) else { return false }
    var objects = read
    objects.make(stock.nextSave(of: clerk, &random))
    try context.save()
    return true
  }

  // MARK: Reading

  /// Reads until the time is over; every reading is of one moment.
  package func read(until end: Date) -> Result {
    var result = Result()
    var counts: [Int32: Int32] = [:]
    do {
      let container = try open()
      while !isOver(end, result.reads) {
        // What is written as a whole shows others' saves when it is opened.
        let context = try (store.isDatabase ? container : open()).makeContext()
        if store.isDatabase { try context.pinReads() }
        let objects = try StockObjects(context)
        result.problems += try objects.problems()
        let now = objects.plain.saves
        if now.contains(where: { $1 < counts[$0] ?? 0 }) {
          result.problems.append("\(now) after \(counts)")
        }
        counts = now
        result.reads += 1
      }
    } catch {
      result.problems.append("reader: \(error)")
    }
    return result
  }

  /// Follows the volumes with a live list until the time is over, and to the
  /// end: it shows the store then.
  ///
  /// Every update was of one moment if the saves come from other containers, because all of
  /// them are merged at once. The saves of contexts of the same container are merged one by
  /// one, and objects are read again when others may have saved.
  package func follow(until end: Date) -> Result {
    var result = Result()
    do {
      let container = try open()
      // From the first look on others' saves are noticed: it comes before the reading.
      try container.checkForExternalChanges()
      let context = try container.makeContext()
      context.automaticallyMergesChanges = true
      let list = FetchedResultsController(Volume.all.sorted { [$0.code.ascending] }, in: context)
      try list.performFetch()
      while Date.now < end {
        try Self.merge(container, context)
        result.problems += problems(of: list.objects)
        result.reads += 1
      }
      result.problems += try difference(list, context, container)
    } catch {
      result.problems.append("list: \(error)")
    }
    return result
  }

  /// Brings the saves of other containers, and of other contexts of this one.
  private static func merge(
    _ container: PersistentContainer, _ context: ManagedObjectContext
  ) throws {
    if try container.checkForExternalChanges() { try context.mergeExternalChanges() }
    context.mergePendingChanges()
  }

  private func problems(of volumes: some Collection<Volume>) -> [String] {
    let codes = volumes.map(\.code)
    let weight = shared == nil ? volumes.reduce(0) { $0 + Int($1.weight) } : 0
    return (codes == codes.sorted() ? [] : ["list: \(codes) is not sorted"])
      + (weight == 0 ? [] : ["list: the volumes weigh \(weight)"])
  }

  /// What the list shows that the store does not hold, when nobody writes any more.
  ///
  /// Writers may save a little after the time, so that the list is asked until
  /// the store stays as it is.
  private func difference(
    _ list: FetchedResultsController<Volume>, _ context: ManagedObjectContext,
    _ container: PersistentContainer
  ) throws -> [String] {
    while true {
      let before = try stored()
      Thread.sleep(forTimeInterval: 0.2)
      guard try stored() == before else { continue }
      try Self.merge(container, context)
      let shown = list.objects.map { "\($0.code) \($0.weight) \($0.title)" }
      // Somebody has saved after all.
      guard try shown == before || stored() == before else { continue }
      return shown == before ? [] : ["list: it shows \(shown), the store holds \(before)"]
    }
  }

  private func stored() throws -> [String] {
    try store.open().makeContext().fetch(Volume.all.sorted { [$0.code.ascending] })
      .map { "\($0.code) \($0.weight) \($0.title)" }
  }

  // MARK: Afterwards

  /// What is wrong with the store after saves of each clerk.
  ///
  /// - Parameter saves: How many saves there may be of each clerk, by number.
  package func problems(_ saves: [ClosedRange<Int>]) throws -> [String] {
    let container = try store.open()
    let context = try container.makeContext()
    let objects = try StockObjects(context)
    var problems = try container.integrityCheck().map(\.description) + objects.problems()
    for (clerk, range) in saves.enumerated() {
      let counted = Int(objects.plain.saves[Int32(clerk)] ?? -1)
      if !range.contains(counted) {
        problems.append("the store counts \(counted) saves of clerk \(clerk), who made \(range)")
      }
    }
    return problems
  }
}
