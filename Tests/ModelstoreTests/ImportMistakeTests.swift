import Foundation
import ModelRuntime
import ModelSQLite
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// Imports that are refused, with the line and the ID in the line, or with the row.
final class ImportMistakeTests: StoreTestCase {
  private static let shop = """
    model Shop @version(1)
    entity Owner {
      var name: String @unique
      var pets: Set<Pet> @inverse(owner)
      var list: [Pet] @inverse(keeper)
      var badge: Badge? @inverse(owner)
    }
    entity Pet {
      var age: Int16 = 0 @range(0...50)
      var code: String?
      var owner: Owner? @inverse(pets)
      var keeper: Owner? @inverse(list)
      var home: Home @inverse(pets)
    }
    entity Badge { var number: Int16 = 0
      var owner: Owner? @inverse(badge) }
    entity Home { var name: String = "here"
      var pets: Set<Pet> @inverse(home) @onDelete(.cascade) }
    """

  private func message(_ lines: String) throws -> String {
    let model = try write(Self.shop, to: "Shop.model")
    let file = try write(lines, to: "lines.json")
    defer { XCTAssertFalse(FileManager.default.fileExists(atPath: path())) }
    return failure("import", path(), file, "--model", model).replacing(file, with: "F")
  }

  func testBrokenRulesHaveTheirLines() throws {
    XCTAssertEqual(
      try message(
        """
        {"@id": "Home/h", "pets": ["Pet/p7"]}

        {"@id": "Pet/p7", "age": 99}
        {"@id": "Owner/p3", "name": "c"}
        {"@id": "Pet/p8", "age": 1}
        """),
      """
      F:3: error: Pet/p7: age is greater than 50
      F:5: error: Pet/p8: home is required
      """)
  }

  func testNothingIsNotAValue() throws {
    XCTAssertEqual(
      try message("{\"@id\": \"Owner/p3\", \"name\": null}"),
      "F:1: error: Owner/p3: 'Owner.name' cannot be null")
  }

  func testDuplicatesHaveTheirLines() throws {
    XCTAssertEqual(
      try message(
        """
        {"@id": "Owner/p1", "name": "a"}
        {"@id": "Owner/p2", "name": "b"}
        {"@id": "Owner/p9", "name": "a"}
        """), "F:3: error: Owner/p9: there is another owner with name 'a'")
    try make(Self.shop) { context in
      _ = try context.insert(entityName: "Owner", ["name": "a"])
    }
    let file = try write("{\"@id\": \"Owner/p5\", \"name\": \"a\"}", to: "lines.json")
    XCTAssertEqual(
      failure("import", path(), file),
      "\(file):1: error: Owner/p5: there is another owner with name 'a'")
    try FileManager.default.removeItem(atPath: path())
    XCTAssertEqual(
      try message(
        """
        {"@id": "Owner/p1", "name": "a"}
        {"@id": "Owner/p1", "name": "b"}
        """), "F:2: error: Owner/p1: another line has the same '@id'")
  }

  func testLinesThatContradictEachOtherAreRefused() throws {
    let home = "{\"@id\": \"Home/h\", \"pets\": [\"Pet/p1\"]}\n"
    let owners = "{\"@id\": \"Owner/p1\", \"name\": \"a\""
    for (lines, wanted) in [
      (
        """
        \(owners), "list": ["Pet/p1"]}
        {"@id": "Owner/p2", "name": "b", "list": ["Pet/p1"]}
        {"@id": "Pet/p1"}
        """, "F:2: error: Owner/p1: 'list' has 'Pet/p1', which another line gives away"
      ),
      (
        """
        \(owners), "pets": ["Pet/p1"]}
        {"@id": "Owner/p2", "name": "b"}
        {"@id": "Pet/p1", "owner": "Owner/p2"}
        """, "F:2: error: Owner/p1: 'pets' has 'Pet/p1', which another line gives away"
      ),
      (
        """
        \(owners), "pets": []}
        {"@id": "Pet/p1", "owner": "Owner/p1"}
        """, "F:2: error: Owner/p1: 'pets' lacks 'Pet/p1', which another line puts there"
      ),
      (
        """
        \(owners), "badge": "Badge/p1"}
        {"@id": "Owner/p2", "name": "b", "badge": "Badge/p1"}
        {"@id": "Badge/p1"}
        {"@id": "Pet/p1"}
        """, "F:2: error: Owner/p1: 'badge' has 'Badge/p1', which another line gives away"
      ),
      (
        """
        \(owners), "list": ["Pet/p1", "Pet/p1"]}
        {"@id": "Pet/p1"}
        """, "F:2: error: Owner/p1: 'list' has \"Pet/p1\" twice"
      ),
      (
        """
        \(owners), "list": ["Home/h"]}
        {"@id": "Pet/p1"}
        """, "F:2: error: Owner/p1: 'Owner.list' cannot be [\"Home/h\"]"
      ),
    ] {
      XCTAssertEqual(try message(home + lines), wanted, lines)
    }
    // The same relationship given at both ends is not a contradiction, and neither is null.
    let model = try write(Self.shop, to: "Shop.model")
    let file = try write(
      home + """
        \(owners), "pets": ["Pet/p1"], "list": ["Pet/p1"]}
        {"@id": "Pet/p1", "owner": "Owner/p1", "keeper": null, "home": "Home/h"}
        """, to: "lines.json")
    XCTAssertEqual(try run("import", path(), file, "--model", model), "imported 3 objects")
    XCTAssertEqual(
      try run("rows", path(), "Pet", "--csv", "--columns", "owner.name,keeper.name"),
      "@id,owner.name,keeper.name\nPet/p1,a,a")
  }

