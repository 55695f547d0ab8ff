internal import ModelSQLite
internal import ModelSchema

/// The schema of a store, read from its file.
struct ExistingSchema {
  /// The tables' columns, by table.
  private(set) var tables: [String: Set<String>] = [:]
  /// The indexes, by name.
  private(set) var indexes: [String: StoreIndex] = [:]
  private(set) var views: Set<String> = []
  /// The entities' numbers, by name.
  private(set) var numbers: [String: Int64] = [:]
  /// The last keys that were given out, by entity.
  private(set) var lastKeys: [String: Int64] = [:]

  init(_ connection: Connection) throws {
    var names: [String] = []
    try connection.prepare("SELECT type, name FROM sqlite_schema").forEachRow { row in
      switch row.string(0) {
      case "table": names.append(row.string(1))
      case "view": views.insert(row.string(1))
      default: break
      }
    }
    for name in names { tables[name] = try Self.columns(of: name, connection) }
    for name in names { try readIndexes(of: name, connection) }
    guard tables["Z_PRIMARYKEY"] != nil else { return }
    let sql = "SELECT Z_NAME, Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000"
    try connection.prepare(sql).forEachRow { row in
      numbers[row.string(0)] = row.int64(1)
      lastKeys[row.string(0)] = row.optionalInt64(2) ?? 0
    }
  }

  private static func columns(of table: String, _ connection: Connection) throws -> Set<String> {
    var names: Set<String> = []
    let statement = try connection.prepare("SELECT name FROM pragma_table_info(?)")
    statement.bind(table)
    try statement.forEachRow { names.insert($0.string(0)) }
    return names
  }

  /// Reads the indexes that somebody made; those of constraints go with their
  /// tables.
  private mutating func readIndexes(of table: String, _ connection: Connection) throws {
    let list = try connection.prepare(
      "SELECT name, \"unique\", partial FROM pragma_index_list(?) WHERE origin = 'c'")
    list.bind(table)
    var found: [StoreIndex] = []
    try list.forEachRow { row in
      found.append(
        StoreIndex(
          name: row.string(0), table: table, columns: [], isUnique: row.int64(1) != 0,
          isPartial: row.int64(2) != 0))
    }
    for var index in found {
      let columns = try connection.prepare(
        "SELECT name, \"desc\" FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno")
      columns.bind(index.name)
      try columns.forEachRow { row in
        index.columns.append(.init(row.optionalString(0) ?? "", isAscending: row.int64(1) == 0))
      }
      indexes[index.name] = index
    }
  }

  /// A Boolean value that says whether the store has what we add to Core Data's
  /// layout.
  func hasExtras(of mapping: StoreMapping) -> Bool {
    mapping.entities.contains { views.contains($0.entity.name) }
  }
}
