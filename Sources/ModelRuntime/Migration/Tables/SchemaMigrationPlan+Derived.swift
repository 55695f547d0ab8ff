internal import ModelSQLite
internal import ModelSchema

extension SchemaMigrationPlan {
  /// Computes derived attributes that are new, or derived in another way, when
  /// all rows are in their places.
  func derivedStatements() throws -> [MigrationStatement] {
    var statements: [MigrationStatement] = []
    for mapping in new.entities {
      for property in mapping.entity.properties where property.depth == mapping.entity.depth {
        guard let attribute = property.description.attribute, !attribute.isTransient,
          let derivation = attribute.derivation, let column = mapping.column(attribute.name),
          !isDerivedAlready(attribute, of: mapping.entity)
        else { continue }
        let numbers = mapping.entity.family.map { String(new.entities[$0].number) }
        let value = try MappingExpression(self, mapping, in: new).sql(derivation)
        statements.append(
          MigrationStatement(
            "UPDATE \(mapping.quotedTable) AS t0 SET \(StoreNames.quoted(column.name)) = \(value) "
              + "WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))",
            rows: source(of: mapping.entity).map(rowCount) ?? 0, "deriving \(attribute.name)"))
      }
    }
    return statements
  }

  /// A Boolean value that says whether the old rows have the value already.
  private func isDerivedAlready(
    _ attribute: AttributeDescription, of entity: CompiledEntity
  ) -> Bool {
    pairs.properties(of: entity.description).contains { pair in
      pair.new.name == attribute.name && pair.old?.attribute?.derivation == attribute.derivation
        && pair.old?.isStored == true
    }
  }
}
