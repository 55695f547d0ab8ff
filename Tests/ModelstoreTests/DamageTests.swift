import Foundation
import ModelCommands
import ModelRuntime
import ModelSQLite
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// The output of commands for stores with unreadable values.
final class DamageTests: StoreTestCase {
  private func makeDamaged() throws {
    try make(
      """
      model Shop @version(1)
      entity Item { var name: String
        var count: Int64 = 0
        var made: Date?
        var photo: Data? @external }
      """
    ) { context in
      for name in ["one", "two", "three"] {
        _ = try context.insert(
          entityName: "Item",
          ["name": name, "count": 7, "photo": Data(repeating: 1, count: 200_000), "made": Date.now])
      }
    }
    let connection = try Connection(path: path())
    try connection.execute(
      "UPDATE ZITEM SET ZCOUNT = 'many', ZMADE = 'hello' WHERE Z_PK = 2; PRAGMA wal_checkpoint")
  }

  /// The text that a command prints before it fails, and the message of the error.
  private func printed(_ words: String...) throws -> (text: String, message: String) {
    var text = ""
    do {
      try StoreCommands().outcome(words).write(to: .init { text += $0 })
      return (text, "")
    } catch {
      return (text, "\(error)")
    }
  }

  /// An entity that is alone in its table is read whatever its rows' `Z_ENT` is.
  func testOtherValuesOfARowWithAWrongEntityNumberAreShown() throws {
    try makeDamaged()
    try Connection(path: path()).execute("UPDATE ZITEM SET Z_ENT = 77")
    let rows = try printed("rows", path(), "Item", "--columns", "name,count,made")
    XCTAssertTrue(rows.text.contains("two    (damaged)  (damaged)"), rows.text)
  }

  func testDamagedValuesAreShownAsSuch() throws {
    try makeDamaged()
    let rows = try printed("rows", path(), "Item", "--columns", "name,count,made")
    XCTAssertTrue(rows.text.contains("two    (damaged)  (damaged)"), rows.text)
    XCTAssertTrue(rows.text.contains("three  7"), rows.text)
    XCTAssertTrue(rows.message.contains("2 values are damaged; see 'check'"), rows.message)
    let json = try printed("rows", path(), "Item", "--json", "--columns", "name,count")
    XCTAssertTrue(json.text.contains(#""name": "two", "count": null}"#), json.text)
    XCTAssertTrue(json.message.contains("1 value is damaged"), json.message)
    let lines = try printed("export", path())
    XCTAssertEqual(lines.text.split(separator: "\n").count, 3)
    XCTAssertFalse(lines.text.contains(#""count": 0"#) || lines.text.contains("2001-01-01"))
    XCTAssertTrue(lines.message.contains("damaged"), lines.message)
    let one = try printed("get", path(), "Item/p2")
    XCTAssertTrue(one.text.contains("count  (damaged)"), one.text)
    XCTAssertTrue(one.message.contains("damaged"), one.message)
    let good = try printed("get", path(), "Item/p1")
    XCTAssertEqual(good.message, "")
  }

  func testADamagedStoreHasItsPage() throws {
    try makeDamaged()
    let files = folder.file(".Store_SUPPORT").path(percentEncoded: false)
    try FileManager.default.removeItem(atPath: files)
    let outcome = try StoreCommands().outcome(["report", path(), "--output", path("page.html")])
    XCTAssertEqual(outcome.status, 1)
    let page = try String(contentsOfFile: path("page.html"), encoding: .utf8)
    XCTAssertTrue(page.contains("Damage") && page.contains("(damaged)"))
    XCTAssertTrue(page.contains("<td>three</td>"))
  }

  func testReadingLeavesNoFiles() throws {
    try makeDamaged()
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: path("")).filter {
        $0.hasPrefix("Store.sqlite")
      }
    }
    XCTAssertEqual(try names(), ["Store.sqlite"])
    _ = StoreCommands().run(["count", path(), "Item"])
    _ = StoreCommands().run(["report", path(), "--output", path("page.html")])
    XCTAssertEqual(try names(), ["Store.sqlite"])
    // The files of a program that has the store open stay.
    let other = try Connection(path: path())
    try other.execute("SELECT count(*) FROM ZITEM")
    let before = try names()
    _ = StoreCommands().run(["count", path(), "Item"])
    XCTAssertEqual(try names(), before)
  }
}
