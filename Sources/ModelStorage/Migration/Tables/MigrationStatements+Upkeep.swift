// The statements that run once all rows are in their tables: owners of relationships without an
// inverse, references to removed objects, and the keys.

extension MigrationStatements {
  /// The statements that correct the references between tables.
  var references: [MigrationStatement] {
    owners + places + danglingColumns + otherEnds + danglingPairs + entityNumbers
  }

  /// Returns whether objects that a relationship led to may have been removed.
  private func losesMembers(_ relationship: CompiledRelationship) -> Bool {
    losesObjects(new.model.entities[relationship.destinationIndex])
  }

  /// Returns whether objects of an entity may have been removed, because their
  /// own entity is removed or a policy left them out.
  private func losesObjects(_ entity: CompiledEntity) -> Bool {
    let roots = Set(
      entity.family.compactMap { plan.source(of: new.model.entities[$0])?.entity.rootIndex })
    return plan.removedEntities.contains { roots.contains($0.entity.rootIndex) }
      || plan.isLeftToPolicies(entity)
  }

  private var danglingColumns: [MigrationStatement] {
    new.entities.flatMap { mapping in
      mapping.entity.relationships.compactMap { relationship -> MigrationStatement? in
        guard relationship.storage == .ownColumn, losesMembers(relationship),
          mapping.entity.declares(relationship.number),
          let column = mapping.column(relationship.name)
        else { return nil }
        let quoted = StoreNames.quoted(column.name)
        let target = new.entities[relationship.destinationIndex].quotedTable
        return MigrationStatement(
          "UPDATE \(mapping.quotedTable) SET \(quoted) = NULL WHERE \(quoted) IS NOT NULL "
            + "AND \(quoted) NOT IN (SELECT Z_PK FROM \(target))",
          "forgetting objects that are gone")
      }
    }
  }

  private var danglingPairs: [MigrationStatement] {
    new.entities.flatMap { mapping in
      mapping.entity.relationships.compactMap { relationship -> MigrationStatement? in
        guard let join = new.join(relationship, of: mapping.entity) else { return nil }
        let target = new.entities[relationship.destinationIndex].quotedTable
        var gone: [String] = []
        // If the column is in the member's own row, it is removed with the member.
        if !join.isColumn, losesMembers(relationship) {
          gone.append("\(StoreNames.quoted(join.memberColumn)) NOT IN (SELECT Z_PK FROM \(target))")
        }
        // If there is an inverse, the owners are the inverse's members.
        if relationship.inverse == nil, losesObjects(mapping.entity) {
          let owner = StoreNames.quoted(join.ownerColumn)
          gone.append("\(owner) NOT IN (SELECT Z_PK FROM \(mapping.quotedTable))")
        }
        guard !gone.isEmpty else { return nil }
        return MigrationStatement(
          join.removal(where: gone.joined(separator: " OR ")), "forgetting objects that are gone")
      }
    }
  }

  // MARK: Columns beside relationships

  /// The statements that set the owners of relationships without an inverse, from the recorded
  /// pairs.
  private var owners: [MigrationStatement] {
    joins.filter { $0.join.isColumn && $0.keptTable == nil }.flatMap { change in
      let (join, noted) = (
        change.join, StoreNames.quoted(SchemaMigrationPlan.interimName(change.join.ownerColumn))
      )
      let owner = StoreNames.quoted(join.ownerColumn)
      let place = join.orderColumn.map { ", \(StoreNames.quoted($0)) = p.place" }
      return [
        MigrationStatement(
          "UPDATE \(join.quotedTable) SET \(owner) = p.owner\(place ?? "") FROM \(noted) AS p "
            + "WHERE Z_PK = p.member", rows: change.rowCount, "linking \(join.ownerColumn)"),
        MigrationStatement("DROP TABLE \(noted)", "linking \(join.ownerColumn)"),
      ]
    }
  }

  /// Returns the statement that records the pairs of a relationship without an inverse, while the
  /// old tables are unchanged.
  func notedPairs(_ change: JoinChange) -> MigrationStatement {
    let name = StoreNames.quoted(SchemaMigrationPlan.interimName(change.join.ownerColumn))
    let pairs =
      change.sources.isEmpty
      ? "SELECT NULL AS owner, NULL AS member, NULL AS place WHERE 0"
      : change.sources.joined(separator: " UNION ALL ")
    return MigrationStatement(
      "CREATE TABLE \(name) AS SELECT owner, member, place FROM (\(pairs))",
      rows: change.rowCount, "noting \(change.join.ownerColumn)")
  }

  /// The statements that update the entity numbers beside references, if the numbers of the
  /// entities changed.
  private var entityNumbers: [MigrationStatement] {
    new.entityColumns.map { column in
      MigrationStatement(
        column.update + " WHERE \(column.difference)", "numbering \(column.reference)")
    }
  }

