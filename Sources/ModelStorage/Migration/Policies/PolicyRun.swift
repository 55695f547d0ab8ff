/// Runs a policy: reads the old rows in batches, and writes the objects that the policy
/// creates into the table that replaces the old one.
final class PolicyRun: PolicyWork {
  let runs: PolicyRuns
  let source: TableChange.Source
  /// A closure that receives the number of rows done in the current pass, and
  /// that can throw an error to end the pass.
  var report: (Int) throws -> Void = { _ in }
  private let table: String
  private lazy var session = MigrationSession(
    self, source.mapping, from: plan.old.model.description, to: plan.new.model.description)
  private static let batchSize = 500

  private var inserts: [String: Statement] = [:]
  private var files: ExternalMarks

  var connection: Connection { runs.connection }
  private var plan: SchemaMigrationPlan { runs.plan }

  init(_ runs: PolicyRuns, _ source: TableChange.Source) {
    self.runs = runs
    self.source = source
    table = runs.plan.interim.entities[source.new.entity.index].quotedTable
    files = ExternalMarks(source)
  }

  // MARK: Passes

  /// Runs the first pass, which creates objects.
  func create(_ policy: any EntityMigrationPolicy) throws {
    try calling { try policy.begin(session) }
    try batches(sourceSelect) { [self] row in
      let (old, new) = objects(row)
      files.note(row, old.key)
      // The object that the mapping creates is prepared in case the policy uses
      // it unchanged.
      session.propose(new, for: old)
      try calling(old) { try policy.createDestinationInstances(for: old, session: session) }
    }
    try calling { try policy.endInstanceCreation(session) }
  }

  /// Runs the second pass, which sets relationships.
  func relate(_ policy: any EntityMigrationPolicy) throws {
    try batches(destinationSelect) { [self] row in
      let new = destination(row)
      try calling(new) { try policy.createRelationships(for: new, session: session) }
    }
    try calling { try policy.endRelationshipCreation(session) }
  }

  /// Runs the third pass, which validates the outcome.
  func validate(_ policy: any EntityMigrationPolicy) throws {
    try calling { try policy.performCustomValidation(session) }
    try calling { try policy.end(session) }
    inserts = [:]
  }

  /// Calls the policy, and adds the object for which it was called to an error.
  ///
  /// Migration errors already contain the object, and disk errors concern the
  /// store.
  private func calling(_ object: MigrationObject? = nil, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as MigrationError {
      throw error
    } catch let error as SQLiteError where ![.constraint, .error].contains(error.code) {
      // A failed constraint or invalid SQL is an error of the policy; a disk
      // failure is not.
      throw error
    } catch {
      throw MigrationError(policy: source.mapping, at: object, error)
    }
  }

  // MARK: Reading

  /// The columns of both objects: those of the old row, then those that the
  /// mapping computes from the old row.
  private var sourceSelect: String {
    let old = source.old.columns.map { $0.read("t0") }
    // Columns that the mapping does not mention are set by the policy.
    let new = source.new.columns.map { column in
      source.values[column.name].flatMap { files.read($0, column) ?? plan.sql(of: $0) } ?? "NULL"
    }
    return """
      SELECT \((["t0.Z_PK"] + old + new + files.columns).joined(separator: ", ")) FROM \
      \(source.rows) AND t0.Z_PK > ? ORDER BY t0.Z_PK LIMIT \(Self.batchSize)
      """
  }

  private var destinationSelect: String {
    // The table may contain objects of other mappings.
    let names = ["t0.Z_PK"] + source.new.columns.map { $0.read("t0") }
    return """
      SELECT \(names.joined(separator: ", ")) FROM \(table) AS t0 \
      WHERE t0.Z_ENT = \(source.new.number) AND t0.Z_PK > ? \
      AND t0.Z_PK IN (SELECT destination FROM \(Association.policyTable) \
      WHERE mapping = \(SQLLiteral.quoted(source.mapping.name))) \
      ORDER BY t0.Z_PK LIMIT \(Self.batchSize)
      """
  }

