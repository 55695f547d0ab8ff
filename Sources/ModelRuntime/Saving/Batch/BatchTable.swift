/// The rows that a batch operation changes, in a temporary table of its
/// connection. SQLite keeps a large table in a file, so that the memory usage
/// does not grow.
///
/// A row of the table contains a key, the number of an entity, and a round,
/// which is 0 for requested rows and greater for rows that change because of
/// them.
struct BatchTable {
  /// The kind of change of a row.
  enum Kind: Int64, CaseIterable {
    case inserted
    case updated
    case deleted
    /// The row is unchanged, except that a relationship of its object changes.
    case linked
  }

  let context: ManagedObjectContext
  let connection: StoreConnection
  let store: PersistentStore
  /// The history of the operation; nil if the store does not keep one.
  var history: HistoryWriter?

  static let name = "temp.model_batch"

  /// Creates the temporary table if it does not exist, and empties it.
  ///
  /// The table is never dropped, because that would fail while a statement is
  /// reading from it.
  func prepare() throws {
    try run(
      """
      CREATE TEMP TABLE IF NOT EXISTS model_batch (kind INTEGER, root INTEGER, key INTEGER, \
      ent INTEGER, round INTEGER, PRIMARY KEY (kind, root, key)) WITHOUT ROWID
      """)
    try clear()
  }

  /// Creates an index by which the rows of one round are found.
  func indexRounds() throws {
    try run(
      """
      CREATE INDEX IF NOT EXISTS temp.model_batch_rounds ON model_batch (kind, root, round)
      """)
  }

  func clear() throws { try run("DELETE FROM \(Self.name)") }

  /// Runs an SQL statement.
  ///
  /// - Returns: The number of changed rows.
  @discardableResult
  func run(_ sql: String) throws -> Int {
    try connection.statement(sql).run()
    return connection.connection.changeCount
  }

  /// Runs a compiled statement with the values of its constants.
  ///
  /// - Returns: The number of changed rows.
  @discardableResult
  func run(_ sql: SQLFragment, _ constants: FetchConstants) throws -> Int {
    let statement = try connection.statement(sql.sql)
    constants.bind(sql.parameters, to: statement)
    try statement.run()
    return connection.connection.changeCount
  }

  /// Returns the mapping of the entity with the given index.
  func mapping(_ index: Int) -> EntityMapping { store.mapping.entities[index] }
}

extension BatchTable {
  /// Returns the SQL expression for the number of a row's entity.
  ///
  /// - Parameter alias: The name of the table in the statement.
  static func number(of mapping: EntityMapping, _ alias: String) -> String {
    mapping.starts == nil ? "\(mapping.number)" : "\(alias).Z_ENT"
  }

  /// Records rows of an entity's table that have not been recorded already.
  ///
  /// - Parameter rows: The text after FROM, in which `d` is the table.
  @discardableResult
  func note(
    _ kind: Kind, round: Int, of mapping: EntityMapping, from rows: String
  ) throws -> Int {
    // IGNORE keeps the first round in which a row was found, so that cyclic rules
    // terminate.
    try run(
      """
      INSERT OR IGNORE INTO \(Self.name) SELECT \(kind.rawValue), \(mapping.entity.rootIndex), \
      d.Z_PK, \(Self.number(of: mapping, "d")), \(round) FROM \(rows)
      """)
  }

  /// Returns the keys of recorded rows, as a subselect.
  static func keys(_ kind: Kind, root: Int, round: Int? = nil) -> String {
    "(SELECT key FROM \(name) WHERE kind = \(kind.rawValue) AND root = \(root)"
      + (round.map { " AND round = \($0)" } ?? "") + ")"
  }

  /// Returns the number of recorded rows of a kind.
  func count(_ kind: Kind, round: Int? = nil) throws -> Int {
    let statement = try connection.statement(
      "SELECT count(*) FROM \(Self.name) WHERE kind = \(kind.rawValue)"
        + (round.map { " AND round = \($0)" } ?? ""))
    return try statement.first { Int($0.int64(0)) } ?? 0
  }

  /// Returns the root entities of the hierarchies that have recorded rows of a
  /// kind.
  func roots(_ kind: Kind) throws -> [CompiledEntity] {
    let statement = try connection.statement(
      "SELECT DISTINCT root FROM \(Self.name) WHERE kind = \(kind.rawValue)")
    return try statement.rows { store.model.entities[Int($0.int64(0))] }
  }

  /// Increments the versions of rows that change because of the requested rows.
  /// The versions of the requested rows have already been incremented.
  func countVersions() throws {
    for root in try roots(.updated) {
      try run(
        """
        UPDATE \(mapping(root.index).quotedTable) SET Z_OPT = \(EntityMapping.nextVersion) \
        WHERE Z_PK IN \(Self.keys(.updated, root: root.index, round: 1))
        """)
    }
  }

  /// Calls a closure with the kind and the object ID of every recorded row.
  func visit(_ body: (Kind, ObjectID) -> Void) throws {
    let indexes = Dictionary(
      store.mapping.entities.map { ($0.number, $0.entity.index) },
      uniquingKeysWith: { first, _ in first })
    let statement = try connection.statement(
      "SELECT kind, root, key, ent FROM \(Self.name) ORDER BY kind, root, key")
    try statement.forEachRow { row in
      guard let kind = Kind(rawValue: row.int64(0)) else { return }
      let index = indexes[row.int64(3)] ?? Int(row.int64(1))
      body(kind, ObjectID(entity: store.references[index], key: row.int64(2)))
    }
  }

  /// Returns the IDs of the objects whose keys and entity numbers a statement
  /// selects.
  func objectIDs(_ sql: String, of entity: CompiledEntity) throws -> [ObjectID] {
    try connection.statement(sql).rows { row in
      let number = row.int64(1)
      let index = entity.family.first { store.mapping.entities[$0].number == number }
      return ObjectID(entity: store.references[index ?? entity.index], key: row.int64(0))
    }
  }
}

extension BatchTable {
  /// Returns a changed row that shows whether the operation was committed; nil
  /// if there is none.
  func witness() throws -> CommitWitness? {
    let statement = try connection.statement(
      "SELECT root, key FROM \(Self.name) WHERE kind <> ? ORDER BY kind LIMIT 1")
    statement.bind(Kind.linked.rawValue)
    let found = try statement.first { (mapping(Int($0.int64(0))).quotedTable, $0.int64(1)) }
    return try found.map { try CommitWitness(table: $0, key: $1, in: connection) }
  }
}
