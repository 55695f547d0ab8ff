// The parts of a mapping model that do more than copy rows: attributes that
// depend on the new rows, and relationships, once all objects exist (the second
// pass of Core Data's migration).

extension MigrationStatements {
  /// Returns the statements that run once the rows of all mappings exist.
  ///
  /// - Throws: `MigrationError` if an expression cannot be evaluated.
  func rearrangedStatements() throws -> [MigrationStatement] {
    guard plan.isRearranged else { return [] }
    return try sources.flatMap(attributeUpdates) + links.flatMap(statements)
  }

  /// Returns the FROM clause and the condition that join an old row with the
  /// row created from it.
  func tie(_ source: TableChange.Source) -> (from: String, condition: String) {
    let kinds = "t0.Z_ENT = \(source.old.number) AND n0.Z_ENT = \(source.new.number)"
    guard !plan.policyMappings.contains(source.mapping.name) else {
      return (
        "\(Association.policyTable) AS a0 CROSS JOIN \(source.old.quotedTable) AS t0",
        "a0.mapping = \(SQLLiteral.quoted(source.mapping.name)) AND t0.Z_PK = a0.source "
          + "AND n0.Z_PK = a0.destination AND \(kinds)"
      )
    }
    let condition = source.condition.map { " AND \($0)" } ?? ""
    return (
      "\(source.old.quotedTable) AS t0", "n0.Z_PK = \(source.key) AND \(kinds)\(condition)"
    )
  }

  private func attributeUpdates(_ source: TableChange.Source) throws -> [MigrationStatement] {
    guard !source.new.entity.description.isAbstract else { return [] }
    return try source.new.columns.compactMap { column in
      let property = source.new.entity.properties[column.propertyNumber].description
      guard let attribute = property.attribute,
        case .expression(let expression)? =
          source.mapping.property(named: attribute.name)?.value,
        MappingExpression.needsNewRows(expression)
      else { return nil }
      let value = try MappingExpression(plan, source.old, to: source.new.entity)
        .value(expression, as: plan.element(of: column, attribute, source.old))
      let tie = tie(source)
      // Values that a policy has set are kept.
      let isOpen =
        !plan.policyMappings.contains(source.mapping.name)
        ? "" : " AND n0.\(column.quotedName) IS NULL"
      return MigrationStatement(
        "UPDATE \(interim.entities[source.new.entity.index].quotedTable) AS n0 "
          + "SET \(column.quotedName) = \(SchemaMigrationPlan.stored(value, column)) FROM \(tie.from) WHERE \(tie.condition)\(isOpen)",
        rows: plan.rowCount(source.old), "computing \(attribute.name)")
    }
  }

  // MARK: Relationships

  /// The ends of every stored relationship. Each pair of ends occurs once.
  private var links: [[LinkMapping]] {
    var known: Set<String> = []
    return new.model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship -> [LinkMapping]? in
        guard entity.declares(relationship.number),
          !relationship.description.isTransient,
          known.insert("\(entity.index) \(relationship.number)").inserted
        else { return nil }
        var ends = [LinkMapping(plan, relationship, entity)]
        guard let inverse = relationship.inverse else { return ends }
        let other = new.model.entities[relationship.destinationIndex]
        let owner = other.lineage.map { new.model.entities[$0] }.first {
          $0.depth == other.properties[inverse.number].depth
        }
        if let owner, known.insert("\(owner.index) \(inverse.number)").inserted,
          let relationship = owner.relationship(inverse.number)
        {
          ends.append(LinkMapping(plan, relationship, owner))
        }
        return ends
      }
    }
  }

  /// Returns the statements for the ends of a relationship. An expression of
  /// one end takes precedence over the previous objects; the positions come
  /// from the ordered end.
  private func statements(_ ends: [LinkMapping]) throws -> [MigrationStatement] {
    var ends = ends
    if ends.contains(where: \.hasExpression) {
      ends = ends.map(\.expressions)
    } else if let end = ends.first(where: \.isCleared) {
      ends = [end]
    }
    return try ends.sorted { !$0.relationship.isToMany && $1.relationship.isToMany }
      .flatMap { try $0.statements() }
  }
}
