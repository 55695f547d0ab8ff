internal import ModelSQLite
internal import ModelSchema

/// Carries a policy out: reads the old rows in batches, and writes what the
/// policy makes of them into the table that takes the old one's place.
final class PolicyRun {
  let connection: Connection
  let change: LayoutChange
  private let source: TableChange.Source
  private let table: TableChange
  private let stop: () throws -> Void
  private static let batchSize = 500
  private static let associations = "temp.Z__ASSOCIATIONS"

  private var inserts: [String: Statement] = [:]
  private var lastKey: Int64?

  init(
    _ connection: Connection, _ change: LayoutChange, _ table: TableChange,
    _ source: TableChange.Source, stop: @escaping () throws -> Void
  ) {
    self.connection = connection
    self.change = change
    self.table = table
    self.source = source
    self.stop = stop
  }

  private var interim: String { StoreNames.quoted(LayoutChange.interimName(table.name)) }

  /// Runs the three passes.
  func run(_ policy: any EntityMigrationPolicy) throws {
    guard let mapping = change.mapping(of: source.new.entity) else { return }
    let session = MigrationSession(self, mapping: mapping)
    try connection.execute(
      """
      CREATE TEMP TABLE Z__ASSOCIATIONS (source INTEGER, destination INTEGER, \
      PRIMARY KEY (source, destination)) WITHOUT ROWID; \
      CREATE INDEX temp.Z__ASSOCIATED ON Z__ASSOCIATIONS (destination)
      """)
    defer { try? connection.execute("DROP TABLE \(Self.associations)") }
    try policy.begin(session)
    try batches(sourceSelect) { [self] row in
      let (old, new) = objects(row)
      session.propose(new, for: old)
      try policy.createDestinationInstances(for: old, session: session)
    }
    try policy.endInstanceCreation(session)
    try batches(destinationSelect) { [self] row in
      try policy.createRelationships(for: destination(row), session: session)
    }
    try policy.endRelationshipCreation(session)
    try policy.performCustomValidation(session)
    try policy.end(session)
  }

  // MARK: Reading

  /// The columns of both objects: the old row's, then what the mapping makes of
  /// them.
  private var sourceSelect: String {
    let old = source.old.columns.map { "t0." + StoreNames.quoted($0.name) }
    let new = source.new.columns.map { column in
      source.values[column.name].flatMap(change.sql(of:)) ?? "NULL"
    }
    return """
      SELECT \((["t0.Z_PK"] + old + new).joined(separator: ", ")) FROM \
      \(source.old.quotedTable) AS t0 WHERE t0.Z_ENT = \(source.old.number) \
      AND t0.Z_PK > ? ORDER BY t0.Z_PK LIMIT \(Self.batchSize)
      """
  }

  private var destinationSelect: String {
    let names = ["Z_PK"] + source.new.columns.map { StoreNames.quoted($0.name) }
    return """
      SELECT \(names.joined(separator: ", ")) FROM \(interim) \
      WHERE Z_ENT = \(source.new.number) AND Z_PK > ? \
      AND Z_PK IN (SELECT destination FROM \(Self.associations)) \
      ORDER BY Z_PK LIMIT \(Self.batchSize)
      """
  }

  /// Hands rows over in batches; no statement is open meanwhile, so that the
  /// body may write.
  private func batches(
    _ sql: String, _ body: ([ConstantValue]) throws -> Void
  ) throws {
    let statement = try connection.prepare(sql)
    var last: Int64 = .min
    while true {
      try stop()
      statement.bind(last)
      var rows: [[ConstantValue]] = []
      try statement.forEachRow { row in
        rows.append((0..<Int32(statement.columnCount)).map { ConstantValue(row.storedValue($0)) })
      }
      guard case .integer(let key)? = rows.last?.first else { return }
      last = key
      for row in rows { try body(row) }
    }
  }

  private func objects(_ row: [ConstantValue]) -> (old: MigrationObject, new: MigrationObject) {
    guard case .integer(let key)? = row.first else {
      return (
        MigrationObject(entityName: "", key: 0, values: [:]),
        MigrationObject(entityName: "", key: 0, values: [:])
      )
    }
    let middle = 1 + source.old.columns.count
    return (
      object(source.old, key, row[1..<middle]), object(source.new, key, row[middle...])
    )
  }

  private func destination(_ row: [ConstantValue]) -> MigrationObject {
    var key: Int64 = 0
    if case .integer(let value)? = row.first { key = value }
    return object(source.new, key, row.dropFirst())
  }

  private func object(
    _ mapping: EntityMapping, _ key: Int64, _ values: ArraySlice<ConstantValue>
  ) -> MigrationObject {
    MigrationObject(
      entityName: mapping.entity.name, key: key,
      values: Dictionary(
        zip(mapping.columns.map(\.keyPath), values), uniquingKeysWith: { one, _ in one }))
  }

  // MARK: Writing

  func insert(_ object: MigrationObject) throws {
    let columns = try columns(of: object)
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map { StoreNames.quoted($0.name) }
    let places = names.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO \(interim) (\(names.joined(separator: ", "))) VALUES (\(places))"
    let statement = try inserts[sql] ?? connection.prepare(sql)
    inserts[sql] = statement
    statement.bind(object.key)
    statement.bind(source.new.number)
    statement.bind(1 as Int64)
    for column in columns { statement.bind(object[column.keyPath]) }
    try statement.run()
  }

  func update(_ object: MigrationObject) throws {
    let columns = try columns(of: object)
    let settings = columns.map { "\(StoreNames.quoted($0.name)) = ?" }.joined(separator: ", ")
    guard !columns.isEmpty else { return }
    let statement = try connection.prepare("UPDATE \(interim) SET \(settings) WHERE Z_PK = ?")
    for column in columns { statement.bind(object[column.keyPath]) }
    statement.bind(object.key)
    try statement.run()
  }

  private func columns(of object: MigrationObject) throws -> [ColumnMapping] {
    let known = Set(source.new.columns.map(\.keyPath))
    if let name = object.values.keys.sorted().first(where: { !known.contains($0) }) {
      throw MigrationError(
        .invalidMapping,
        "a policy sets '\(object.entityName).\(name)', which is no stored property of its own row")
    }
    return source.new.columns.filter { object.values[$0.keyPath] != nil }
  }

  // MARK: Associations and keys

  func associate(_ source: Int64, _ destination: Int64) throws {
    let statement = try connection.prepare("INSERT INTO \(Self.associations) VALUES (?, ?)")
    statement.bind(source)
    statement.bind(destination)
    try statement.run()
  }

  func keys(of key: Int64, from: String, to: String) throws -> [Int64] {
    let statement = try connection.prepare(
      "SELECT \(to) FROM \(Self.associations) WHERE \(from) = ?")
    statement.bind(key)
    var keys: [Int64] = []
    try statement.forEachRow { keys.append($0.int64(0)) }
    return keys
  }

  /// A key that no object of the hierarchy has or had.
  func nextKey() throws -> Int64 {
    let root = change.new.entities[source.new.entity.rootIndex]
    if lastKey == nil {
      try connection.prepare("SELECT ifnull(max(Z_PK), 0) FROM \(interim)").forEachRow {
        lastKey = max($0.int64(0), change.lastKey(root))
      }
    }
    let key = (lastKey ?? 0) + 1
    lastKey = key
    return key
  }
}
