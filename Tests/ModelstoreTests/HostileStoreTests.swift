import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// Stores whose schema was made to keep whoever looks into them busy for ever.
final class HostileStoreTests: StoreTestCase {
  private static let endless = """
    WITH RECURSIVE c (Z_PK) AS (SELECT 1 UNION ALL SELECT Z_PK + 1 FROM c) \
    SELECT 1 AS Z_PK, 1 AS Z_ENT, 1 AS Z_OPT, 0 AS Z_MAX, 0 AS Z_SUPER, 'Item' AS Z_NAME, * \
    FROM c WHERE c.Z_PK < 0
    """
  private static let text = """
    model Shop
    entity Item {
        var name: String
        var shelves: Set<Shelf> @inverse(items)
        fulltext search(name)
        index byName(name(.folded))
    }
    entity Shelf {
        var title: String
        var items: Set<Item> @inverse(shelves)
    }

    """

  private func makeStore() throws -> String {
    let text = Self.text
    let container = try PersistentContainer(
      CompiledModel(try model(text)),
      configuration: {
        var configuration = StoreConfiguration(url: folder.file("Store.sqlite"))
        configuration.keepsHistory = true
        return configuration
      }())
    let context = try container.makeContext()
    _ = try context.insert(entityName: "Item", ["name": "Lamp"])
    try context.save()
    return path()
  }

  /// The tables of a store, and those that every command needs.
  private func tables(_ store: String) throws -> [String] {
    try rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
      AND name NOT LIKE 'MODEL_FULLTEXT%_%_%'
      """, in: URL(filePath: store))
  }

  func testNoCommandReadsAnEndlessViewInThePlaceOfATable() throws {
    let pristine = try makeStore()
    _ = try rows("PRAGMA wal_checkpoint(TRUNCATE)", in: URL(filePath: pristine))
    let model = try write(Self.text, to: "Shop.model")
    let names = try tables(pristine)
    XCTAssertGreaterThan(names.count, 8)
    let commands = [
      ["info"], ["hashes"], ["check"], ["check", "--model", model], ["identify", "--model", model],
      ["export"], ["rows", "Item"], ["report", "--output", path("r.html")],
      ["migrate", "--dry-run", "--model", model], ["info", "--model", model],
    ]
    for name in names {
      let store = path("Hostile.sqlite")
      try? FileManager.default.removeItem(atPath: store)
      try FileManager.default.copyItem(atPath: pristine, toPath: store)
      let connection = try Connection(path: store)
      do {
        try connection.execute("DROP TABLE \"\(name)\"")
      } catch {
        continue
      }
      try connection.execute("CREATE VIEW \"\(name)\" AS \(Self.endless)")
      for command in commands {
        let start = ContinuousClock.now
        var words = command
        words.insert(store, at: 1)
        _ = try? StoreCommands().outcome(words).text
        XCTAssertLessThan(
          ContinuousClock.now - start, .seconds(5), "\(command.joined(separator: " ")): \(name)")
      }
    }
  }

  func testAnEndlessViewOfAnyNameIsToldAndNotRead() throws {
    let store = try makeStore()
    try execute("CREATE VIEW endless AS \(Self.endless)", in: URL(filePath: store))
    let start = ContinuousClock.now
    let text = try run("check", store)
    XCTAssertTrue(text.contains("the view 'endless' is neither"), text)
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
  }

  /// A statement that is long for another reason ends with the limit that it met.
  func testTheTimeLimitIsSaid() throws {
    let connection = try Connection(
      path: ":memory:",
      configuration: {
        var options = Connection.Configuration()
        options.statementTimeLimit = .milliseconds(100)
        return options
      }())
    XCTAssertThrowsError(
      try StoreError.translating("a.sqlite") {
        try connection.execute("CREATE TABLE t AS \(Self.endless)")
      }
    ) { XCTAssertTrue("\($0)".contains("time limit"), "\($0)") }
  }
}
