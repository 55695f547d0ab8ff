/// An SQLite database other than a store, opened read-only.
struct ForeignDatabase {
  let path: String
  let connection: Connection

  /// Opens a database.
  ///
  /// - Throws: `StoreError` if there is no database, or if it is damaged or locked.
  init(_ path: String) throws {
    self.path = path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw StoreError(.cannotOpen, "there is no database '\(path)'")
    }
    guard !isFolder.boolValue else {
      throw StoreError(.cannotOpen, "'\(path)' is a folder, not a database")
    }
    connection = try StoreError.translating(path) {
      var options = Connection.Configuration()
      options.isReadOnly = true
      options.statementTimeLimit = Connection.inspectionTimeLimit
      // A path that begins with `file:` must not be read as a URI.
      let connection = try Connection.reading(
        URL(filePath: path).path(percentEncoded: false), options)
      // The transaction ensures that data read several times do not change.
      try connection.execute("BEGIN; SELECT count(*) FROM sqlite_schema")
      return connection
    }
  }

  /// Returns a name in quotes, for SQL.
  static func quoted(_ name: String) -> String { name.quoted(by: "\"") }

  /// Calls a closure with the rows of a statement, to which a string may be
  /// bound.
  func rows(_ sql: String, _ argument: String? = nil, _ body: (Row) throws -> Void) throws {
    try StoreError.translating(path) {
      let statement = try connection.prepare(sql)
      if let argument { statement.bind(argument) }
      try statement.forEachRow(body)
    }
  }

  /// Returns the ordinary tables, by name.
  func tables() throws -> [DatabaseTable] {
    try names(ofType: "table").map { name in
      DatabaseTable(
        name: name, columns: try columns(of: name), foreignKeys: try foreignKeys(of: name),
        indexes: try indexes(of: name), checks: try checks(of: name))
    }
  }

  /// Returns the names of the schema's objects of a given type: tables, views
  /// or virtual tables.
  func names(ofType type: String) throws -> [String] {
    var names: [String] = []
    let sql = """
      SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = ? \
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    try rows(sql, type) { names.append($0.shownText(0)) }
    return names
  }

  private func checks(of table: String) throws -> [TableCheck] {
    var text = ""
    try rows("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", table) {
      text = $0.shownText(0)
    }
    return TableCheck.checks(in: text)
  }

  private func columns(of table: String) throws -> [DatabaseTable.Column] {
    var columns: [DatabaseTable.Column] = []
    let sql = """
      SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) \
      WHERE hidden <> 1 ORDER BY cid
      """
    try rows(sql, table) { row in
      columns.append(
        .init(
          name: row.shownText(0), declaredType: row.shownText(1), isRequired: row.int64(2) != 0,
          defaultText: row.isNull(3) ? nil : row.shownText(3), keyPosition: Int(row.int64(4)),
          isGenerated: row.int64(5) > 1))
    }
    return columns
  }

  private func foreignKeys(of table: String) throws -> [DatabaseTable.ForeignKey] {
    var keys: [Int64: DatabaseTable.ForeignKey] = [:]
    let sql = """
      SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY id, seq
      """
    try rows(sql, table) { row in
      let new = DatabaseTable.ForeignKey(
        columns: [], table: row.shownText(1), targets: [], onDelete: row.shownText(4))
      keys[row.int64(0), default: new].columns.append(row.shownText(2))
      if !row.isNull(3) { keys[row.int64(0)]?.targets.append(row.shownText(3)) }
    }
    // The list is in the reverse order of the schema.
    return keys.sorted { $0.key > $1.key }.map(\.value)
  }

  private func indexes(of table: String) throws -> [DatabaseTable.Index] {
    var indexes: [DatabaseTable.Index] = []
    let sql = """
      SELECT name, "unique", origin, partial FROM pragma_index_list(?) ORDER BY seq DESC
      """
    try rows(sql, table) { row in
      indexes.append(
        .init(
          name: row.shownText(0), isUnique: row.int64(1) != 0, isKey: row.shownText(2) == "pk",
          isPartial: row.int64(3) != 0, columns: []))
    }
    for place in indexes.indices {
      let sql = "SELECT name, \"desc\", coll FROM pragma_index_xinfo(?) WHERE key ORDER BY seqno"
      try rows(sql, indexes[place].name) { row in
        indexes[place].columns.append(
          .init(
            name: row.isNull(0) ? nil : row.shownText(0), isDescending: row.int64(1) != 0,
            collation: row.shownText(2).uppercased()))
      }
    }
    return indexes
  }
}

/// A table of a database, as described by its schema.
struct DatabaseTable {
  struct Column {
    let name: String
    let declaredType: String
    let isRequired: Bool
    let defaultText: String?
    /// The position in the primary key, counted from 1; 0 for other columns.
    let keyPosition: Int
    let isGenerated: Bool
  }

  struct ForeignKey {
    var columns: [String]
    let table: String
    /// The referenced columns; empty if they are the primary key.
    var targets: [String]
    let onDelete: String
  }

  struct Index {
    let name: String
    let isUnique: Bool
    /// True if the index belongs to the primary key.
    let isKey: Bool
    let isPartial: Bool
    var columns: [Element]

    /// An element of an index: a column, or an expression if `name` is nil.
    struct Element {
      let name: String?
      var isDescending = false
      var collation = "BINARY"
    }
  }

  let name: String
  let columns: [Column]
  let foreignKeys: [ForeignKey]
  let indexes: [Index]
  let checks: [TableCheck]

  /// The columns of the primary key.
  var key: [String] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  /// Returns true if no two rows have the same values in the given columns.
  func isUnique(_ names: [String]) -> Bool {
    let wanted = Set(names.map(SQLName.init))
    let unique =
      [key]
      + indexes.filter { index in
        index.isUnique && !index.isPartial && index.columns.allSatisfy { $0.name != nil }
      }.map { $0.columns.compactMap(\.name) }
    return unique.contains { !$0.isEmpty && Set($0.map(SQLName.init)) == wanted }
  }

  /// Returns the collation by which a column's values are unique; nil if they
  /// are compared by bytes.
  func ownCollation(_ name: String) -> String? {
    indexes.filter { $0.isUnique && !$0.isPartial && $0.columns.count == 1 }
      .compactMap(\.columns.first)
      .first { $0.name.map(SQLName.init) == SQLName(name) && $0.collation != "BINARY" }?.collation
  }

  /// Returns the column with the given name, ignoring case; nil if there is
  /// none.
  func column(_ name: String) -> Column? {
    columns.first { SQLName($0.name) == SQLName(name) }
  }

  /// The two foreign keys of a table that contains nothing else, and therefore
  /// represents a many-to-many relationship; nil for any other table.
  var joined: (ForeignKey, ForeignKey)? {
    guard columns.count == 2, foreignKeys.count == 2,
      foreignKeys.allSatisfy({ $0.columns.count == 1 }),
      foreignKeys[0].columns.map(SQLName.init) != foreignKeys[1].columns.map(SQLName.init),
      isUnique(columns.map(\.name))
    else { return nil }
    return (foreignKeys[0], foreignKeys[1])
  }
}
