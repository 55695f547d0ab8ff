struct StoreIndex: Sendable, Equatable {
  struct Column: Sendable, Equatable {
    let name: String
    let isAscending: Bool

    init(_ name: String, isAscending: Bool = true) {
      self.name = name
      self.isAscending = isAscending
    }
  }

  let name: String
  var table: String
  var columns: [Column]
  var isUnique = false
  /// True if the index leaves out rows, which is never the case for an index of
  /// a model.
  var isPartial = false
  /// True if a model declares the index: Core Data spells out the collation of such an
  /// index in its SQL.
  var isDeclared = false

  /// Returns whether both indexes have the same name, columns and options.
  func isSame(as other: StoreIndex) -> Bool {
    name == other.name && table == other.table && columns == other.columns
      && isUnique == other.isUnique && isPartial == other.isPartial
  }

  var sql: String {
    let columns = columns.map { column in
      StoreNames.quoted(column.name)
        + (isDeclared ? " COLLATE BINARY \(column.isAscending ? "ASC" : "DESC")" : "")
    }
    return """
      CREATE \(isUnique ? "UNIQUE " : "")INDEX \(StoreNames.quoted(name)) \
      ON \(StoreNames.quoted(table)) (\(columns.joined(separator: ", ")))
      """
  }
}
