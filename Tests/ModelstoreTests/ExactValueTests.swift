import Foundation
import ModelRuntime
import ModelSQLite
import ModelSchema
import XCTest

@testable import ModelstoreCommands

/// Imported values are stored exactly, or refused.
final class ExactValueTests: StoreTestCase {
  private static let model = """
    model Shop @version(1)
    enum Size: Int16 { case small = 1
      case large = 2 }
    composite Place { var city: String?
      var zip: Int16 = 0
      var codes: Codable<Info>? }
    entity Item {
      var price: Decimal?
      var exact: Decimal? @exact
      var weight: Float?
      var length: Double?
      var count: Int16?
      var big: Int64?
      var made: Date?
      var page: URL?
      var photo: Data?
      var chip: UUID?
      var notes: JSON?
      var info: Codable<Info>?
      var marks: [Int16]?
      var size: Size?
      var place: Place?
      var isNew: Bool?
      var name: String?
    }
    """

  private func imported(_ member: String) throws -> String {
    let file = try write(Self.model, to: "Shop.model")
    let lines = try write("\n{\"@id\": \"Item/p1\", \(member)}", to: "lines.json")
    try? FileManager.default.removeItem(atPath: path())
    do {
      try run("import", path(), lines, "--model", file)
      return try run("export", path()).replacing("{\"@id\": \"Item/p1\", ", with: "{")
    } catch {
      return "\(error)".replacing(lines, with: "F")
    }
  }

  func testWhatFitsIsKept() throws {
    for member in [
      #""price": "123456789.012345""#, #""exact": "0.12345678901234567890123456789""#,
      #""weight": 0.1"#, #""weight": 16777216.0"#, #""length": 0.1"#, #""length": 1e+300"#,
      #""length": "inf""#, #""count": -32768"#, #""big": 9223372036854775807"#,
      #""made": "1066-10-14T00:00:00Z""#, #""made": "9999-12-31T23:59:59Z""#,
      #""made": "2021-03-27T20:30:00.123456Z""#, #""made": 0.3333333333333333"#,
      #""page": "https://example.com/a%20b""#, #""photo": "AAEC""#, #""size": 2"#,
      #""notes": {"a":[1,0.1,9007199254740992]}"#, #""marks": [1,-2]"#,
      #""info": {"ids": [9007199254740993, -1, 0.5], "name": "a"}"#, #""place": {"zip": 7}"#,
      #""place": {"codes": {"ids": [9007199254740993]}, "zip": 7}"#,
      #""isNew": true"#, #""name": "\u0000 \"é\" 😀""#,
    ] {
      XCTAssertEqual(try imported(member), "{\(member)}")
    }
    // The same value in another notation is accepted.
    for (member, shown) in [
      (#""length": 0.10000000000000001"#, #""length": 0.1"#),
      (#""length": 1E2"#, #""length": 100.0"#), (#""big": 1e3"#, #""big": 1000"#),
      (#""exact": 12345678901234567.5"#, #""exact": "12345678901234567.5""#),
      (#""made": "2021-03-27T22:30:00+02:00""#, #""made": "2021-03-27T20:30:00Z""#),
      (#""name": "\ud83d\ude00\/""#, #""name": "😀/""#),
    ] {
      XCTAssertEqual(try imported(member), "{\(shown)}")
    }
  }

  func testWhatDoesNotFitIsRefusedWithItsLine() throws {
    for member in [
      #""price": "0.12345678901234567""#, #""price": 0.12345678901234567"#, #""price": "1.2.3""#,
      #""price": "--1""#, #""exact": "0.123456789012345678901234567890123456789012""#,
      #""weight": 1e300"#, #""weight": 16777217"#, #""weight": 0.12345678901234567"#,
      #""length": 1e400"#, #""length": 0.12345678901234567891"#, #""length": 9007199254740993"#,
      #""length": 1e-400"#, #""count": 32768"#, #""count": 1.5"#, #""big": 9223372036854775808"#,
      #""made": "2020-02-30T00:00:00Z""#, #""made": "2020-13-01T00:00:00Z""#,
      #""made": "2020-01-01T24:00:00Z""#, #""made": "2020-01-01T23:59:60Z""#,
      #""made": "2020-01-01T00:00:00""#, #""made": "2020-01-01""#,
      #""made": "2020-01-01T00:00:00.123456789012Z""#, #""page": "a b""#, #""photo": "AAE""#,
      #""photo": "AAF=""#, #""chip": "1234""#, #""notes": {"a":0.12345678901234567891}"#,
      #""notes": {"a":1,"a":2}"#, #""marks": [1.5]"#, #""notes": [9007199254740993]"#,
      #""marks": [40000]"#, #""size": 3"#,
      #""place": {"zip": 70000}"#, #""place": {"town": "x"}"#, #""isNew": 1"#, #""name": 5"#,
      #""name": "\ud83d""#, #""name": "a", "name": "b""#, #""count": 01"#, #""count": 1,"#,
    ] {
      let message = try imported(member)
      XCTAssertTrue(message.hasPrefix("F:2: error: "), "\(member): \(message)")
      XCTAssertFalse(FileManager.default.fileExists(atPath: path()), member)
    }
  }

  func testDatesAreThoseOfOneCalendar() throws {
    let source = try database(
      """
      CREATE TABLE Battle (id INTEGER PRIMARY KEY, day DATE);
      INSERT INTO Battle VALUES (1, '1066-10-14'), (2, '1582-10-04'), (3, '0001-01-01'), (4, '9999-12-31');
      """)
    let file = try write(try run("pull", source), to: "Shop.model")
    try run("import-sqlite", source, path(), "--model", file)
    XCTAssertEqual(
      try run("rows", path(), "Battle", "--csv", "--columns", "day"),
      """
      @id,day
      Battle/p1,1066-10-14T00:00:00Z
      Battle/p2,1582-10-04T00:00:00Z
      Battle/p3,0001-01-01T00:00:00Z
      Battle/p4,9999-12-31T00:00:00Z
      """)
    // Printed dates are read as the same dates, in JSON and in conditions.
    let lines = try write(try run("export", path()), to: "lines.json")
    try run("import", path("Copy.sqlite"), lines, "--model", file)
    XCTAssertEqual(try run("export", path("Copy.sqlite")), try run("export", path()))
    XCTAssertEqual(try run("count", path(), "Battle", "--where", "year:(day) == 1066"), "1")
  }

  func testEveryValueThatADatabaseWouldLoseIsReported() throws {
    let source = try database(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, s TEXT, d DATE, f, p DECIMAL, u TEXT, j TEXT);
      INSERT INTO T VALUES (1, cast(x'4ce967e8' AS TEXT), '2020-02-30', 0.12345678901234567,
        '1.2.3', 'a b', '{"a":0.12345678901234567891}');
      INSERT INTO T VALUES (2, 'Lège', '2020-02-29', 0.5, '1.25', 'a%20b', '{"a":1}');
      """)
    let file = try write(
      """
      model Shop @version(1)
      entity T { var id: Int64
        var s: String?
        var d: Date?
        var f: Float?
        var p: Decimal?
        var u: URL?
        var j: JSON? }
      """, to: "Shop.model")
    let message = failure("import-sqlite", source, path(), "--model", file)
    for name in ["s", "d", "f", "p", "u", "j"] {
      XCTAssertTrue(message.contains("'T' row 1: '\(name)' cannot be"), "\(name): \(message)")
    }
    XCTAssertFalse(message.contains("row 2"), message)
    XCTAssertTrue(message.contains("4 bytes, which are no text in UTF-8"), message)
  }
}
