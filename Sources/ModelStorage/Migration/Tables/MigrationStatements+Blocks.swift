// The additional parts of migration blocks, besides the mapping of entities:
// objects created from distinct values, and look-ups among them.

extension MigrationStatements {
  /// Returns the statements of `insert ... from distinct`, in order.
  func insertions() throws -> [MigrationStatement] {
    var statements: [MigrationStatement] = []
    for case .insert(let name, let path, let assignments) in plan.steps {
      statements.append(try insertion(name, path, assignments))
    }
    return statements
  }

  private func insertion(
    _ name: String, _ path: String, _ assignments: [MigrationDescription.Assignment]
  ) throws -> MigrationStatement {
    let parts = path.split(separator: ".").map(String.init)
    guard let entity = new.model.entity(named: name), parts.count == 2,
      let source = old.model.entity(named: parts[0]).map({ old.entities[$0.index] }),
      let column = source.column(parts[1])
    else {
      throw MigrationError(
        .invalidMapping,
        "'insert \(name) from distinct \(path)': '\(path)' is no attribute of the "
          + "older version")
    }
    let mapping = new.entities[entity.index]
    let made = MappingModel.Entity(
      name: "insert \(name)", kind: .add, destinationName: name,
      attributes: assignments.map { .init($0.keyPath, .expression($0.expression)) })
    var names = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values = ["t0.Z_PK", String(mapping.number), "1"]
    for column in mapping.columns {
      guard let value = try value(of: column, entity, made, source) else { continue }
      names.append(StoreNames.quoted(column.name))
      values.append(value)
    }
    let interim = self.interim.entities[entity.index].quotedTable
    let quoted = StoreNames.quoted(column.name)
    let base = "(\(plan.lastKeySelect(rootIndex: entity.rootIndex)))"
    return MigrationStatement(
      """
      INSERT INTO \(interim) (\(names.joined(separator: ", "))) \
      SELECT \(values.joined(separator: ", ")) FROM (SELECT \(base) + row_number() OVER \
      (ORDER BY \(quoted)) AS Z_PK, \(quoted) FROM (SELECT DISTINCT \(quoted) FROM \
      \(source.quotedTable) WHERE \(quoted) IS NOT NULL AND \
      \(old.familyCondition(source.entity)))) AS t0
      """, rows: plan.rowCount(source), "making \(name) from \(path)")
  }

  private func value(
    of column: ColumnMapping, _ entity: CompiledEntity, _ made: MappingModel.Entity,
    _ source: EntityMapping
  ) throws -> String? {
    let property = entity.properties[column.propertyNumber]
    if let attribute = property.description.attribute {
      return plan.sql(of: try plan.value(of: column, attribute, made, source))
    }
    guard case .expression(let expression)? = made.property(named: property.name)?.value else {
      return nil
    }
    return try MappingExpression(plan, source).reference(expression, property, entity)
  }

  /// The statements that create an index for every `find`. The indexes are
  /// dropped once the tables are filled.
  var searchIndexes: [MigrationStatement] {
    searches.map { search in
      MigrationStatement(
        "CREATE INDEX \(StoreNames.quoted(search.index)) ON \(StoreNames.quoted(search.table)) "
          + "(\(StoreNames.quoted(search.column)))", "preparing look-ups")
    }
  }

  /// The statements that drop the indexes for `find`.
  var droppedSearchIndexes: [MigrationStatement] {
    searches.map {
      MigrationStatement("DROP INDEX \(StoreNames.quoted($0.index))", "preparing look-ups")
    }
  }

  private var searches: [(index: String, table: String, column: String)] {
    var found: [String: (index: String, table: String, column: String)] = [:]
    for assignment in plan.assignments {
      guard case .function("find:", let operands) = assignment.expression,
        case .constant(.string(let name))? = operands.first, operands.count > 1,
        case .constant(.string(let key)) = operands[1],
        let target = new.model.entity(named: name),
        let column = new.entities[target.index].column(key)
      else { continue }
      let table = SchemaMigrationPlan.interimName(new.entities[target.index].table)
      let index = "Z__FIND_\(new.entities[target.index].table)_\(column.name)"
      found[index] = (index, table, column.name)
    }
    return found.values.sorted { $0.index < $1.index }
  }
}
