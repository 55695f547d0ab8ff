/// An insertion of rows, one by one, from the values of a carrier object.
struct BatchInsertion {
  private let table: BatchTable
  private let entity: CompiledEntity
  private let options: BatchOptions
  private let rules: GraphRules?
  private let carrier: ManagedObject
  private let statement: Statement
  private var keys = KeyRange()
  private var validation = Validation()
  private(set) var report = BatchReport()

  /// The first key that was assigned to a row; nil before the first row.
  private var firstKey: Int64?
  private var lastKey: Int64 = 0

  private static let failureLimit = 100

  init(
    _ table: BatchTable, _ carrier: ManagedObject, context: ManagedObjectContext,
    options: BatchOptions
  ) throws {
    self.table = table
    self.carrier = carrier
    self.options = options
    entity = carrier._batch.entity
    rules = entity.hasGraphRules ? try context.rules.rules(of: entity) : nil
    statement = try table.connection.statement(
      table.store.mapping.mapping(of: entity).insert() + Self.conflictClause(entity, table, options)
    )
  }

  /// Returns the SQL clause for rows whose unique values already exist.
  private static func conflictClause(
    _ entity: CompiledEntity, _ table: BatchTable, _ options: BatchOptions
  ) -> String {
    switch options.onConflict {
    case .fail: return ""
    case .skip: return " ON CONFLICT DO NOTHING"
    case .update:
      let mapping = table.store.mapping.mapping(of: entity)
      let columns = mapping.columns.filter { column in
        let property = entity.properties[column.propertyNumber].description
        return property.attribute.map { !$0.isConstant } ?? false
      }
      let settings = columns.map { "\($0.quotedName) = excluded.\($0.quotedName)" }
      // The function always returns true; it records the files of replaced values.
      let drops = columns.filter(\.isExternal).map { " AND model_external_drop(\($0.quotedName))" }
      return
        " ON CONFLICT DO UPDATE SET \((settings + ["Z_OPT = \(EntityMapping.nextVersion)"]).joined(separator: ", "))"
        + " WHERE Z_ENT = excluded.Z_ENT\(drops.joined()) RETURNING Z_PK"
    }
  }

  /// Writes a row with the values of the carrier and the given values, for
  /// which there is no setter.
  mutating func insert(_ constants: [BatchDefaults.Constant]) throws {
    table.store.writeLock.noteRow()
    // The time limit applies to a single row, not to the time in which the program
    // produces the next one.
    table.connection.connection.restartTime()
    try check()
    try reserveKey()
    statement.bind(carrier._key)
    var writer = RowWriter(statement, .all)
    carrier._write(to: &writer)
    for constant in constants {
      statement.nextIndex = constant.parameter
      statement.bind(constant.value)
    }
    do {
      try write()
    } catch {
      throw carrier.refusedValue(by: statement, error) ?? error
    }
  }

  private mutating func check() throws {
    guard options.checksRules else { return }
    validation.check(carrier)
    try rules?.checkValues(of: carrier, &validation)
    // Failures are reported together, up to a limit for large numbers of rows.
    if validation.failures.count >= Self.failureLimit { try finishChecks() }
  }

  private mutating func reserveKey() throws {
    if let key = keys.take() {
      carrier._key = key
    } else {
      let number = table.store.keyCounter(rootIndex: entity.rootIndex)
      try keys.reserve(entityNumber: number, in: table.connection)
      carrier._key = keys.take() ?? 0
    }
    firstKey = firstKey ?? carrier._key
    lastKey = carrier._key
  }

  private mutating func write() throws {
    guard options.onConflict == .update else {
      let external = table.connection.external
      let mark = external?.mark
      try statement.run()
      if table.connection.connection.changeCount == 1 {
        report.inserted += 1
      } else {
        report.skipped += 1
        // The row was not written, so its files are not in use.
        if let mark { external?.rollBack(to: mark) }
      }
      return
    }
    // The statement must run to its end, which is when the row is written.
    guard let written = try statement.rows({ $0.int64(0) }).last else {
      throw StoreError(
        .notUnique,
        "an object of another entity has the unique value of a new '\(entity.name)'")
    }
    if written == carrier._key {
      report.inserted += 1
    } else {
      report.updated += 1
      try note(updated: written)
    }
  }

  private func note(updated key: Int64) throws {
    let mapping = table.mapping(entity.index)
    try table.connection.statement(
      "INSERT OR IGNORE INTO \(BatchTable.name) VALUES "
        + "(\(BatchTable.Kind.updated.rawValue), \(entity.rootIndex), ?, \(mapping.number), 0)", key
    ).run()
  }

  private func finishChecks() throws {
    if !validation.failures.isEmpty { throw ValidationError(failures: validation.failures) }
  }

  /// Completes the insertion: records the new rows, and connects the other ends
  /// of their relationships.
  mutating func finish() throws {
    try finishChecks()
    guard let firstKey else { return }
    // No other context can write in the meantime, so unused reserved keys are returned.
    try keys.giveBack(
      after: lastKey, entityNumber: table.store.keyCounter(rootIndex: entity.rootIndex),
      in: table.connection)
    let mapping = table.mapping(entity.index)
    try table.note(
      .inserted, round: 0, of: mapping,
      from: "\(mapping.quotedTable) AS d WHERE d.Z_PK BETWEEN \(firstKey) AND \(lastKey)")
    for relationship in entity.relationships where relationship.storage == .ownColumn {
      let link = BatchLink(relationship, of: entity, in: table.store)
      try BatchReferences(table: table, kind: .inserted, link: link).connect()
    }
  }
}
