import Foundation
import TestSupport
import XCTest

/// Tests of Apple's stores in forms that other frameworks, versions and programs produce.
/// Optional parts may be missing, and unknown parts may be present.
final class StoreVariationTests: XCTestCase {
  /// A change of a store's file by plain SQL.
  private struct Variation: Sendable {
    let name: String
    let change: @Sendable (URL) throws -> Void
  }

  private static func sql(_ name: String, _ statements: String) -> Variation {
    Variation(name: name) { try execute(statements, in: $0) }
  }

  private static func metadata(
    _ name: String, _ format: PropertyListSerialization.PropertyListFormat = .binary,
    _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> Variation {
    Variation(name: name) { url in
      let digits = try rows("SELECT hex(Z_PLIST) FROM Z_METADATA", in: url)[0]
      let data = try XCTUnwrap(Data(hex: digits))
      var list = try XCTUnwrap(
        PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
      change(&list)
      let changed = try PropertyListSerialization.data(
        fromPropertyList: list, format: format, options: 0)
      let hex = changed.map { String(format: "%02x", $0) }.joined()
      try execute("UPDATE Z_METADATA SET Z_PLIST = x'\(hex)'", in: url)
    }
  }

  /// Changes the numbers in the names of the join tables.
  private static let renumberedTables = Variation(name: "other numbers of tables of pairs") { url in
    for (index, table) in try pairs(in: url).enumerated() {
      let name = table.drop { !$0.isLetter || $0 == "Z" }.drop { $0 == "_" || $0.isNumber }
      try execute("ALTER TABLE \"\(table)\" RENAME TO \"Z_\(200 + index)\(name)\"", in: url)
    }
  }

  /// Changes the numbers and counters in the column names of the join tables.
  private static let renumberedColumns = Variation(name: "other numbers of columns") { url in
    for table in try pairs(in: url) {
      for column in try rows("SELECT name FROM pragma_table_info('\(table)')", in: url) {
        let prefix = column.hasPrefix("Z_FOK_") ? "Z_FOK_" : "Z_"
        let name = column.dropFirst(prefix.count).drop(while: \.isNumber)
        guard column != "REFLEXIVE" else { continue }
        try execute(
          "ALTER TABLE \"\(table)\" RENAME COLUMN \"\(column)\" TO \"\(prefix)87\(name)\"", in: url)
      }
    }
  }

  /// Changes the number of every entity, in all names and values.
  private static let renumberedEntities = Variation(name: "other numbers of entities") { url in
    for name in try rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'", in: url) {
      try execute("DROP TRIGGER \"\(name)\"", in: url)
    }
    let tables = try rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z*' \
      AND name NOT IN ('Z_METADATA', 'Z_PRIMARYKEY', 'Z_MODELCACHE')
      """, in: url)
    for table in tables {
      let columns = try rows("SELECT name FROM pragma_table_info('\(table)')", in: url)
      if columns.contains("Z_ENT") {
        try execute("UPDATE \"\(table)\" SET Z_ENT = Z_ENT + 7", in: url)
      }
      // Rename the highest number first, so that no new name is in use.
      for column in columns.compactMap({ Numbered($0) }).sorted(by: { $0.number > $1.number }) {
        if column.prefix == "Z" {
          try execute(
            "UPDATE \"\(table)\" SET \"\(column.name)\" = \"\(column.name)\" + 7 "
              + "WHERE \(column.rest.hasPrefix("_") ? 1 : 0)", in: url)
        }
        try execute(
          "ALTER TABLE \"\(table)\" RENAME COLUMN \"\(column.name)\" TO \"\(column.shifted)\"",
          in: url)
      }
    }
    for table in tables.compactMap({ Numbered($0) }).sorted(by: { $0.number > $1.number }) {
      try execute("ALTER TABLE \"\(table.name)\" RENAME TO \"\(table.shifted)\"", in: url)
    }
    try execute(
      """
      UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT WHERE Z_ENT < 16000;
      UPDATE Z_PRIMARYKEY SET Z_ENT = 7 - Z_ENT WHERE Z_ENT < 0;
      UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_SUPER + 7 WHERE Z_SUPER > 0
      """, in: url)
  }

  /// A name that contains an entity number.
  private struct Numbered {
    let name: String
    let prefix: String
    let number: Int
    let rest: String

    init?(_ name: String) {
      guard let match = name.wholeMatch(of: /(Z_FOK_|Z_|Z)([0-9]+)(.*)/),
        let number = Int(match.2)
      else { return nil }
      (self.name, prefix, rest) = (name, String(match.1), String(match.3))
      self.number = number
    }

    var shifted: String { "\(prefix)\(number + 7)\(rest)" }
  }

  /// Makes the store anew with texts in UTF-16.
  private static let wide = Variation(name: "UTF-16") { url in
    let copy = url.deletingLastPathComponent().appending(path: "wide.sqlite")
    let tables = "type = 'table' AND name NOT LIKE 'sqlite%'"
    var statements = ["PRAGMA encoding = 'UTF-16le'"]
    statements += try texts("sql FROM sqlite_schema WHERE \(tables)", in: url)
    for table in try rows("SELECT name FROM sqlite_schema WHERE \(tables)", in: url) {
      let columns = try rows("SELECT name FROM pragma_table_info('\(table)')", in: url)
      let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      statements += try texts(
        "'INSERT INTO \"\(table)\" VALUES (' || \(values) || ')' FROM \"\(table)\"", in: url)
    }
    statements += try texts(
      "sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL ORDER BY type", in: url)
    try execute(statements.joined(separator: ";\n"), in: copy)
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + ending)
    }
    try FileManager.default.moveItem(at: copy, to: url)
    XCTAssertEqual(try rows("PRAGMA encoding", in: url), ["UTF-16le"])
  }

  private static func texts(_ query: String, in url: URL) throws -> [String] {
    let text = query.replacing(/^(.*?) FROM/, maxReplacements: 1) { "hex(\($0.1)) FROM" }
    return try rows("SELECT \(text)", in: url).map {
      String(decoding: try XCTUnwrap(Data(hex: $0)), as: UTF8.self)
    }
  }

  private static func pairs(in url: URL) throws -> [String] {
    try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z_[0-9]*'", in: url)
  }

  private let variations: [Variation] = [
    renumberedTables, renumberedColumns, renumberedEntities, wide,
    metadata("XML metadata", .xml) { _ in },
    metadata("hashes alone") { list in
      list = list.filter { $0.key == "NSStoreModelVersionHashes" }
    },
    metadata("keys of nobody's") { $0["ANSCKMetadata"] = ["a": [1, 2]] },
    sql("no metadata", "UPDATE Z_METADATA SET Z_PLIST = NULL"),
    sql(
      "mirroring",
      """
      CREATE TABLE ANSCKEVENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZCLOUDKITEVENTTYPE INTEGER, ZSTARTEDAT TIMESTAMP);
      CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZENTITYID INTEGER, ZENTITYPK INTEGER, ZCKRECORDNAME VARCHAR, ZENCODEDRECORD BLOB);
      CREATE TABLE ANSCKMETADATAENTRY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZKEY VARCHAR, ZSTRINGVALUE VARCHAR);
      CREATE UNIQUE INDEX ANSCKRECORDMETADATA_UNIQUE ON ANSCKRECORDMETADATA (ZENTITYID, ZENTITYPK);
      INSERT INTO ANSCKEVENT VALUES (1, 16005, 1, 0, 5);
      INSERT INTO Z_PRIMARYKEY VALUES (16004, 'NSCKDatabaseMetadata', 0, 0), \
      (16005, 'NSCKEvent', 0, 1), (16011, 'NSCKRecordMetadata', 0, 0)
      """),
    sql(
      "a cached model",
      """
      CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB);
      INSERT INTO Z_MODELCACHE VALUES (x'0123456789')
      """),
    Variation(name: "further columns and versions") { url in
      for table in try rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z[A-Z]*'", in: url)
      {
        try execute(
          "ALTER TABLE \"\(table)\" ADD COLUMN ZFOREIGN VARCHAR; UPDATE \"\(table)\" SET Z_OPT = NULL",
          in: url)
      }
    },
    sql("another journal", "PRAGMA journal_mode = DELETE"),
    sql("statistics", "ANALYZE"),
    sql("small pages", "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM"),
    sql("large pages", "PRAGMA journal_mode = DELETE; PRAGMA page_size = 65536; VACUUM"),
    sql(
      "vacuumed as Core Data does",
      "PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = 2; VACUUM"),
    sql("a version of somebody's", "PRAGMA user_version = 7; PRAGMA application_id = 9"),
    sql("last keys that are lost", "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL"),
    sql(
      "a history of 2017",
      """
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, \
      ZPROCESSID VARCHAR);
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, \
      ZCOLUMNS BLOB);
      INSERT INTO ATRANSACTION VALUES (1, 16002, 1, 700000000.5, 'me', 'b', 'c', 'p');
      INSERT INTO ACHANGE VALUES (1, 16001, 1, 0, 1, 1, 1, NULL);
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 1), (16002, 'TRANSACTION', 0, 1)
      """),
    sql(
      "a history of frameworks to come",
      """
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, \
      ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, \
      ZPROCESSID VARCHAR, ZQUERYGEN BLOB, ZFUTURE VARCHAR);
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, \
      ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB, ZFUTURE INTEGER);
      CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZNAME VARCHAR);
      CREATE TABLE ATRANSACTIONLATER (Z_PK INTEGER PRIMARY KEY, ZX BLOB);
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 0), (16002, 'TRANSACTION', 0, 0), \
      (16003, 'TRANSACTIONSTRING', 0, 0), (16099, 'LATER', 0, 0)
      """),
    sql(
      "views and a trigger of somebody's",
      """
      CREATE VIEW SOMEVIEW AS SELECT * FROM Z_PRIMARYKEY;
      CREATE TABLE SOMEBODY (A TEXT PRIMARY KEY, B) WITHOUT ROWID;
      CREATE TRIGGER SOMETRIGGER AFTER INSERT ON SOMEBODY BEGIN DELETE FROM SOMEBODY; END
      """),
  ]

  func testVariationsReadTheSame() throws {
    let large = TestRun.isLong ? ["oss_stubbed_data.sqlite"] : []
    try forEach(large + ["Bookmarks_V5.sqlite", "SampleModel_V2.sqlite"]) { store, url in
      var reader = try WholeReading(store, at: url)
      try reader.compare()
      return reader.differences
    }
  }

  /// Stores that can be read can also be changed, saved and opened again.
  func testVariationsAreChanged() throws {
    try forEach(["Bookmarks_V5.sqlite", "SampleModel_V2.sqlite"]) { store, url in
      var change = try StoreChange(store, at: url)
      try change.run()
      return change.differences
    }
  }

  private func forEach(
    _ names: [String], _ body: (AppleFiles.Store, URL) throws -> [String]
  ) throws {
    for store in try AppleFiles().stores where names.contains(store.name) {
      for variation in variations {
        let copy = try TemporaryCopy(of: store.url)
        try variation.change(copy.url)
        do {
          let differences = try body(store, copy.url)
          XCTAssertEqual(differences, [], "\(store.name): \(variation.name)")
        } catch {
          XCTFail("\(store.name): \(variation.name): \(error)")
        }
      }
    }
  }
}
