internal import ModelSQLite
internal import ModelSchema

// What migration blocks make beyond the mapping of entities: objects out of
// distinct values, and look-ups among them.

extension SchemaMigrationPlan {
  /// The statements of `insert ... from distinct`, in order, and the indexes
  /// by which `find` finds.
  func blockStatements() throws -> [MigrationStatement] {
    var statements: [MigrationStatement] = []
    for case .insert(let name, let path, let assignments) in steps {
      statements.append(try insertion(name, path, assignments))
    }
    return statements + searchIndexes
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
    let expression = MappingExpression(self, source)
    var names = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values = ["t0.Z_PK", String(mapping.number), "1"]
    for column in mapping.columns {
      guard let value = try value(of: column, entity, assignments, expression) else { continue }
      names.append(StoreNames.quoted(column.name))
      values.append(value)
    }
    let interim = self.interim.entities[entity.index].quotedTable
    let quoted = StoreNames.quoted(column.name)
    let numbers = source.entity.family.map { String(old.entities[$0].number) }
    let base = "(\(lastKeySelect(rootIndex: entity.rootIndex)))"
    return MigrationStatement(
      """
      INSERT INTO \(interim) (\(names.joined(separator: ", "))) \
      SELECT \(values.joined(separator: ", ")) FROM (SELECT \(base) + row_number() OVER \
      (ORDER BY \(quoted)) AS Z_PK, \(quoted) FROM (SELECT DISTINCT \(quoted) FROM \
      \(source.quotedTable) WHERE \(quoted) IS NOT NULL AND \
      Z_ENT IN (\(numbers.joined(separator: ", "))))) AS t0
      """, rows: rowCount(source), "making \(name) from \(path)")
  }

  private func value(
    of column: ColumnMapping, _ entity: CompiledEntity,
    _ assignments: [MigrationDescription.Assignment], _ expression: MappingExpression
  ) throws -> String? {
    let property = entity.properties[column.propertyNumber]
    let assignment = assignments.first { $0.keyPath == column.keyPath }
    guard let attribute = property.description.attribute else {
      return try assignment.map { try expression.reference($0.expression, property, entity) }
    }
    if let assignment { return try expression.value(assignment.expression, as: attribute) }
    switch Self.initial(attribute, now) {
    case .constant(let literal): return literal
    case .perRow(let sql): return sql
    default: return nil
    }
  }

  /// An index for every `find`, gone when the tables are filled.
  private var searchIndexes: [MigrationStatement] {
    searches.map { search in
      MigrationStatement(
        "CREATE INDEX \(StoreNames.quoted(search.index)) ON \(StoreNames.quoted(search.table)) "
          + "(\(StoreNames.quoted(search.column)))", "preparing look-ups")
    }
  }

  /// Takes these indexes away.
  var droppedSearchIndexes: [MigrationStatement] {
    searches.map {
      MigrationStatement("DROP INDEX \(StoreNames.quoted($0.index))", "preparing look-ups")
    }
  }

  private var searches: [(index: String, table: String, column: String)] {
    var found: [String: (index: String, table: String, column: String)] = [:]
    for step in steps {
      guard case .map(_, _, let assignments) = step else { continue }
      for assignment in assignments {
        guard case .function("find:", let operands) = assignment.expression,
          case .constant(.string(let name))? = operands.first, operands.count > 1,
          case .constant(.string(let key)) = operands[1],
          let target = new.model.entity(named: name),
          let column = new.entities[target.index].column(key)
        else { continue }
        let table = Self.interimName(new.entities[target.index].table)
        let index = "Z__FIND_\(new.entities[target.index].table)_\(column.name)"
        found[index] = (index, table, column.name)
      }
    }
    return found.values.sorted { $0.index < $1.index }
  }

  /// The entities that `find` looks among, whose tables are filled anew.
  var searchedRoots: Set<Int> {
    var roots: Set<Int> = []
    for step in steps {
      guard case .map(_, _, let assignments) = step else { continue }
      for assignment in assignments {
        if case .function("find:", let operands) = assignment.expression,
          case .constant(.string(let name))? = operands.first,
          let target = new.model.entity(named: name)
        {
          roots.insert(target.rootIndex)
        }
      }
    }
    return roots
  }
}
