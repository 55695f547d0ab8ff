import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// Stores with a hostile schema, which would keep a reader busy forever.
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

  /// The tables of a store, without internal tables.
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

  /// Another long statement ends with an error that names the time limit.
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

  /// Views with growing rows and deeply nested conditions end with an error that names the
  /// limit of memory or depth.
  func testLimitsOfMemoryAndDepthAreSaid() throws {
    let store = try makeStore()
    try execute(
      "DELETE FROM Z_METADATA; INSERT INTO Z_METADATA VALUES (1, 'x', zeroblob(60000000))",
      in: URL(filePath: store))
    let limit = Connection.memoryLimit
    Connection.memoryLimit = 20_000_000
    defer { Connection.memoryLimit = limit }
    let commands = [
      ["info", store], ["check", store], ["rows", store, "Item"], ["export", store],
      ["pull", store], ["hashes", store], ["report", store],
    ]
    for command in commands {
      XCTAssertThrowsError(try StoreCommands().outcome(command), "\(command)") {
        XCTAssertTrue("\($0)".contains("than the 19 MB that SQLite may take"), "\(command): \($0)")
      }
    }
    Connection.memoryLimit = limit
    let deep = try makeDeepStore()
    for command in commands {
      XCTAssertThrowsError(try StoreCommands().outcome([command[0], deep] + command.dropFirst(2))) {
        XCTAssertTrue("\($0)".contains("maximum depth 1000"), "\(command): \($0)")
      }
    }
  }

  /// Makes a store whose schema has a condition that is nested too deeply to be parsed.
  private func makeDeepStore() throws -> String {
    let store = path("Deep.sqlite")
    let condition = "b" + String(repeating: "+1", count: 2000)
    let place = "b" + String(repeating: "  ", count: 2000)
    let connection = try Connection(path: store)
    // The schema is on a single page, in which the condition replaces a placeholder of the
    // same length.
    try connection.execute(
      "PRAGMA page_size = 65536; CREATE TABLE a (b); CREATE INDEX c ON a (b) WHERE \(place) > 1")
    var file = try Data(contentsOf: URL(filePath: store))
    let range = try XCTUnwrap(file.firstRange(of: Data(place.utf8)))
    file.replaceSubrange(range, with: Data(condition.utf8))
    try file.write(to: URL(filePath: store))
    return store
  }
}