  /// Passes rows to a closure in batches. No statement is open while the
  /// closure runs, so that it may write.
  private func batches(
    _ sql: String, _ body: ([ConstantValue]) throws -> Void
  ) throws {
    let statement = try connection.prepare(sql)
    var last: Int64 = .min
    var done = 0
    while true {
      try report(done)
      statement.bind(last)
      var rows: [[ConstantValue]] = []
      try statement.forEachRow { row in
        rows.append((0..<Int32(statement.columnCount)).map { ConstantValue(row.storedValue($0)) })
      }
      guard case .integer(let key)? = rows.last?.first else { return }
      last = key
      for row in rows { try body(row) }
      done += rows.count
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
    let end = middle + source.new.columns.count
    return (
      object(source.old, key, row[1..<middle]),
      // The keys of a hierarchy that is merged into another follow the keys of
      // that hierarchy.
      object(source.new, key + source.offset, row[middle..<end])
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
      values: Dictionary(first: zip(mapping.columns.map(\.keyPath), values)))
  }

  // MARK: Writing

  func insert(
    _ object: MigrationObject, for source: Int64, isFirst: Bool
  ) throws -> MigrationObject {
    var object = object
    object.key =
      isFirst
      ? source + self.source.offset
      : try runs.nextKey(rootIndex: self.source.new.entity.rootIndex)
    try insert(object)
    try runs.associate(self.source.mapping.name, source, object.key)
    return object
  }

  func keys(
    of key: Int64, mapping: String, _ side: MappingFunction
  ) throws -> [Int64] {
    try runs.keys(of: key, mapping: mapping, side)
  }

  private func insert(_ object: MigrationObject) throws {
    let columns = try columns(of: object)
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map { StoreNames.quoted($0.name) }
    let places = names.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))"
    let statement = try inserts[sql] ?? connection.prepare(sql)
    inserts[sql] = statement
    statement.bind(object.key)
    statement.bind(source.new.number)
    statement.bind(1 as Int64)
    for column in columns { statement.bind(files.stored(object[column.keyPath], column)) }
    try statement.run()
  }

  func update(_ object: MigrationObject) throws {
    let columns = try columns(of: object)
    let settings = columns.map { "\(StoreNames.quoted($0.name)) = ?" }.joined(separator: ", ")
    guard !columns.isEmpty else { return }
    try files.note(object.key, table, connection)
    let statement = try connection.prepare("UPDATE \(table) SET \(settings) WHERE Z_PK = ?")
    for column in columns { statement.bind(files.stored(object[column.keyPath], column)) }
    statement.bind(object.key)
    try statement.run()
  }

  private func columns(of object: MigrationObject) throws -> [ColumnMapping] {
    let known = Set(source.new.columns.map(\.keyPath))
    // The value for a misspelled name would otherwise be lost silently.
    if let name = object.values.keys.sorted().first(where: { !known.contains($0) }) {
      throw MigrationError(
        .invalidMapping,
        "a policy sets '\(object.entityName).\(name)' of p\(object.key), which is no stored property "
          + "of its own row")
    }
    return source.new.columns.filter { object.values[$0.keyPath] != nil }
  }
}

extension MigrationError {
  /// Creates the error for an error that a policy threw, with the entity and
  /// the object for which the policy was called.
  fileprivate init(
    policy mapping: MappingModel.Entity, at object: MigrationObject?, _ error: any Error
  ) {
    let entity = mapping.destinationName ?? mapping.sourceName ?? mapping.name
    let place = object.map { " at \($0.entityName) p\($0.key)" } ?? ""
    let words = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    self.init(
      .policyFailed,
      "the policy of '\(entity)' failed\(place): \(words); the store is as it was",
      underlying: error)
  }
}
