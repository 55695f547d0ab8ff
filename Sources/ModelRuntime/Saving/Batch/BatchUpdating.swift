/// An update of rows with new values, in SQL.
///
/// The operation computes all new values from the current rows into a temporary
/// table, records the rows, writes the values, disconnects the rows from their
/// previous partners, and connects them to the new partners.
///
/// ```
/// INSERT INTO temp.model_batch_values_2 SELECT t0.Z_PK, t0.Z_ENT, t0.Z_OPT, <v0>, <v1> FROM …
/// UPDATE ZBANK SET ZNAME = v.v0, ZCERT = v.v1, Z_OPT = … FROM temp.model_batch_values_2 AS v
///   WHERE +v.key = ZBANK.Z_PK
/// ```
///
/// Constants that are the same for all rows do not need a table of values:
///
/// ```
/// INSERT INTO temp.model_batch SELECT 1, 2, t0.Z_PK, t0.Z_ENT, 0 FROM …
/// UPDATE ZBANK SET ZCITY = ?, Z_OPT = … WHERE Z_PK IN (SELECT key FROM temp.model_batch …)
/// ```
struct BatchUpdating {
  let table: BatchTable
  let entity: CompiledEntity
  let plan: FetchPlan
  let assignments: [BatchAssignment]
  let skipsConflicts: Bool

  private var mapping: EntityMapping { table.store.mapping.mapping(of: entity) }
  // There is a table for each number of columns, which is created once for each
  // connection and emptied after use.
  private var values: String { "model_batch_values_\(assignments.count)" }

  /// The condition that joins rows and their values. Because of the plus sign,
  /// SQLite scans the values and looks up their rows. Otherwise, without
  /// statistics about the temporary table, it would scan the whole table of
  /// rows, and look up the value of each.
  private var isRowOfValues: String { "+v.key = \(mapping.quotedTable).Z_PK" }

  /// Updates the rows with the new values.
  ///
  /// - Returns: The number of skipped rows.
  func run() throws -> Int {
    let targets = try BatchTarget.targets(assignments, of: entity, in: table.context)
    if !skipsConflicts, targets.allSatisfy(isSameForAll) {
      try setConstants(targets)
      return 0
    }
    // All values are computed before any of them is written, because expressions refer
    // to the old rows.
    try computeValues(targets)
    try table.run(
      """
      INSERT INTO \(BatchTable.name) SELECT \(BatchTable.Kind.updated.rawValue), \
      \(entity.rootIndex), key, ent, 0 FROM temp.\(values)
      """)
    let written = Set(targets.map(\.name))
    let references = targets.compactMap(\.link).map {
      BatchReferences(table: table, kind: .updated, link: $0, written: written)
    }
    // This comes first, while the columns still contain the old destinations.
    for reference in references { try reference.noteOwners() }
    let skipped = try write(targets)
    // Only written rows are affected; skipped rows keep their partners.
    for reference in references { try reference.release() }
    for reference in references { try reference.connect() }
    try table.run("DELETE FROM temp.\(values)")
    return skipped
  }

  // MARK: Values

  private func computeValues(_ targets: [BatchTarget]) throws {
    let columns = (0..<targets.count).map { "v\($0)" }.joined(separator: ", ")
    try table.run(
      """
      CREATE TEMP TABLE IF NOT EXISTS \(values) \
      (key INTEGER PRIMARY KEY, ent INTEGER, version INTEGER, \(columns))
      """)
    try table.run("DELETE FROM temp.\(values)")
    let (select, constants) = try Self.select(plan, entity, targets, table.store)
    try table.run("INSERT INTO temp.\(values) " + select, constants)
  }

  /// Returns the statement that computes new values of rows.
  ///
  /// - Throws: `StoreError` if a column does not accept its value, or a value cannot be
  ///   computed.
  static func select(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ targets: [BatchTarget],
    _ store: PersistentStore
  ) throws -> (SQLFragment, FetchConstants) {
    let number = BatchTable.number(of: store.mapping.mapping(of: entity), "t0")
    let (select, _, constants) = try compiled(plan, entity, targets, store) { values in
      values.reduce(SQLFragment("t0.Z_PK, \(number), t0.Z_OPT")) { $0 + ", " + $1 }
    }
    return (select, constants)
  }

  /// Returns the statement that selects a list of columns from the rows and the
  /// new values, the SQL of the new values, and the constants of the statement.
  private static func compiled(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ targets: [BatchTarget],
    _ store: PersistentStore, list: (_ values: [SQLFragment]) -> SQLFragment
  ) throws -> (select: SQLFragment, values: [SQLFragment], constants: FetchConstants) {
    var numbering = Parameterization()
    var numbered = plan
    numbered.predicate = plan.predicate.map { numbering.predicate($0) }
    numbered.sortKeys = numbering.sortKeys(plan.sortKeys)
    let expressions = targets.map { numbering.expression($0.value) }
    var compiler = SQLCompiler(store, entity: entity, constants: numbering.constants)
    var values: [SQLFragment] = []
    for (target, expression) in zip(targets, expressions) {
      values.append(try target.sql(expression, &compiler))
    }
    // If all rows are selected, their order does not matter.
    let select = try compiler.select(
      list(values), numbered, isOrdered: plan.limit != nil || plan.offset > 0)
    return (
      select, values,
      FetchConstants(values: numbering.constants, limit: plan.limit, offset: plan.offset)
    )
  }

