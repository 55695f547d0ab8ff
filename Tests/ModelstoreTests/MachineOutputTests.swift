import Foundation
import ModelRuntime
import ModelSQLite
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// The `--json` output of every command, compared with the article that describes it.
final class MachineOutputTests: StoreTestCase {
  private static let shop = """
    model Shop @version(2)
    entity Customer {
      var name: String
      var age: Int64 = 0
      var orders: Set<Order> @inverse(customer)
    }
    entity Order { var number: Int64
      var customer: Customer? @inverse(orders)
    }
    """

  func testEveryCommandPrintsWhatTheArticleSays() throws {
    let forms = try OutputForms()
    try make(Self.shop) { context in
      let one = try context.insert(entityName: "Customer", ["name": "A \"b\" \u{1B}\u{202E}"])
      _ = try context.insert(entityName: "Order", ["number": Int64.max, "customer": one])
    }
    let old = "model Shop @version(1)\nentity Customer { var name: String }"
    try make(old, "Old.sqlite") { _ = try $0.insert(entityName: "Customer", ["name": "A"]) }
    let connection = try Connection(path: path("Shop.db"))
    try connection.execute(
      "CREATE TABLE Owner (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO Owner VALUES (1, 'x')")
    let model = try write(Self.shop, to: "Shop.model")
    let versions = try versionsFolder(old)
    _ = try run("pull", path("Shop.db"), "--output", path("Pulled.model"))
    let lines = try write("{\"@id\": \"Order/p1\", \"number\": 1}", to: "lines.json")
    try brokenStore()
    var asked: Set<String> = []
    for words in [
      ["info", path()], ["hashes", path()], ["identify", path(), "--model", model],
      ["identify", path("Old.sqlite"), "--model", model], ["check", path()],
      ["check", path("Broken.sqlite")], ["rows", path(), "Customer"],
      ["rows", path(), "Customer", "--limit", "0"], ["count", path()], ["count", path(), "Order"],
      ["get", path(), "Order/p1"], ["sql", path(), "Order", "--where", "number > 1"],
      ["export", path()], ["import", path("New.sqlite"), lines, "--model", model],
      ["report", path(), "--output", path("page.html")], ["pull", path("Shop.db")],
      ["pull", path("Shop.db"), "--output", path("Again.model")],
      ["import-sqlite", path("Shop.db"), path("In.sqlite"), "--model", path("Pulled.model")],
      ["migrate", path("Old.sqlite"), "--model", versions, "--dry-run", "--sql"],
      ["migrate", path("Old.sqlite"), "--model", versions],
      ["migrate", path("Old.sqlite"), "--model", versions],
      ["compact", path()],
      ["test-migrations", "--model", versions, "--objects", "2", "--kills", "0"],
      ["completions", "zsh"], ["man"],
    ] {
      let text = try StoreCommands().outcome(words + ["--json"]).text
      asked.insert(words[0])
      for line in words[0] == "export" ? text.split(separator: "\n").map(String.init) : [text] {
        XCTAssertEqual(forms.mistakes(in: line, of: "modelstore \(words[0])"), [], "\(words)")
      }
    }
    let others = StoreCommands().all.map(\.description.name).filter { !asked.contains($0) }
    XCTAssertEqual(others, ["browse"], "commands that nothing was asked")
  }

  func testFindingsAreData() throws {
    try make(Self.shop) { context in
      let one = try context.insert(entityName: "Customer", ["name": "A"])
      _ = try context.insert(entityName: "Order", ["number": 1, "customer": one])
    }
    try brokenStore()
    let outcome = try StoreCommands().outcome(["check", path("Broken.sqlite"), "--json"])
    XCTAssertEqual(outcome.status, 1)
    let text = try outcome.text
    XCTAssertTrue(text.contains(#""kind": "danglingLink""#), text)
  }

  /// Makes a copy of the store with a dangling reference.
  private func brokenStore() throws {
    try FileManager.default.copyItem(
      at: folder.file("Store.sqlite"), to: folder.file("Broken.sqlite"))
    let connection = try Connection(path: path("Broken.sqlite"))
    try connection.execute("UPDATE ZORDER SET ZCUSTOMER = 77")
  }

  /// Makes a folder with both versions, as `modelgen` writes it.
  private func versionsFolder(_ old: String) throws -> String {
    let url = folder.file("Shop.versions")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let files = try ModelVersions(current: model(Self.shop), released: [model(old)]).files()
    for file in files {
      try Data(file.text.utf8).write(to: url.appending(path: file.name))
    }
    return url.path(percentEncoded: false)
  }
}
