// The order of the statements follows from their requirements:
//
// 1. Views are dropped first: SQLite does not alter a table while a view refers to a
//   missing table or column.
// 2. New tables are filled while all old tables are unchanged, since expressions and
//    policies may read any of them.
// 3. Relationships of mapping models and policies need all new objects.
// 4. Only then are old tables dropped or altered. New tables get their final names
//    last, so that no two tables ever have the same name.
// 5. Positions, derived values, indexes, keys and views need the final tables.

/// The SQL statements that carry out a plan.
struct MigrationStatements {
  let plan: SchemaMigrationPlan

  var old: StoreMapping { plan.old }
  var new: StoreMapping { plan.new }
  var interim: StoreMapping { plan.interim }
  var schema: ExistingSchema { plan.schema }
  var tables: [TableChange] { plan.tables }
  var sources: [TableChange.Source] { plan.sources }
  var joins: [JoinChange] { plan.joins }

  /// Returns the statements that carry out the plan, in the order in which they run.
  ///
  /// - Throws: `MigrationError` if a migration block cannot be executed.
  func all() throws -> [MigrationStatement] {
    var statements: [MigrationStatement] = []
    statements += droppedViews + droppedTriggers + droppedSearchTables
    statements += newTables + searchIndexes
    statements += try filledTables()
    statements += newJoins
    statements += try rearrangedStatements()
    statements += policyStatements(.relate) + policyPlaces + policyStatements(.validate)
    statements += droppedSearchIndexes
    statements += droppedTables
    for table in tables where table.isInPlace { statements += alterations(of: table) }
    statements += finalNames
    statements += references
    statements += try derivedStatements()
    statements += indexStatements
    statements += keyStatements
    statements += historyStatements
    statements += views + triggers
    return statements
  }

  /// The statements that create the new indexes. Uniqueness is checked once the
  /// rows are in their tables, before these statements run.
  var indexStatements: [MigrationStatement] {
    let wanted = schemaStatements.allIndexes
    return wanted.filter { index in !isKept(index) }.map { index in
      MigrationStatement(index.sql, rows: rowCount(ofNew: index.table), "indexing \(index.table)")
    }
  }

  private var schemaStatements: SchemaStatements {
    SchemaStatements(mapping: new, hasForeignKeys: schema.hasForeignKeys)
  }

  private func rowCount(ofNew table: String) -> Int {
    tables.first { $0.name == table }?.sources.map { plan.rowCount($0.old) }.max() ?? 0
  }

  // MARK: Views

  private var droppedViews: [MigrationStatement] {
    old.model.entities.map(\.name).filter(schema.views.contains).map {
      MigrationStatement("DROP VIEW \(StoreNames.quoted($0))", "removing views")
    }
  }

  private var views: [MigrationStatement] {
    guard schema.hasViews(of: old) else { return [] }
    return schemaStatements.views.map { MigrationStatement($0, "making views") }
  }

  // MARK: Triggers

  /// The statements that drop triggers while tables change, since the triggers
  /// would count copied rows.
  private var droppedTriggers: [MigrationStatement] {
    schema.derivedTriggers.sorted().map {
      MigrationStatement("DROP TRIGGER \(StoreNames.quoted($0))", "removing triggers")
    }
  }

  /// The statements that drop the tables and triggers of searches, which are
  /// recreated when the store is opened.
  private var droppedSearchTables: [MigrationStatement] {
    SearchTables.removal(of: schema.searchObjects).map {
      MigrationStatement($0, "removing search tables")
    }
  }

  private var triggers: [MigrationStatement] {
    guard !plan.sharesKeys else { return [] }
    return DerivedTriggers(mapping: new).statements.map {
      MigrationStatement($0, "making triggers")
    }
  }

  // MARK: Tables that are filled anew

  private var newTables: [MigrationStatement] {
    tables.filter { !$0.isInPlace }.map { table in
      MigrationStatement(
        schemaStatements.table(of: table.root, named: SchemaMigrationPlan.interimName(table.name)),
        "making \(table.name)")
    }
  }

  /// Returns the statements that fill the tables. Rows that other rows look up
  /// come first.
  private func filledTables() throws -> [MigrationStatement] {
    let places = Dictionary(
      first: plan.inferred.mapping.entities.enumerated().map { ($1.name, $0) })
    var filled: [(table: TableChange, source: TableChange.Source, place: Int)] = []
    for table in tables where !table.isInPlace {
      for source in table.sources where !source.new.entity.description.isAbstract {
        filled.append((table, source, places[source.mapping.name] ?? 0))
      }
    }
    filled.sort { $0.place < $1.place }
    let rows = filled.map { table, source, _ in
      !plan.policyMappings.contains(source.mapping.name)
        ? filling(SchemaMigrationPlan.interimName(table.name), table, source)
        : policy(source, .create)
    }
    // Statements that look up new rows come after the statements that create
    // those rows. Policies come last, since they also look up rows, and use
    // keys greater than all others.
    let inserted = try insertions()
    let copied = rows.filter { $0.policy == nil }
    let made = inserted.filter { !$0.looksUp } + copied.filter { !$0.looksUp }
    let policies = rows.filter { $0.policy != nil }
    return made + inserted.filter(\.looksUp) + policies + copied.filter(\.looksUp)
  }

