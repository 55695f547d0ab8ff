/// The tables in which a store keeps its history, in the same form as Core
/// Data's.
///
/// A row of `ATRANSACTION` is a save, and its rows of `ACHANGE` are the objects
/// that it wrote. Repeated strings, such as authors, are in
/// `ATRANSACTIONSTRING`. The three tables are numbered as entities from 16001
/// on in `Z_PRIMARYKEY`. An attribute that keeps its value after deletion has a
/// column `ZTOMBSTONE<n>` in `ACHANGE`, where n is its index among such
/// attributes of its entity, by name.
package enum HistorySchema {
  package static let change: Int64 = 16001
  package static let transaction: Int64 = 16002
  static let string: Int64 = 16003

  static let tables: Set = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]

  /// The columns of the tables, in Core Data's order.
  private static let columns: [(table: String, columns: [(name: String, type: String)])] = [
    (
      "ACHANGE",
      keys + numbers("ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID")
        + [("ZCOLUMNS", "BLOB")]
    ),
    (
      "ATRANSACTION",
      keys + numbers("ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS")
        + [("ZTIMESTAMP", "FLOAT")] + texts("ZAUTHOR", "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID")
        + [("ZQUERYGEN", "BLOB")]
    ),
    ("ATRANSACTIONSTRING", keys + texts("ZNAME")),
  ]

  private static let keys = [("Z_PK", "INTEGER PRIMARY KEY")] + numbers("Z_ENT", "Z_OPT")

  private static func numbers(_ names: String...) -> [(name: String, type: String)] {
    names.map { ($0, "INTEGER") }
  }

  private static func texts(_ names: String...) -> [(name: String, type: String)] {
    names.map { ($0, "VARCHAR") }
  }

  /// The columns that distinguish a table of a history from other tables with
  /// the same name.
  private static let indispensable: [String: Set<String>] = [
    "ACHANGE": ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID"],
    "ATRANSACTION": ["Z_PK", "ZTIMESTAMP"],
  ]

  private static let indexes =
    ["CREATE INDEX IF NOT EXISTS ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)"]
    + ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"].map {
      "CREATE INDEX IF NOT EXISTS ATRANSACTION_\($0)_INDEX ON ATRANSACTION (\($0))"
    } + [
      """
      CREATE INDEX IF NOT EXISTS Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION \
      (ZAUTHOR COLLATE BINARY ASC)
      """,
      """
      CREATE INDEX IF NOT EXISTS Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION \
      (ZTIMESTAMP COLLATE BINARY ASC)
      """,
      """
      CREATE UNIQUE INDEX IF NOT EXISTS Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING \
      (ZNAME COLLATE BINARY ASC)
      """,
    ]

  /// Returns whether a store has the tables in the form that this library writes.
  static func isThere(_ tables: StoreTables) -> Bool {
    columns.allSatisfy { table in
      tables[table.table].map { present in
        table.columns.allSatisfy {
          present.contains($0.name) || $0.name == "Z_OPT" || $0.name == "ZQUERYGEN"
        }
      } == true
    }
  }

  /// Returns whether a store has a history that this library can continue.
  ///
  /// Frameworks before 2018 wrote the strings into `ATRANSACTION`, and had no
  /// table for them. The tables and columns that such a history lacks are
  /// added.
  static func canGoOn(_ tables: StoreTables) -> Bool {
    indispensable.allSatisfy { name, needed in tables[name].map(needed.isSubset) == true }
  }

  /// Creates the tables and columns that a store lacks, and the columns for the values
  /// that a model keeps after deletion.
  static func prepare(_ connection: Connection, _ model: CompiledModel) throws {
    let tables = try StoreTables(connection)
    if !isThere(tables) {
      for (table, columns) in columns { try complete(table, columns, tables, connection) }
      for statement in indexes { try connection.execute(statement) }
      for (number, name, table) in [
        (change, "CHANGE", "ACHANGE"), (transaction, "TRANSACTION", "ATRANSACTION"),
        (string, "TRANSACTIONSTRING", "ATRANSACTIONSTRING"),
      ] {
        try connection.execute(
          """
          INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) \
          SELECT \(number), '\(name)', 0, ifNull((SELECT max(Z_PK) FROM \(table)), 0) \
          WHERE NOT EXISTS (SELECT 1 FROM Z_PRIMARYKEY WHERE Z_ENT = \(number))
          """)
      }
    }
    let present = try StoreTables(connection)["ACHANGE"] ?? []
    let count = model.entities.map { $0.keptAttributes.count }.max() ?? 0
    // A column of type BLOB does not convert values, so values of every type
    // remain unchanged.
    for index in 0..<count where !present.contains(tombstone(index)) {
      try connection.execute("ALTER TABLE ACHANGE ADD COLUMN \(tombstone(index)) BLOB")
    }
  }

  private static func complete(
    _ table: String, _ columns: [(name: String, type: String)], _ tables: StoreTables,
    _ connection: Connection
  ) throws {
    guard let present = tables[table] else {
      let list = columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
      return try connection.execute("CREATE TABLE \(table) ( \(list) )")
    }
    for column in columns where !present.contains(column.name) {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.type)")
    }
  }

  /// Returns the name of the column for a kept value.
  package static func tombstone(_ index: Int) -> String { "ZTOMBSTONE\(index)" }
}

extension CompiledEntity {
  /// The attributes whose values are kept in the history after deletion, by
  /// name.
  package var keptAttributes: [CompiledProperty] {
    properties.filter {
      $0.description.attribute.map { $0.preservesValueOnDeletion && !$0.isTransient } == true
    }.sorted { $0.name < $1.name }
  }

  /// The properties that have a bit in `ZCOLUMNS`, in the order of the bits:
  /// the stored properties, sorted by name.
  package var historyProperties: [CompiledProperty] {
    properties.filter {
      switch $0.description {
      case .attribute(let attribute): !attribute.isTransient
      case .relationship(let relationship): !relationship.isTransient
      case .fetched: false
      }
    }.sorted { $0.name < $1.name }
  }

  /// Returns bytes in which the bits of the changed properties are set. The
  /// first property has the highest bit of the first byte.
  package func historyColumns(_ changes: PropertySet) -> [UInt8] {
    let properties = historyProperties
    var bytes = [UInt8](repeating: 0, count: (properties.count + 7) / 8)
    for (place, property) in properties.enumerated() where changes.contains(property.number) {
      bytes[place / 8] |= 0x80 >> (place % 8)
    }
    return bytes
  }
}
