/// The schema of a store, read from its file.
struct ExistingSchema {
  let tables: StoreTables
  /// The indexes, by name.
  private(set) var indexes: [String: StoreIndex] = [:]
  private(set) var views: Set<String> = []
  /// The triggers that update derived attributes.
  private(set) var derivedTriggers: Set<String> = []
  /// The tables and triggers of searches, which are recreated when the store is
  /// opened.
  let searchObjects: [SearchObject]
  /// The entities' numbers, by name.
  private(set) var numbers: [String: Int64] = [:]
  /// True if SQLite checks references, or if there are none.
  private(set) var hasForeignKeys = true
  /// The columns of the constraints in `CREATE TABLE`, by table.
  private(set) var innerConstraints: [String: [[String]]] = [:]
  private var lastKeysByNumber: [Int64: Int64] = [:]

  init(_ connection: Connection) throws {
    tables = try StoreTables(connection)
    searchObjects = try SearchTables.objects(in: connection)
    func names(_ type: String) throws -> Set<String> {
      let sql = "SELECT name FROM sqlite_schema WHERE type = '\(type)'"
      return Set(try connection.prepare(sql).rows { $0.string(0) })
    }
    views = try names("view")
    derivedTriggers = try names("trigger").filter { $0.hasPrefix(DerivedTriggers.prefix) }
    for name in tables.names where !name.hasPrefix(SearchTables.prefix) {
      try readIndexes(of: name, connection)
    }
    try readForeignKeys(connection)
    guard tables["Z_PRIMARYKEY"] != nil else { return }
    for entity in try StoredEntity.all(in: connection) {
      numbers[entity.name] = entity.number
      lastKeysByNumber[entity.number] = entity.lastKey
    }
  }

  /// Returns the last assigned keys, by the names of a model's entities.
  func lastKeys(of mapping: StoreMapping) -> [String: Int64] {
    Dictionary(
      first: mapping.entities.compactMap { entity in
        lastKeysByNumber[entity.number].map { (entity.entity.name, $0) }
      })
  }

  /// Determines whether tables have foreign keys, from the tables that have
  /// references.
  private mutating func readForeignKeys(_ connection: Connection) throws {
    // Core Data's stores have no such clauses, and a store remains in the form
    // in which it was created.
    let statement = try connection.prepare(
      """
      SELECT count(*), sum(t.sql LIKE '%REFERENCES%') FROM sqlite_schema AS t \
      WHERE t.type = 'table' AND (SELECT count(*) FROM pragma_index_list(t.name) AS i \
      WHERE i.name LIKE t.name || '_Z%_INDEX' AND i.name NOT LIKE '%_Z_ENT_INDEX') > 0 \
      AND t.name NOT LIKE 'Z\\_%' ESCAPE '\\'
      """)
    try statement.forEachRow { row in
      if row.int64(0) > 0 { hasForeignKeys = row.int64(1) > 0 }
    }
  }

  /// Reads the indexes of a table. For the indexes of constraints, which belong
  /// to their tables, only the columns are recorded.
  private mutating func readIndexes(of table: String, _ connection: Connection) throws {
    let found = try connection.prepare(
      "SELECT name, \"unique\", partial, origin FROM pragma_index_list(?) WHERE origin <> 'pk'"
    ).binding([.string(table)]).rows { row in
      let index = StoreIndex(
        name: row.string(0), table: table, columns: [], isUnique: row.int64(1) != 0,
        isPartial: row.int64(2) != 0)
      return (index, isInner: row.string(3) == "u")
    }
    for (var index, isInner) in found {
      index.columns = try connection.prepare(
        "SELECT name, \"desc\" FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno"
      ).binding([.string(index.name)]).rows { row in
        .init(row.optionalString(0) ?? "", isAscending: row.int64(1) == 0)
      }
      if isInner {
        innerConstraints[table, default: []].append(index.columns.map(\.name))
      } else {
        indexes[index.name] = index
      }
    }
  }

  /// Returns whether the store has the views of a model's entities.
  func hasViews(of mapping: StoreMapping) -> Bool {
    mapping.entities.contains { views.contains($0.entity.name) }
  }
}

extension StoreMapping {
  /// Creates the layout of a model in an existing store.
  convenience init(_ model: CompiledModel, in schema: ExistingSchema) {
    self.init(model, numbers: schema.numbers, tables: schema.tables)
  }
}

extension ExistingSchema {
  /// Returns whether the store has the tables and columns of a version, and no
  /// other columns in the tables of its entities.
  func isOf(_ version: ManagedObjectModel) -> Bool {
    guard Set(version.entities.map(\.name)) == Set(numbers.keys) else { return false }
    let mapping = StoreMapping(CompiledModel(layoutOf: version), in: self)
    let comparison = StoreComparison(mapping: mapping, tables: tables, path: "")
    guard comparison.unexplained.isEmpty else { return false }
    for entity in mapping.model.entities {
      for relationship in entity.relationships {
        if let join = mapping.join(relationship, of: entity), tables[join.table] == nil {
          return false
        }
      }
      guard entity.depth == 0 else { continue }
      // A version does not determine which columns of entity numbers Core Data
      // has created.
      let wanted = Set(
        mapping.layouts[entity.index].columnsInTableOrder.filter { $0.kind != .entity }.map(\.name))
      guard tables[mapping.entities[entity.index].table]?.isSuperset(of: wanted) == true else {
        return false
      }
    }
    return true
  }
}

extension String {
  /// True if the text is the name of a column with the entity number of a destination,
  /// such as `Z9_OWNER`.
  package var isEntityNumber: Bool {
    let rest = dropFirst().drop { $0.isNumber }
    return hasPrefix("Z") && rest.count < count - 1 && rest.hasPrefix("_")
  }
}
