// Tables that are altered in place. For new names and new columns, SQLite
// changes only the schema. Rows are changed if objects or columns are removed,
// values are filled in, or an entity's number changes.

extension MigrationStatements {
  /// Returns the statements for one table. The table gets its final name later.
  func alterations(of table: TableChange) -> [MigrationStatement] {
    guard let oldTable = table.oldTable else { return [] }
    var statements = droppedIndexes(of: table) + deletions(from: table)
    statements += columnChanges(of: table)
    statements += fillings(of: table)
    statements += renumbering(of: table)
    if oldTable != table.name {
      statements.append(
        MigrationStatement(
          "ALTER TABLE \(StoreNames.quoted(oldTable)) RENAME TO "
            + StoreNames.quoted(SchemaMigrationPlan.interimName(table.name)), "naming \(table.name)"
        ))
    }
    return statements
  }

  private func droppedIndexes(of table: TableChange) -> [MigrationStatement] {
    let kept = Set(keptIndexes(of: table).map(\.name))
    // Other indexes than those of either version were created by another program.
    let known = Set([old, new].flatMap { SchemaStatements(mapping: $0).allIndexes.map(\.name) })
    let goneColumns = Set(droppedColumns(of: table))
    return schema.indexes.values.filter { index in
      index.table == table.oldTable && !kept.contains(index.name)
        && (known.contains(index.name) || index.columns.contains { goneColumns.contains($0.name) })
    }.map(\.name).sorted().map {
      MigrationStatement("DROP INDEX \(StoreNames.quoted($0))", "removing indexes")
    }
  }

  private func deletions(from table: TableChange) -> [MigrationStatement] {
    let gone = plan.removedEntities.filter { $0.table == table.oldTable }
    guard !gone.isEmpty, let first = gone.first else { return [] }
    let numbers = gone.map { String($0.number) }.joined(separator: ", ")
    return [
      MigrationStatement(
        "DELETE FROM \(first.quotedTable) WHERE Z_ENT IN (\(numbers))", rows: plan.rowCount(first),
        "removing \(gone.map(\.entity.name).joined(separator: ", "))")
    ]
  }

  // MARK: Columns

  /// Returns the old columns that the new version does not have. Columns added
  /// by another program are kept.
  func droppedColumns(of table: TableChange) -> [String] {
    guard let source = table.sources.first, let oldTable = table.oldTable else { return [] }
    let root = old.model.entities[source.old.entity.rootIndex]
    let kept = Set(table.keptColumns.map(\.old))
    return old.layouts[root.index].columnsInTableOrder.map(\.name)
      .filter { !kept.contains($0) && schema.tables[oldTable]?.contains($0) == true }
  }

  private func columnChanges(of table: TableChange) -> [MigrationStatement] {
    let name = StoreNames.quoted(table.oldTable ?? table.name)
    var statements = droppedColumns(of: table).map { column in
      MigrationStatement(
        "ALTER TABLE \(name) DROP COLUMN \(StoreNames.quoted(column))",
        rows: table.sources.first.map { plan.rowCount($0.old) } ?? 0, "removing \(column)")
    }
    let renamed = table.keptColumns.filter { $0.old != $0.new }
    // Two columns may swap names, so all renamed columns get temporary names if
    // any new name is in use.
    let taken = Set(renamed.map(\.old))
    if renamed.contains(where: { taken.contains($0.new) }) {
      statements += renamed.map { rename($0.old, to: "Z__NEW_" + $0.new, in: name) }
      statements += renamed.map { rename("Z__NEW_" + $0.new, to: $0.new, in: name) }
    } else {
      statements += renamed.map { rename($0.old, to: $0.new, in: name) }
    }
    return statements + additions(to: table, name)
  }

  private func rename(_ old: String, to new: String, in table: String) -> MigrationStatement {
    MigrationStatement(
      "ALTER TABLE \(table) RENAME COLUMN \(StoreNames.quoted(old)) TO \(StoreNames.quoted(new))",
      "naming \(new)")
  }

  private func additions(to table: TableChange, _ name: String) -> [MigrationStatement] {
    let statements = SchemaStatements(mapping: new, hasForeignKeys: schema.hasForeignKeys)
    let layout = new.layouts[table.root.index]
    return table.columns.compactMap { column -> MigrationStatement? in
      var clause: String
      switch table.commonValue(of: column) {
      case .column?, .filled?: return nil
      case .constant(let literal)? where isForAllRows(column, of: table):
        clause = " DEFAULT \(literal)"
      default: clause = ""
      }
      clause += statements.foreignKey(of: column, in: layout)
      return MigrationStatement(
        "ALTER TABLE \(name) ADD COLUMN \(StoreNames.quoted(column.name)) "
          + "\(column.kind.declaration)\(clause)", "adding \(column.name)")
    }
  }

  /// Returns whether every row of a table has a value in a column, because the
  /// root entity declares it.
  private func isForAllRows(_ column: ColumnMapping, of table: TableChange) -> Bool {
    new.entities[table.root.index].columns.contains { $0.name == column.name }
      && table.sources.allSatisfy { $0.values[column.name] != nil }
  }

  // MARK: Rows

  /// Returns the statements that fill columns of a table that is altered in
  /// place. The statements run while the rows still have their old entity
  /// numbers.
  private func fillings(of table: TableChange) -> [MigrationStatement] {
    let name = StoreNames.quoted(table.oldTable ?? table.name)
    return table.columns.compactMap { column -> MigrationStatement? in
      guard let value = table.commonValue(of: column) else { return nil }
      let sources = table.sources.filter { $0.values[column.name] == value }
      let numbers = sources.map { String($0.old.number) }.joined(separator: ", ")
      let rows = sources.first.map { plan.rowCount($0.old) } ?? 0
      let quoted = StoreNames.quoted(column.name)
      let (sql, condition): (String, String)
      switch value {
      case .filled(_, let literal): (sql, condition) = (literal, "\(quoted) IS NULL AND ")
      case .constant where isForAllRows(column, of: table): return nil
      case .constant(let text), .perRow(let text): (sql, condition) = (text, "")
      case .place, .column, .expression, .null: return nil
      }
      return MigrationStatement(
        "UPDATE \(name) SET \(quoted) = \(sql) WHERE \(condition)Z_ENT IN (\(numbers))",
        rows: rows, "filling \(column.name)")
    }
  }

  private func renumbering(of table: TableChange) -> [MigrationStatement] {
    let changed = table.sources.filter { $0.old.number != $0.new.number }
    guard !changed.isEmpty else { return [] }
    let name = StoreNames.quoted(table.oldTable ?? table.name)
    let cases = changed.map { "WHEN \($0.old.number) THEN \($0.new.number)" }
    let numbers = changed.map { String($0.old.number) }
    return [
      MigrationStatement(
        "UPDATE \(name) SET Z_ENT = CASE Z_ENT \(cases.joined(separator: " ")) END "
          + "WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))",
        rows: plan.rowCount(changed[0].old), "numbering \(table.name)")
    ]
  }
}
