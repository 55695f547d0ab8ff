import Foundation
import TestSupport
import XCTest

/// Apple's stores, read in forms that other frameworks, versions and programs leave them in: whatever
/// is not needed may be missing, and whatever is not known may be there.
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

  /// The tables of pairs with other numbers in their names.
  private static let renumberedTables = Variation(name: "other numbers of tables of pairs") { url in
    for (index, table) in try pairs(in: url).enumerated() {
      let name = table.drop { !$0.isLetter || $0 == "Z" }.drop { $0 == "_" || $0.isNumber }
      try execute("ALTER TABLE \"\(table)\" RENAME TO \"Z_\(200 + index)\(name)\"", in: url)
    }
  }

  /// The columns of the tables of pairs with other numbers and counters.
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

  private static func pairs(in url: URL) throws -> [String] {
    try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z_[0-9]*'", in: url)
  }

  private let variations: [Variation] = [
    renumberedTables, renumberedColumns,
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
  ]

  func testVariationsReadTheSame() throws {
    try forEach(["oss_stubbed_data.sqlite", "Bookmarks_V5.sqlite", "SampleModel_V2.sqlite"]) {
      store, url in
      var reader = try WholeReading(store, at: url)
      try reader.compare()
      return reader.differences
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
