import Foundation
import ModelRuntime
import TestSupport
import WorkloadSupport
import XCTest

/// Damaged stores: an error or an answer, soon, and never a trap. Half of them have the stock, the others
/// every kind of relationship.
final class DamagedStoreTests: XCTestCase {
  private static let limit: TimeInterval = 10

  private func check(_ type: StoreType, count: Int, long: Int) throws {
    let folder = try MemoryFolder()
    let bases = [folder.file("Stock"), folder.file("Links")]
    try makeStock(bases[0], type)
    try makeLinks(bases[1], type)
    let seed = TestRun.seed
    let sizes = try bases.map { try Data(contentsOf: $0).count }
    var (opened, refused) = (0, 0)
    let trace = FileManager.default.temporaryDirectory.appending(path: "model-damage")
    for number in 0..<UInt64(TestRun.isLong ? long : count) {
      var random = RandomSource(seed: seed &+ number)
      let kind = Int(number % 2)
      let damage = random.damage(
        sizes[kind], pageSize: type.name == "SQLite" ? 4096 : 256,
        kind == 0 ? .stock : .links)
      let url = folder.file("S\(number)")
      try FileManager.default.copyItem(at: bases[kind], to: url)
      try damage.apply(to: url)
      // A crash ends the tests, and then this file says which damage caused it. Otherwise
      // the file is removed.
      try Data("\(seed &+ number) \(damage)".utf8).write(to: trace)
      let start = Date.now
      do {
        try kind == 0 ? useStock(url, type) : useLinks(url, type)
        opened += 1
      } catch {
        refused += 1
        let isOurs = error is StoreError || error is ValidationError || error is MigrationError
        XCTAssertTrue(
          isOurs, "seed \(seed &+ number), \(damage): \(Swift.type(of: error)) \(error)")
      }
      XCTAssertLessThan(
        Date.now.timeIntervalSince(start), Self.limit, "seed \(seed &+ number), \(damage)")
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(
          atPath: url.path(percentEncoded: false) + suffix)
      }
    }
    try FileManager.default.removeItem(at: trace)
    print("\(type.name), seed \(seed): \(opened) used, \(refused) refused")
  }

  // MARK: The stock

  private func stock(_ url: URL, _ type: StoreType) -> StockStore {
    var store = StockStore(url, type: type, journalMode: .delete)
    store.busyTimeout = 0.1
    return store
  }

  private func makeStock(_ url: URL, _ type: StoreType) throws {
    let container = try stock(url, type).open { $0.externalStorageThreshold = 100_000 }
    let context = try container.makeContext()
    StockObjects.insert(PlainStock(), context)
    try context.save()
    for _ in 0..<3 { try StockStore.saveRepeatably(context) }
  }

  /// Opens a store, reads all of it, changes it, and saves.
  private func useStock(_ url: URL, _ type: StoreType) throws {
    let container = try stock(url, type).open()
    _ = try container.integrityCheck()
    let context = try container.makeContext()
    var objects = try StockObjects(context)
    _ = try objects.problems()
    if container.keepsHistory { _ = try container.history() }
    let plain = objects.plain
    if plain.canBeSaved { objects.make(plain.repeatableSave) }
    for volume in try context.fetch(Volume.all) { volume.weight &+= 1 }
    try context.save()
  }

  // MARK: Links

  private func makeLinks(_ url: URL, _ type: StoreType) throws {
    var configuration = StoreConfiguration(url: url, type: type)
    configuration.options.journalMode = .delete
    configuration.externalStorageThreshold = 100_000
    let context = try PersistentContainer(.links, configuration: configuration).makeContext()
    let owners = (1...2).map { Owner(in: context, number: Int32($0)) }
    let parts = (11...14).map { Part(in: context, number: Int32($0)) }
    owners[0].list = OrderedObjects(parts)
    owners[1].manyBoth = OrderedObjects(parts.reversed())
    owners[0].next = owners[1]
    parts[0].picture = FaultScenario.picture(1)
    parts[1].picture = FaultScenario.picture(2)
    owners[0].spouse = owners[1]
    owners[0].children.append(owners[1])
    owners[0].friends.insert(owners[1])
    try context.save()
  }

  /// Opens a store, reads all of it, changes it, and saves.
  private func useLinks(_ url: URL, _ type: StoreType) throws {
    var configuration = StoreConfiguration(url: url, type: type)
    configuration.options.journalMode = .delete
    configuration.busyTimeout = 0.1
    let container = try PersistentContainer(.links, configuration: configuration)
    _ = try container.integrityCheck()
    let context = try container.makeContext()
    let access = LinkAccess.all()
    let objects =
      try context.fetch(Owner.all) as [ManagedObject] + (try context.fetch(Part.all))
    for object in objects {
      _ = (object as? Part)?.picture
      for (number, relationship) in PlainGraph.relationships.enumerated()
      where relationship.leadsFromOwner == (object is Owner) {
        _ = access[number].members(object).map(\.objectID)
      }
    }
    for part in objects.compactMap({ $0 as? Part }) { part.number &+= 1 }
    if let part = objects.compactMap({ $0 as? Part }).last { context.delete(part) }
    _ = Part(in: context, number: 7)
    try context.save()
  }

  func testSQLiteStores() throws { try check(.sqlite, count: 30, long: 1000) }

  func testXMLStores() throws { try check(.xml, count: 30, long: 1000) }

  func testBinaryStores() throws { try check(.binary, count: 30, long: 1000) }
}
