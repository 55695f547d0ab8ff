import Foundation
import ModelGenerator
import ModelLanguage
import ModelRuntime
import ModelSQLite
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// Models pulled from existing databases, and their rows in stores of these models.
final class PullTests: StoreTestCase {
  private static func fixture(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(
      contentsOf: folder.appending(path: "Databases/\(name)"), encoding: .utf8)
  }

  /// Three well-known databases: the pulled model is as recorded, code can be generated
  /// from it, and every row comes back.
  func testWellKnownDatabases() throws {
    for name in ["Chinook", "Northwind", "Sakila"] {
      let source = try database(Self.fixture("\(name).sql"), "\(name).db")
      let text = try run("pull", source) + "\n"
      let recorded = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Databases/\(name).model")
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
        try text.write(to: recorded, atomically: true, encoding: .utf8)
      }
      XCTAssertEqual(text, try Self.fixture("\(name).model"), name)
      XCTAssertFalse(try SwiftGenerator().files(for: model(text)).isEmpty, name)
      let modelFile = try write(text, to: "\(name).model")
      let report = try run(
        "import-sqlite", source, path("\(name).sqlite"), "--model", modelFile)
      XCTAssertTrue(report.contains("imported"), report)
      XCTAssertEqual(try run("check", path("\(name).sqlite")), "ok", name)
      try assertRows(of: source, areIn: path("\(name).sqlite"), name)
    }
  }

  /// Compares the rows of every table with the objects, value by value.
  private func assertRows(of source: String, areIn store: String, _ name: String) throws {
    let database = try ForeignDatabase(source)
    let access = try StoreAccess(
      PersistentContainer(
        CompiledModel(XCTUnwrap(StoreInspection(url: URL(filePath: store)).model())),
        configuration: StoreConfiguration(url: URL(filePath: store))))
    var compared = 0
    for entity in access.model.entities {
      let table = try XCTUnwrap(entity.userInfo[PulledInfo.table])
      for attribute in entity.attributes {
        let column = attribute.userInfo[PulledInfo.column] ?? attribute.name
        let form = attribute.userInfo[PulledInfo.dates].flatMap(DateForm.init) ?? .text
        var expected: [String] = []
        try database.rows(
          "SELECT \(ForeignDatabase.quoted(column)) FROM \(ForeignDatabase.quoted(table))"
        ) { row in
          let value = attribute.type.value(of: row.storedValue(0), dates: form)
          expected.append(StoredValue.json(value))
        }
        let found = try access.context.fetch(entityName: entity.name).map {
          StoredValue.json(try $0.value(forKey: attribute.name))
        }
        XCTAssertEqual(
          found.sorted(), expected.sorted(), "\(name) \(entity.name).\(attribute.name)")
        compared += expected.count
      }
    }
    XCTAssertGreaterThan(compared, 30, name)
  }

  func testLinksLeadWhereTheyLed() throws {
    let source = try database(Self.fixture("Chinook.sql"), "Chinook.db")
    let modelFile = path("Chinook.model")
    XCTAssertEqual(try run("pull", source, "--output", modelFile), "wrote \(modelFile)")
    XCTAssertTrue(failure("pull", source, "--output", modelFile).contains("is there already"))
    try run("import-sqlite", source, path(), "--model", modelFile)
    XCTAssertEqual(
      try run(
        "rows", path(), "Track", "--csv", "--sort", "trackId", "--columns",
        "name,album.title,album.artist.name,genre.name,unitPrice"),
      """
      @id,name,album.title,album.artist.name,genre.name,unitPrice
      Track/p1,For Those About To Rock,For Those About To Rock,AC/DC,Rock,0.99
      Track/p2,Balls to the Wall,Balls to the Wall,Accept,Rock,0.99
      Track/p3,Go Down,Let There Be Rock,AC/DC,,1.99
      """)
    XCTAssertEqual(
      try run("count", path(), "Playlist", "--where", "ANY tracks.name == 'Balls to the Wall'"), "2"
    )
    XCTAssertEqual(
      try run(
        "rows", path(), "Employee", "--csv", "--columns", "reportsTo.lastName", "--limit", "9"),
      "@id,reportsTo.lastName\nEmployee/p1,\nEmployee/p2,Adams")
  }

  func testTypesAreGuessedByTheValues() throws {
    let source = try database(
      """
      CREATE TABLE Event (id INTEGER PRIMARY KEY, created_at INTEGER, seen REAL, julian_date DATE,
        stamp INTEGER NOT NULL, is_open BOOLEAN DEFAULT TRUE, flag TINYINT(1), token CHAR(36),
        body TEXT, day TEXT, mixed, plain, price MONEY, big TINYINT, "class" TEXT, "" TEXT,
        description TEXT DEFAULT 'none', made TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
        odd TEXT DEFAULT (lower('X')), year YEAR);
      INSERT INTO Event VALUES (1, 1700000000, 1.5, 2460000.5, 7, 1, 0,
        '3F2504E0-4F89-41D3-9A0C-0305E82C3301', '{"a": 1}', '2020-02-29', 1, 3, 1.25, 300, 'c', 'e',
        'd', '2020-01-01T00:00:00Z', 'x', 1999);
      INSERT INTO Event (id, stamp, mixed) VALUES (2, 8, 'text');
      """)
    let text = try run("pull", source)
    for line in [
      "var createdAt: Date?", "var seen: Double?", "var julianDate: Date?", "var stamp: Int64",
      "var isOpen: Bool? = true", "var flag: Bool?", "var token: UUID?", "var body: JSON?",
      "var day: Date?", "var mixed: String?", "var plain: Int64?", "var price: Decimal?",
      "var big: Int16?", "var summary: String? = \"none\"", "var made: Date? = now()",
      "/// Its default, lower('X'), is left out.", "var year: Int16?",
      "/// A guess by its name; dates as seconds since 1970.", "/// Dates as Julian days.",
    ] {
      XCTAssertTrue(text.contains(line), "\(line)\n\(text)")
    }
    let modelFile = try write(text, to: "Shop.model")
    try run("import-sqlite", source, path(), "--model", modelFile)
    XCTAssertEqual(
      try run(
        "rows", path(), "Event", "--csv", "--sort", "id", "--columns",
        "createdAt,julianDate,isOpen,token,body,day,mixed,price"),
      """
      @id,createdAt,julianDate,isOpen,token,body,day,mixed,price
      Event/p1,2023-11-14T22:13:20Z,2023-02-25T00:00:00Z,true,3F2504E0-4F89-41D3-9A0C-0305E82C3301,\
      "{""a"":1}",2020-02-29T00:00:00Z,1,1.25
      Event/p2,,,true,,,,text,
      """)
  }

  func testHostileNamesAreNamesAgain() throws {
    let source = try database(
      """
      CREATE TABLE "users" (id INTEGER PRIMARY KEY, "user" TEXT, "na""me'; DROP" TEXT, "line\nend" INT);
      CREATE TABLE "user" (id INTEGER PRIMARY KEY, hash TEXT, "self" TEXT, "Ünï" TEXT, "1st" TEXT);
      CREATE TABLE "'); --" (x INT REFERENCES users, y INT REFERENCES nowhere (z), a INT, b INT,
        FOREIGN KEY (a, b) REFERENCES pairs (a, b));
      CREATE TABLE pairs (a INT, b INT, c INT, PRIMARY KEY (a, b));
      CREATE TABLE friends (user_id INT REFERENCES users, friend_id INT REFERENCES users,
        PRIMARY KEY (user_id, friend_id));
      CREATE TABLE "String" (v TEXT);
      CREATE TABLE "" (v TEXT);
      INSERT INTO users VALUES (1, 'u', 'n', 5), (2, 'v', NULL, NULL);
      INSERT INTO friends VALUES (1, 2);
      INSERT INTO "'); --" VALUES (1, 3, 4, 5);
      INSERT INTO "" VALUES ('w');
      """)
    let modelFile = try write(try run("pull", source), to: "Shop.model")
    let report = try run("import-sqlite", source, path(), "--model", modelFile)
    XCTAssertTrue(report.contains("imported 4 objects"), report)
    XCTAssertEqual(
      try run(
        "rows", path(), "User2", "--where", "ANY friends.id == 2", "--csv", "--columns", "id"),
      "@id,id\nUser2/p1,1")
    let model = try model(String(contentsOfFile: modelFile, encoding: .utf8))
    XCTAssertFalse(try SwiftGenerator().files(for: model).isEmpty)
  }

  func testWhatDoesNotFitIsReportedAndNothingIsImported() throws {
    let source = try database(
      """
      CREATE TABLE Owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE Pet (id INTEGER PRIMARY KEY, age INT, weight INT NOT NULL, owner_id INT REFERENCES Owner);
      INSERT INTO Owner VALUES (1, 'Ann');
      INSERT INTO Pet VALUES (1, 3, 4, 1), (2, 'old', 4, 1), (3, 3, 'heavy', 1), (4, 3, 4, 99);
      """)
    let modelFile = try write(try run("pull", source), to: "Shop.model")
    XCTAssertEqual(
      failure("import-sqlite", source, path(), "--model", modelFile),
      """
      'Pet' row 2: 'age' cannot be 'old'
      'Pet' row 3: 'weight' cannot be 'heavy'
      'Pet' row 4: 'owner' leads to 99, which is not there
      nothing was imported; '--skip' leaves out what does not fit
      """)
    XCTAssertFalse(FileManager.default.fileExists(atPath: path()))
    let outcome = try StoreCommands().outcome([
      "import-sqlite", source, path(), "--model", modelFile, "--skip",
    ])
    XCTAssertEqual(outcome.status, 1)
    XCTAssertTrue(try outcome.text.contains("imported 4 objects"))
    XCTAssertEqual(try run("count", path(), "Pet", "--where", "age == nil"), "1")
  }

  func testRenamedModelsFindTheirRows() throws {
    let source = try database(
      """
      CREATE TABLE tbl_cst (c_id INTEGER PRIMARY KEY, nm TEXT); INSERT INTO tbl_cst VALUES (1, 'A');
      """)
    let pulled = try run("pull", source)
    let renamed = pulled.replacing("entity TblCst", with: "entity Customer")
      .replacing("var nm:", with: "var name:").replacing(
        "String?", with: "String? @info(\"sqlite.column\": \"nm\")")
    let modelFile = try write(renamed, to: "Shop.model")
    try run("import-sqlite", source, path(), "--model", modelFile)
    XCTAssertEqual(
      try run("rows", path(), "Customer", "--csv", "--columns", "name"), "@id,name\nCustomer/p1,A")
  }

  func testWhatIsNoDatabaseIsSaid() throws {
    let text = try write("nonsense, and rather more of it than a header has", to: "text.db")
    XCTAssertTrue(failure("pull", text).contains("is not a database"))
    XCTAssertTrue(failure("pull", path("none")).contains("there is no database"))
    XCTAssertTrue(failure("pull", path("")).contains("is a folder"))
    XCTAssertTrue(failure("pull", try write("", to: "empty.db")).contains("has no tables"))
    try make("model A @version(1)\nentity B { var c: String }") { _ in }
    // A store contains its model.
    XCTAssertTrue(try run("pull", path()).hasPrefix("model A @version(1)"))
    XCTAssertTrue(try run("pull", path(), "--name", "C").hasPrefix("model C @version(1)"))
    try execute("UPDATE Z_METADATA SET Z_PLIST = NULL", in: folder.file("Store.sqlite"))
    XCTAssertTrue(try run("pull", path()).contains("Made of the tables"))
  }

  func testALockedDatabaseIsSaid() throws {
    guard TestRun.isLong else {
      throw XCTSkip("set MODEL_LONG_CHECKS to wait five seconds for a locked database")
    }
    let locked = try database("CREATE TABLE T (a INT)", "locked.db")
    let other = try Connection(path: locked)
    try other.execute("BEGIN EXCLUSIVE")
    XCTAssertTrue(failure("pull", locked).contains("another program"))
    try other.execute("ROLLBACK")
  }

  func testThousandsOfTables() throws {
    let count = TestRun.isLong ? 2000 : 300
    let sql = (0..<count).map { number in
      let parent = number == 0 ? "" : " REFERENCES t\(number / 2)"
      return "CREATE TABLE t\(number) (id INTEGER PRIMARY KEY, parent_id INT\(parent));"
    }
    let source = try database("BEGIN; \(sql.joined()) COMMIT")
    let text = try run("pull", source)
    XCTAssertEqual(try model(text).entities.count, count)
  }
}
