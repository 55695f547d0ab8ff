import Foundation
import ModelLanguage
import ModelRuntime
import ModelSQLite
import ModelSchema
import XCTest

@testable import ModelstoreCommands

/// The types, rules and names that `pull` guesses. The model has to accept the rows of its
/// database.
final class GuessTests: StoreTestCase {
  /// The model that is pulled from a database made by SQL, after its rows have been
  /// imported.
  private func pulled(_ sql: String, imports: Bool = true) throws -> String {
    let source = try database(sql)
    let text = try run("pull", source)
    if imports {
      let file = try write(text, to: "Shop.model")
      try run("import-sqlite", source, path(), "--model", file)
      XCTAssertEqual(try run("check", path()), "ok")
    }
    return text
  }

  private func assert(_ text: String, has lines: [String], line: UInt = #line) {
    for wanted in lines {
      XCTAssertTrue(text.contains(wanted), "\(wanted)\n\(text)", line: line)
    }
  }

  func testBooleansAreWordsToo() throws {
    let text = try pulled(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, a BOOLEAN, b BOOLEAN, c BOOLEAN, d BOOLEAN, is_x INTEGER,
        flag INT, amount INT, island INT, checked INT CHECK (checked IN (0, 1)));
      INSERT INTO T VALUES (1, 't', 'true', 'Y', 'maybe', 0, 1, 1, 1, 1),
        (2, 'f', 'false', 'n', 'perhaps', 1, 0, 0, 0, 0);
      """)
    assert(
      text,
      has: [
        "var a: Bool?", "var b: Bool?", "var c: Bool?", "var d: String?", "var isX: Bool?",
        "var flag: Bool?", "var amount: Int64?", "var island: Int64?", "var checked: Bool?",
        "A guess by its name; all values are 0 or 1.", "A guess: a CHECK allows 0 and 1 only.",
      ])
    XCTAssertFalse(text.contains("not fit"), text)
    XCTAssertEqual(
      try run("rows", path(), "T", "--csv", "--columns", "a,b,c,d,isX"),
      "@id,a,b,c,d,isX\nT/p1,true,true,true,maybe,false\nT/p2,false,false,false,perhaps,true")
  }

  func testTextsInBlobsAreTexts() throws {
    let text = try pulled(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, a BLOB SUB_TYPE TEXT, b BLOB, c BLOB SUB_TYPE TEXT);
      INSERT INTO T (a, b) VALUES ('plain', x'00ff'), ('words', x'01');
      """)
    assert(text, has: ["var a: String?", "var b: Data?", "var c: String?"])
  }

  func testUUIDsAreKnownByTheirForms() throws {
    let text = try pulled(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, bytes BLOB, digits CHAR(32), digest CHAR(32), md5 BLOB);
      INSERT INTO T (bytes, digits, digest, md5) VALUES
        (x'a5af1ac59a204873ad8d618a9d437e7b', '3443496c00d1463ba46c549ca5d046f7',
         'd41d8cd98f00b204e9800998ecf8427e', x'd41d8cd98f00b204e9800998ecf8427e');
      """)
    assert(
      text, has: ["var bytes: UUID?", "var digits: UUID?", "var digest: String?", "var md5: Data?"])
    XCTAssertEqual(
      try run("rows", path(), "T", "--csv", "--columns", "digits"),
      "@id,digits\nT/p1,3443496C-00D1-463B-A46C-549CA5D046F7")
  }

  func testNumbersAreDatesByTheirNames() throws {
    let text = try pulled(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, julian_date REAL, made_at REAL, latitude REAL, width REAL);
      INSERT INTO T VALUES (1, 2459000.5, 1700000000.25, 47.5, 2459000.5);
      """)
    assert(
      text,
      has: [
        "var julianDate: Date?", "var madeAt: Date?", "var latitude: Double?", "var width: Double?",
        "dates as Julian days", "dates as seconds since 1970",
      ])
  }

  func testLongDecimalsAreExact() throws {
    let text = try pulled(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, a DECIMAL(20,0), b DECIMAL);
      INSERT INTO T VALUES (1, 1234567890123456789, 1.25);
      """)
    assert(text, has: ["var a: Decimal? @exact", "var b: Decimal?\n"])
    XCTAssertEqual(
      try run("rows", path(), "T", "--csv", "--columns", "a"), "@id,a\nT/p1,1234567890123456789")
  }

  func testChecksAreSaidOrQuoted() throws {
    let text = try pulled(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, age INT CHECK(age>=0 AND age<150),
        s TEXT CHECK(length(s)<=10), x REAL CHECK (x BETWEEN 0 AND 1), k TEXT CHECK(k IN ('a','b')),
        [Quantity] INT CONSTRAINT q CHECK ([Quantity]>(0)), "check" INT, y REAL CHECK (0 < y),
        low INT, high INT, z TEXT CHECK (z LIKE '%a') -- CHECK (no)
        , note TEXT DEFAULT 'CHECK (a)', CHECK (low < high) /* CHECK (no) */);
      INSERT INTO T VALUES (1, 149, 'abcdefghij', 1, 'b', 1, 0, 0.5, 1, 2, 'xa', 'n'),
        (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
      """)
    assert(
      text,
      has: [
        "var age: Int64? @range(0..<150)", "var s: String? @length(...10)",
        "var x: Double? @range(0...1)", "@range(1...)",
        "check lowAndHigh(low == nil || high == nil || low < high, \"low < high does not hold\")",
        "Left out: CHECK (z LIKE '%a'); see '@check'.",
      ])
    XCTAssertEqual(text.components(separatedBy: "CHECK").count - 1, 2, text)
    let file = path("Shop.model")
    for (line, rule) in [
      (#"{"@id": "T/p1", "id": 7, "age": 150}"#, "age is not less than 150"),
      (#"{"@id": "T/p1", "id": 7, "y": 0}"#, "y does not hold"),
      (#"{"@id": "T/p1", "id": 7, "k": "c"}"#, "k does not hold"),
      (#"{"@id": "T/p1", "id": 7, "quantity": 0}"#, "quantity is less than 1"),
      (#"{"@id": "T/p1", "id": 7, "low": 2, "high": 2}"#, "low < high does not hold"),
    ] {
      let lines = try write(line, to: "lines.json")
      let message = failure("import", path("New.sqlite"), lines, "--model", file)
      XCTAssertTrue(message.contains(rule), message)
    }
  }

  /// The pulled model has to accept exactly the rows that SQLite's constraints accept.
  func testBoundsOfSeveralChecksAreOne() throws {
    let text = try pulled(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, a INT CHECK (a >= 0), b INT CHECK (b > 1 AND b > 2),
        c REAL CHECK (c BETWEEN 0 AND 9) CHECK (c < 9), s TEXT CHECK (length(s) > 0),
        d INT CHECK (d BETWEEN 10 AND 1), e INT CHECK (e >= 5 AND e < 5),
        f TEXT CHECK (length(f) > 5 AND length(f) < 3),
        g TEXT DEFAULT ('a' || 'b'), h TEXT DEFAULT 'it''s',
        CHECK (a >= 1), CHECK (length(s) >= 2), CHECK (length(s) <= 4));
      """)
    assert(
      text,
      has: [
        "var a: Int64? @range(1...)", "var b: Int64? @range(3...)", "var c: Double? @range(0..<9)",
        "var s: String? @length(2...4)", "var h: String? = \"it's\"",
        "(d == nil || d >= 10) && (d == nil || d <= 1)",
        "(e == nil || e >= 5) && (e == nil || e < 5)",
        "Left out: CHECK (length(f) > 5 AND length(f) < 3)",
        "Its default, 'a' || 'b', is left out.",
      ])
  }

  func testALengthThatNoTextHasIsNoRule() throws {
    let text = try pulled(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY,
        x TEXT CHECK (length(x) > 9223372036854775807));
      """)
    assert(text, has: ["var x: String?"])
    XCTAssertFalse(text.contains("@length"), text)
  }

  func testChecksOfSeveralColumnsTakeTheRowsThatSQLiteTakes() throws {
    let checks = [
      "first IS NOT NULL OR second IS NOT NULL", "first <= second AND NOT (first = 2)",
      "NOT (first > second OR flag = 1)", "first NOT BETWEEN second AND 3",
      "name IN ('a', 'b') OR first NOTNULL", "(first IS NULL) OR (first <> 1 AND second >= 1)",
    ]
    for check in checks {
      let columns = "first INT, second INT NOT NULL, flag BOOLEAN, name TEXT"
      let text = try pulled(
        "CREATE TABLE T (id INTEGER PRIMARY KEY, \(columns), CONSTRAINT is_fine CHECK (\(check)));")
      assert(text, has: ["check isFine("])
      XCTAssertFalse(text.contains("Left out"), text)
      let database = try Connection(path: ":memory:")
      try database.execute("CREATE TABLE T (\(columns), CHECK (\(check)))")
      let context = try PersistentContainer(
        CompiledModel(model(text)), configuration: .inMemory
      ).makeContext()
      for (number, (row, values)) in Self.rows.enumerated() {
        let isTaken = (try? database.execute("INSERT INTO T VALUES (\(row))")) != nil
        try context.insert(entityName: "T", values.merging(["id": Int64(number)]) { $1 })
        let isSaved = (try? context.save()) != nil
        context.rollback()
        XCTAssertEqual(isSaved, isTaken, "\(check): \(row)")
      }
      for name in ["Shop.db", "Store.sqlite"] {
        try FileManager.default.removeItem(atPath: path(name))
      }
    }
  }

  /// Rows with four columns, as SQL and as the values of objects.
  private static var rows: [(sql: String, values: [String: Any?])] {
    let others: [(sql: String, flag: Bool?, name: String?)] = [
      ("null, null", nil, nil), ("1, 'a'", true, "a"), ("0, 'c'", false, "c"),
    ]
    let firsts: [Int64?] = [nil, 1, 2, 4]
    return firsts.flatMap { first in
      (Int64(1)...3).flatMap { second in
        others.map { other in
          (
            "\(first.map { "\($0)" } ?? "null"), \(second), \(other.sql)",
            ["first": first, "second": second, "flag": other.flag, "name": other.name]
          )
        }
      }
    }
  }

  func testCollationsAreSaid() throws {
    let text = try pulled(
      "CREATE TABLE T (id INTEGER PRIMARY KEY, name TEXT UNIQUE COLLATE NOCASE, code TEXT UNIQUE)")
    assert(text, has: ["unique by the rules of NOCASE"])
    XCTAssertEqual(text.components(separatedBy: "by the rules of").count, 2, text)
  }

  func testPluralsHaveTheirSingulars() {
    for (plural, singular) in [
      ("houses", "house"), ("shoes", "shoe"), ("wolves", "wolf"), ("aliases", "alias"),
      ("lens", "lens"), ("sms", "sms"), ("https", "https"), ("menus", "menu"), ("photos", "photo"),
      ("buses", "bus"), ("statuses", "status"), ("bases", "base"), ("addresses", "address"),
      ("categories", "category"), ("olives", "olive"), ("clauses", "clause"), ("areas", "area"),
      ("potatoes", "potato"), ("licenses", "license"), ("lenses", "lens"), ("movies", "movie"),
      ("status", "status"), ("boxes", "box"), ("analysis", "analysis"), ("videos", "video"),
      ("sizes", "size"), ("purchases", "purchase"), ("apis", "api"), ("children", "child"),
      ("hypotheses", "hypothesis"), ("salesmen", "salesman"), ("bacteria", "bacterium"),
      ("radii", "radius"), ("deer", "deer"), ("specimens", "specimen"),
    ] {
      XCTAssertEqual(EnglishWords.singular(plural), singular)
      XCTAssertEqual(EnglishWords.singular(singular), singular)
    }
    for word in ["house", "shoe", "wolf", "alias", "photo", "menu", "potato", "box"] {
      XCTAssertEqual(EnglishWords.singular(EnglishWords.plural(word)), word)
    }
  }

  func testNamesAreThoseOfSQLite() throws {
    let text = try pulled(
      """
      CREATE TABLE "É" (id INTEGER PRIMARY KEY, v TEXT);
      CREATE TABLE "é" (id INTEGER PRIMARY KEY, w TEXT);
      CREATE TABLE t (id INTEGER PRIMARY KEY, "é" TEXT, "É" TEXT, "e\u{301}" TEXT);
      INSERT INTO "É" VALUES (1, 'upper');
      INSERT INTO "é" VALUES (7, 'lower1'), (8, 'lower2');
      INSERT INTO t VALUES (1, 'small', 'CAPITAL', 'two');
      """)
    XCTAssertEqual(try run("count", path(), "É"), "1", text)
    XCTAssertEqual(try run("count", path(), "É2"), "2", text)
    let row = try run("rows", path(), "T", "--csv")
    for value in ["small", "CAPITAL", "two"] { XCTAssertTrue(row.contains(value), row) }
  }
}
