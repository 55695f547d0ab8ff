/// An index of a store.
struct StoreIndex: Sendable, Equatable {
  /// A column of an index.
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
  /// A Boolean value that says whether it leaves rows out; none of ours does.
  var isPartial = false
  /// A Boolean value that says whether a model declares it, which Core Data
  /// spells out in the SQL.
  var isDeclared = false

  /// Returns whether it indexes the same in the same way.
  func isSame(as other: StoreIndex) -> Bool {
    name == other.name && table == other.table && columns == other.columns
      && isUnique == other.isUnique && isPartial == other.isPartial
  }

  /// Makes it.
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