  func testAStoreThatIsNotThereIsMadeByAModel() throws {
    let lines = try write("{\"@id\": \"Owner/p1\", \"name\": \"a\"}\n", to: "lines.json")
    XCTAssertTrue(
      failure("import", path(), lines).contains(
        "there is no store '\(path())'; to make one, name its model: '--model'"))
  }

  /// The import waits once, not once for each object.
  func testAnotherWriterIsWaitedForOnce() throws {
    guard TestRun.isLong else {
      throw XCTSkip("set MODEL_LONG_CHECKS to wait five seconds for a locked database")
    }
    try make(Self.shop) { _ in }
    let other = try Connection(path: path())
    try other.execute("BEGIN IMMEDIATE")
    let line = "{\"@id\": \"Owner/p%\", \"name\": \"%\"}\n"
    let file = try write(
      (1...20).map { line.replacing("%", with: "\($0)") }.joined(), to: "lines.json")
    let start = Date.now
    XCTAssertTrue(failure("import", path(), file).contains("another program"))
    XCTAssertLessThan(Date.now.timeIntervalSince(start), 15)
    try other.execute("ROLLBACK")
  }

  // MARK: Databases

  private func imported(_ sql: String, from model: String? = nil) throws -> String {
    let source = try database(sql)
    let file = try write(model ?? run("pull", source), to: "Shop.model")
    return try run("import-sqlite", source, path(), "--model", file)
  }

  func testForeignKeysAreComparedAsSQLiteDoes() throws {
    let report = try imported(
      """
      CREATE TABLE country (code TEXT PRIMARY KEY COLLATE NOCASE, name TEXT);
      CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT, country TEXT REFERENCES country (code));
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE sale (id INTEGER PRIMARY KEY, customer VARCHAR(10) REFERENCES customer (id));
      CREATE TABLE tag (name TEXT PRIMARY KEY COLLATE NOCASE) WITHOUT ROWID;
      CREATE TABLE customer_tag (customer_id TEXT REFERENCES customer, tag TEXT REFERENCES tag,
        PRIMARY KEY (customer_id, tag)) WITHOUT ROWID;
      CREATE TABLE word (t TEXT UNIQUE, n INT REFERENCES word (t));
      INSERT INTO country VALUES ('DE', 'Germany');
      INSERT INTO city VALUES (1, 'Berlin', 'de'), (2, 'Nowhere', NULL);
      INSERT INTO customer VALUES (1, 'A'), (2, 'B');
      INSERT INTO sale VALUES (1, '1');
      INSERT INTO tag VALUES ('x'), ('Y');
      INSERT INTO customer_tag VALUES ('1', 'X'), ('1', 'y'), ('2', 'x');
      INSERT INTO word VALUES ('12', 12);
      """)
    XCTAssertTrue(report.contains("imported 9 objects"), report)
    for (entity, path, wanted) in [
      ("City", "country.name", "City/p1,Germany\nCity/p2,"), ("Sale", "customer.name", "Sale/p1,A"),
    ] {
      XCTAssertEqual(
        try run("rows", self.path(), entity, "--csv", "--columns", path), "@id,\(path)\n\(wanted)")
    }
    XCTAssertEqual(try run("count", path(), "Tag", "--where", "ANY customers.name == 'A'"), "2")
    XCTAssertEqual(try run("count", path(), "Tag", "--where", "ANY customers.name == 'B'"), "1")
  }

  func testBrokenRulesHaveTheirRows() throws {
    let model = """
      model Shop @version(1)
      entity Pet { var name: String @length(2...)
        var code: String? @unique }
      """
    let table = "CREATE TABLE Pet (name TEXT, code TEXT); "
    XCTAssertThrowsError(
      try imported(table + "INSERT INTO Pet VALUES ('Ann', 'a'), ('B', 'b')", from: model)
    ) { XCTAssertEqual("\($0)", "'Pet' row 2: 'name' is shorter than 2 characters") }
    XCTAssertThrowsError(
      try {
        try FileManager.default.removeItem(atPath: path("Shop.db"))
        return try imported(
          table + "INSERT INTO Pet VALUES ('Ann', 'a'), ('Bob', 'b'), ('Cid', 'a')", from: model)
      }()
    ) { XCTAssertEqual("\($0)", "'Pet' row 3: there is another pet with code 'a'") }
    XCTAssertFalse(FileManager.default.fileExists(atPath: path()))
  }

  func testAModelOfAnotherDatabaseIsRefused() throws {
    let model = "model Zoo @version(1)\nentity Cage { var size: Int64 }"
    XCTAssertThrowsError(try imported("CREATE TABLE Pet (name TEXT)", from: model)) {
      XCTAssertTrue("\($0)".contains("has no entity for a table of"), "\($0)")
    }
    XCTAssertFalse(FileManager.default.fileExists(atPath: path()))
  }
}