  /// The statements that set the other ends of assigned one-to-one relationships.
  ///
  ///     UPDATE ZPASSPORT SET ZOWNER = NULL WHERE ZOWNER IS NOT NULL AND Z_ENT IN (1)
  ///     UPDATE ZPASSPORT AS n SET ZOWNER = p.owner FROM (SELECT Z_PK AS owner,
  ///         ZPASSPORT AS member FROM ZPERSON WHERE ZPASSPORT IS NOT NULL AND Z_ENT IN (2)) AS p
  ///       WHERE n.Z_PK = p.member
  var otherEnds: [MigrationStatement] {
    plan.assignedEnds.flatMap { end -> [MigrationStatement] in
      let (table, inverse) = (end.destination.quotedTable, end.inverse.quotedName)
      let text = "linking \(end.destination.entity.name).\(end.inverse.keyPath)"
      let emptying = MigrationStatement(
        "UPDATE \(table) SET \(inverse) = NULL "
          + "WHERE \(inverse) IS NOT NULL AND \(end.destinationRows)", text)
      let setting = MigrationStatement(
        """
        UPDATE \(table) AS n SET \(inverse) = p.owner FROM (SELECT Z_PK AS owner, \
        \(end.column.quotedName) AS member FROM \(end.owner.quotedTable) \
        WHERE \(end.column.quotedName) IS NOT NULL AND \(end.ownerRows)) AS p \
        WHERE n.Z_PK = p.member\(end.isShared ? " AND n.\(inverse) IS NULL" : "")
        """, rows: plan.source(of: end.owner.entity).map(plan.rowCount) ?? 0, text)
      return end.isShared ? [setting] : [emptying, setting]
    }
  }

  // MARK: Keys

  /// The statements that rewrite the rows of `Z_PRIMARYKEY`. The keys of each hierarchy continue
  /// from the last key of the older hierarchy.
  var keyStatements: [MigrationStatement] {
    // The rows of the history are kept.
    var statements = [
      MigrationStatement(
        "DELETE FROM Z_PRIMARYKEY WHERE \(StoredEntity.condition)", "writing the keys")
    ]
    for mapping in new.entities {
      let parent = mapping.entity.lineage.dropLast().last.map { new.entities[$0].number } ?? 0
      statements.append(
        MigrationStatement(
          "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES "
            + "(\(mapping.number), ?, \(parent), \(plan.lastKey(mapping)))",
          "writing the keys", parameters: [.string(mapping.entity.name)]))
    }
    // Objects of blocks and policies have keys that follow the previous last keys.
    let made = sources.filter { plan.policyMappings.contains($0.mapping.name) }.map(\.new.entity)
    for index in Set((plan.insertedEntities + made).map(\.rootIndex)).sorted() {
      let root = new.entities[index]
      statements.append(
        MigrationStatement(
          "UPDATE Z_PRIMARYKEY SET Z_MAX = max(Z_MAX, "
            + "(SELECT ifnull(max(Z_PK), 0) FROM \(root.quotedTable))) "
            + "WHERE Z_ENT = \(plan.sharesKeys ? new.entities[0].number : root.number)",
          "writing the keys"))
    }
    return statements
  }
}

// MARK: - Derived attributes

extension MigrationStatements {
  /// Returns the statements that compute derived attributes, once all rows are in their tables. An
  /// attribute is computed if it is new, or if its derivation or the values that it depends on
  /// changed.
  func derivedStatements() throws -> [MigrationStatement] {
    var statements: [MigrationStatement] = []
    for mapping in new.entities {
      for property in mapping.entity.properties where property.depth == mapping.entity.depth {
        guard let attribute = property.description.attribute, !attribute.isTransient,
          let derivation = attribute.derivation, let column = mapping.column(attribute.name),
          !isDerivedAlready(attribute, of: mapping.entity)
        else { continue }
        let sql = try MappingExpression(plan, mapping, in: new).sql(derivation)
        let value = column.isExact ? "model_exact(\(sql))" : sql
        statements.append(
          MigrationStatement(
            "UPDATE \(mapping.quotedTable) AS t0 SET \(StoreNames.quoted(column.name)) = \(value) "
              + "WHERE \(new.familyCondition(mapping.entity))",
            rows: plan.source(of: mapping.entity).map(plan.rowCount) ?? 0,
            "deriving \(attribute.name)"))
      }
    }
    return statements
  }

  /// Returns whether the old rows already contain the value of a derived
  /// attribute.
  private func isDerivedAlready(
    _ attribute: AttributeDescription, of entity: CompiledEntity
  ) -> Bool {
    // The time of the last save does not depend on other values.
    let isClock = attribute.derivation?.contains { $0 == .function("now", []) } == true
    return (isClock || !changesValues)
      && plan.pairs.properties(of: entity.description).contains { pair in
        pair.new.name == attribute.name && pair.old?.attribute?.derivation == attribute.derivation
          && pair.old?.isStored == true
      }
  }

  /// True if values or links that attributes may be derived from have changed.
  private var changesValues: Bool {
    plan.isRearranged || !plan.policyMappings.isEmpty || !plan.removedEntities.isEmpty
      || plan.steps.contains(where: \.changesData)
      || sources.contains { source in
        source.values.values.contains { value in
          switch value {
          case .filled, .expression: true
          case .column, .constant, .perRow, .place, .null: false
          }
        }
      }
  }
}