  /// Records the rows of a plan as changed rows.
  ///
  /// - Returns: The SQL of the new values of the rows, and the constants of the statement.
  @discardableResult
  static func note(
    _ kind: BatchTable.Kind, _ plan: FetchPlan, _ entity: CompiledEntity,
    _ targets: [BatchTarget] = [], in table: BatchTable
  ) throws -> (values: [SQLFragment], constants: FetchConstants) {
    let number = BatchTable.number(of: table.mapping(entity.index), "t0")
    let (select, values, constants) = try compiled(plan, entity, targets, table.store) { _ in
      SQLFragment("\(kind.rawValue), \(entity.rootIndex), t0.Z_PK, \(number), 0")
    }
    try table.run("INSERT INTO \(BatchTable.name) " + select, constants)
    return (values, constants)
  }

  // MARK: Constants

  /// Returns whether a target gets a constant, which is the same for all rows
  /// and does not affect other rows.
  private func isSameForAll(_ target: BatchTarget) -> Bool {
    guard case .constant = target.value else { return false }
    return target.link == nil && !entity.uniqueKeyPaths.contains(target.column.keyPath)
  }

  private func setConstants(_ targets: [BatchTarget]) throws {
    let (values, constants) = try Self.note(.updated, plan, entity, targets, in: table)
    let settings = zip(targets, values).map { target, value in
      SQLFragment("\(target.name) = \(target.writing.before)") + value
        + SQLFragment("\(target.writing.behind), ")
    }
    let update = settings.reduce(SQLFragment("UPDATE \(mapping.quotedTable) SET "), +)
    let keys = BatchTable.keys(.updated, root: entity.rootIndex)
    try table.run(
      update + "Z_OPT = \(EntityMapping.nextVersion) WHERE Z_PK IN \(keys)", constants)
  }

  // MARK: Writing

  /// Returns the SQL assignments of a target's columns.
  ///
  /// A member of an ordered relationship that changes its owner loses its
  /// position.
  ///
  /// - Parameter value: The SQL of the new value.
  private func settings(_ target: BatchTarget, _ value: String) -> [String] {
    let table = mapping.quotedTable
    let place = target.link?.ownPlaceColumn.map { place in
      "\(place) = CASE WHEN \(table).\(target.name) IS \(value) THEN \(table).\(place) END"
    }
    let written = target.writing.before + value + target.writing.behind
    return ["\(target.name) = \(written)"] + [place].compactMap(\.self)
  }

  private func write(_ targets: [BatchTarget]) throws -> Int {
    // A skipped row must keep its unique values.
    if !skipsConflicts { try clearUnique(targets) }
    let now = settings(of: targets) { !skipsConflicts || !$0.column.isExternal }
    try table.run(
      """
      UPDATE \(skipsConflicts ? "OR IGNORE " : "")\(mapping.quotedTable) \
      SET \((now + ["Z_OPT = \(EntityMapping.nextVersion)"]).joined(separator: ", ")) \
      FROM temp.\(values) AS v WHERE \(isRowOfValues)
      """)
    // OR IGNORE reports only the number of changed rows. A row that still has its old
    // version was skipped.
    guard skipsConflicts else { return 0 }
    let skipped = try table.run(
      """
      DELETE FROM \(BatchTable.name) WHERE kind = \(BatchTable.Kind.updated.rawValue) \
      AND root = \(entity.rootIndex) AND round = 0 AND key IN (SELECT v.key FROM temp.\(values) \
      AS v CROSS JOIN \(mapping.quotedTable) AS t ON t.Z_PK = v.key WHERE t.Z_OPT IS v.version)
      """)
    // The columns of files are updated separately, because computing their values
    // removes the old files, even for a skipped row.
    let later = settings(of: targets) { $0.column.isExternal }
    guard !later.isEmpty else { return skipped }
    try table.run(
      """
      UPDATE \(mapping.quotedTable) SET \(later.joined(separator: ", ")) \
      FROM temp.\(values) AS v WHERE \(isRowOfValues) \
      AND v.key IN \(BatchTable.keys(.updated, root: entity.rootIndex, round: 0))
      """)
    return skipped
  }

  /// Returns the SQL assignments of the columns of those targets that satisfy a
  /// condition.
  private func settings(
    of targets: [BatchTarget], where isWanted: (BatchTarget) -> Bool
  ) -> [String] {
    targets.enumerated().filter { isWanted($0.element) }
      .flatMap { settings($0.element, "v.v\($0.offset)") }
  }

  /// Clears the unique values that are about to change. Otherwise, an update
  /// that adds 1 to all numbers would fail, because SQLite checks uniqueness
  /// row by row.
  ///
  /// The column of an unchanged relationship is not cleared, because `settings`
  /// compares it to keep the member's position. The other unique columns can be cleared
  /// in any row, because they get their values afterwards.
  private func clearUnique(_ targets: [BatchTarget]) throws {
    let unique = Set(entity.uniqueKeyPaths)
    let rows = mapping.quotedTable
    let settings = targets.enumerated().compactMap { number, target -> String? in
      guard unique.contains(target.column.keyPath) else { return nil }
      guard target.link != nil else { return "\(target.name) = NULL" }
      let column = "\(rows).\(target.name)"
      return "\(target.name) = CASE WHEN \(column) IS v.v\(number) THEN \(column) END"
    }
    guard !settings.isEmpty else { return }
    try table.run(
      """
      UPDATE \(rows) SET \(settings.joined(separator: ", ")) FROM temp.\(values) AS v \
      WHERE \(isRowOfValues)
      """)
  }
}