  /// Returns the statement that represents one pass of a policy.
  private func policy(_ source: TableChange.Source, _ pass: PolicyPass) -> MigrationStatement {
    var statement = MigrationStatement(
      "-- \(pass.rawValue) by the policy of \(source.mapping.name)",
      rows: plan.rowCount(source.old),
      "mapping \(source.new.entity.name)")
    statement.policy = PolicyCall(mapping: source.mapping.name, pass: pass)
    return statement
  }

  /// Returns the statements that represent one pass of all policies, in the
  /// order of the mappings.
  private func policyStatements(_ pass: PolicyPass) -> [MigrationStatement] {
    sources.filter {
      plan.policyMappings.contains($0.mapping.name) && !$0.new.entity.description.isAbstract
    }
    .map { policy($0, pass) }
  }

  private func filling(
    _ name: String, _ table: TableChange, _ source: TableChange.Source
  ) -> MigrationStatement {
    var names = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values = [source.key, String(source.new.number), "t0.Z_OPT"]
    for column in table.columns {
      guard let value = source.values[column.name], let sql = plan.sql(of: value) else { continue }
      names.append(StoreNames.quoted(column.name))
      values.append(sql)
    }
    let sql = """
      INSERT INTO \(StoreNames.quoted(name)) (\(names.joined(separator: ", "))) \
      SELECT \(values.joined(separator: ", ")) FROM \(source.rows)
      """
    return MigrationStatement(
      sql, rows: plan.rowCount(source.old), "copying \(source.new.entity.name)")
  }

  private var newJoins: [MigrationStatement] {
    joins.filter { $0.keptTable == nil }.flatMap { change -> [MigrationStatement] in
      let name = SchemaMigrationPlan.interimName(change.join.table)
      if change.join.isColumn { return [notedPairs(change)] }
      let make = MigrationStatement(
        schemaStatements.table(of: change.join, named: name), "making \(change.join.table)")
      return [make] + change.sources.map { filling(name, change, $0) }
    }
  }

  /// Returns the statement that adds pairs with their previous positions. The
  /// pairs are numbered once all of them exist.
  func filling(_ name: String, _ change: JoinChange, _ pairs: String) -> MigrationStatement {
    let join = change.join
    let columns = [
      (join.ownerColumn, "owner"), (join.memberColumn, "member"), (join.orderColumn, "place"),
      (join.inverseOrderColumn, "inversePlace"),
    ].compactMap { column, value in column.map { (StoreNames.quoted($0), value) } }
    // Two old relationships that are merged may have contained the same pair.
    return MigrationStatement(
      """
      INSERT OR IGNORE INTO \(StoreNames.quoted(name)) \
      (\(columns.map(\.0).joined(separator: ", "))) \
      SELECT \(columns.map(\.1).joined(separator: ", ")) FROM (\(pairs))
      """, rows: change.rowCount, "copying \(join.table)")
  }

  /// The statements that drop those old tables whose rows have all been moved
  /// or removed.
  private var droppedTables: [MigrationStatement] {
    let kept = Set(tables.filter(\.isInPlace).compactMap(\.oldTable))
    let roots = old.model.entities.filter { $0.depth == 0 }.map { old.layouts[$0.index].table }
    let keptJoins = Set(joins.compactMap(\.keptTable))
    let gone =
      roots.filter { !kept.contains($0) && schema.tables[$0] != nil }
      + plan.oldJoinTables.filter { !keptJoins.contains($0) }.sorted()
    return gone.map {
      MigrationStatement("DROP TABLE \(StoreNames.quoted($0))", "removing \($0)")
    }
  }

  private var finalNames: [MigrationStatement] {
    let made =
      tables.filter { !$0.isInPlace }.map(\.name)
      + joins.filter { $0.keptTable == nil && !$0.join.isColumn }.map(\.join.table)
    let renamed = tables.filter { $0.isInPlace && $0.oldTable != $0.name }.map(\.name)
    return (made + renamed).map { name in
      MigrationStatement(
        "ALTER TABLE \(StoreNames.quoted(SchemaMigrationPlan.interimName(name))) "
          + "RENAME TO \(StoreNames.quoted(name))", "naming \(name)")
    }
  }

  // MARK: Indexes

  /// Returns whether an index of the new version exists and is kept.
  private func isKept(_ index: StoreIndex) -> Bool {
    if let table = tables.first(where: { $0.name == index.table }) {
      guard table.isInPlace else { return false }
      return keptIndexes(of: table).contains { $0.isSame(as: index) }
    }
    guard joins.contains(where: { $0.keptTable == index.table }) else { return false }
    return schema.indexes[index.name]?.isSame(as: index) == true
  }

  /// Returns the indexes of an altered table that the new version keeps, with the new
  /// names of the table and its columns.
  func keptIndexes(of table: TableChange) -> [StoreIndex] {
    let names = Dictionary(first: table.keptColumns.map { ($0.old, $0.new) })
    let wanted = schemaStatements.allIndexes
    let gone = Set(droppedColumns(of: table))
    return schema.indexes.values.filter { index in
      index.table == table.oldTable && !index.columns.contains { gone.contains($0.name) }
    }.compactMap { index in
      var index = index
      index.table = table.name
      index.columns = index.columns.map {
        .init(names[$0.name] ?? $0.name, isAscending: $0.isAscending)
      }
      return wanted.contains { $0.isSame(as: index) } ? index : nil
    }
  }
}

extension MigrationStatement {
  /// True if the statement looks up new rows.
  fileprivate var looksUp: Bool { sql.contains("(SELECT n.Z_PK FROM ") }
}
