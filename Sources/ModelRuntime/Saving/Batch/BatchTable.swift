/// The rows that a batch operation concerns, in a temporary table of its
/// connection: SQLite keeps it in a file where it grows, so memory stays flat.
///
/// A row is a key, the number of its entity, and a round: 0 for what was asked
/// for, more for what follows from it.
struct BatchTable {
  /// The change of a row, done or to be done.
  enum Kind: Int64, CaseIterable {
    case inserted
    case updated
    case deleted
    /// The row is as it was, but a relationship of its object is not.
    case linked
  }

  let context: ManagedObjectContext
  let connection: StoreConnection
  let store: PersistentStore
  /// The history that the operation is written into; nil where none is kept.
  var history: HistoryWriter?

  /// The table's name.
  static let name = "temp.model_batch"

  /// Makes the table where the connection has none, and empties it.
  ///
  /// It is never dropped: that fails while anything is read.
  func prepare() throws {
    try run(
      """
      CREATE TEMP TABLE IF NOT EXISTS model_batch (kind INTEGER, root INTEGER, key INTEGER, \
      ent INTEGER, round INTEGER, PRIMARY KEY (kind, root, key)) WITHOUT ROWID
      """)
    try clear()
  }

  /// Lets the rows of one round be found, where there are many.
  func indexRounds() throws {
    try run(
      """
      CREATE INDEX IF NOT EXISTS temp.model_batch_rounds ON model_batch (kind, root, round)
      """)
  }

  /// Empties the table.
  func clear() throws { try run("DELETE FROM \(Self.name)") }

  /// Runs a statement.
  ///
  /// - Returns: How many rows it changed.
  @discardableResult
  func run(_ sql: String) throws -> Int {
    try connection.statement(sql).run()
    return connection.connection.changeCount
  }

  /// Runs a compiled statement.
  @discardableResult
  func run(_ sql: SQLFragment, _ constants: FetchConstants) throws -> Int {
    let statement = try connection.statement(sql.sql)
    constants.bind(sql.parameters, to: statement)
    try statement.run()
    return connection.connection.changeCount
  }

  /// The mapping of an entity.
  func mapping(_ index: Int) -> EntityMapping { store.mapping.entities[index] }
}

extension BatchTable {
  /// The number of a row's entity, as SQL.
  static func number(of mapping: EntityMapping, _ alias: String) -> String {
    mapping.starts == nil ? "\(mapping.number)" : "\(alias).Z_ENT"
  }

  /// Notes rows of an entity's table, those that are not noted already.
  ///
  /// - Parameter rows: What stands behind FROM; `d` is the table.
  @discardableResult
  func note(
    _ kind: Kind, round: Int, of mapping: EntityMapping, from rows: String
  ) throws -> Int {
    // IGNORE keeps the first round in which a row was found, so that a cycle of rules ends.
    try run(
      """
      INSERT OR IGNORE INTO \(Self.name) SELECT \(kind.rawValue), \(mapping.entity.rootIndex), \
      d.Z_PK, \(Self.number(of: mapping, "d")), \(round) FROM \(rows)
      """)
  }

  /// The keys of noted rows, as a sub-select.
  static func keys(_ kind: Kind, root: Int, round: Int? = nil) -> String {
    "(SELECT key FROM \(name) WHERE kind = \(kind.rawValue) AND root = \(root)"
      + (round.map { " AND round = \($0)" } ?? "") + ")"
  }

  /// The number of rows of a kind that are noted.
  func count(_ kind: Kind, round: Int? = nil) throws -> Int {
    let statement = try connection.statement(
      "SELECT count(*) FROM \(Self.name) WHERE kind = \(kind.rawValue)"
        + (round.map { " AND round = \($0)" } ?? ""))
    return try statement.first { Int($0.int64(0)) } ?? 0
  }

  /// The roots of the hierarchies of which rows of a kind are noted.
  func roots(_ kind: Kind) throws -> [CompiledEntity] {
    let statement = try connection.statement(
      "SELECT DISTINCT root FROM \(Self.name) WHERE kind = \(kind.rawValue)")
    return try statement.rows { store.model.entities[Int($0.int64(0))] }
  }

  /// Counts the versions of rows that were changed along; those that were asked
  /// for have theirs counted.
  func countVersions() throws {
    for root in try roots(.updated) {
      try run(
        """
        UPDATE \(mapping(root.index).quotedTable) SET Z_OPT = \(EntityMapping.nextVersion) \
        WHERE Z_PK IN \(Self.keys(.updated, root: root.index, round: 1))
        """)
    }
  }

  /// Hands every noted row over.
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

  /// The first objects of a statement of keys and entity numbers.
  func objectIDs(_ sql: String, of entity: CompiledEntity) throws -> [ObjectID] {
    try connection.statement(sql).rows { row in
      let number = row.int64(1)
      let index = entity.family.first { store.mapping.entities[$0].number == number }
      return ObjectID(entity: store.references[index ?? entity.index], key: row.int64(0))
    }
  }
}

extension BatchTable {
  /// A row that the operation changed.
  func witness() throws -> CommitWitness? {
    let statement = try connection.statement(
      "SELECT root, key FROM \(Self.name) WHERE kind <> ? ORDER BY kind LIMIT 1")
    statement.bind(Kind.linked.rawValue)
    let found = try statement.first { (mapping(Int($0.int64(0))).quotedTable, $0.int64(1)) }
    return try found.map { try CommitWitness(table: $0, key: $1, in: connection) }
  }
}
