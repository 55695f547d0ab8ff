import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Tests that a damaged store leads to an error or a result within the time limit, and
/// never to a crash.
final class DamagedStoreTests: XCTestCase {
  private static let limit: TimeInterval = 10

  private func check(_ type: StoreType, count: Int, long: Int) throws {
    let folder = try MemoryFolder()
    let base = folder.file("Base")
    try make(base, type)
    let seed = TestRun.seed
    let size = try Data(contentsOf: base).count
    var (opened, refused) = (0, 0)
    let trace = FileManager.default.temporaryDirectory.appending(path: "model-damage")
    for number in 0..<UInt64(TestRun.isLong ? long : count) {
      var random = RandomSource(seed: seed &+ number)
      let damage = random.damage(size, pageSize: type.name == "SQLite" ? 4096 : 256)
      let url = folder.file("S\(number)")
      try FileManager.default.copyItem(at: base, to: url)
      try damage.apply(to: url)
      // A crash ends the tests, and then this file says which damage caused it. Otherwise
      // the file is removed.
      try Data("\(seed &+ number) \(damage)".utf8).write(to: trace)
      let start = Date.now
      do {
        try use(url, type)
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

  private func make(_ url: URL, _ type: StoreType) throws {
    var configuration = StoreConfiguration(url: url, type: type)
    configuration.options.journalMode = .delete
    configuration.externalStorageThreshold = 100_000
    let context = try PersistentContainer(.links, configuration: configuration).makeContext()
    try FaultScenario.fill(context)
    let owners = try context.fetch(Owner.all)
    owners[0].spouse = owners[1]
    owners[0].children.append(owners[1])
    owners[0].friends.insert(owners[1])
    try context.save()
  }

  /// Opens a store, reads all of it, changes it and saves.
  private func use(_ url: URL, _ type: StoreType) throws {
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
