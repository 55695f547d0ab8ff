// What follows when all rows are in their tables: owners of relationships without
// inverse, references to objects that are gone, and the keys.

extension SchemaMigrationPlan {
  /// Statements about references between tables.
  var references: [MigrationStatement] {
    owners + places + danglingColumns + otherEnds + danglingPairs + entityNumbers
  }

  /// A Boolean value that says whether objects that a relationship led to may
  /// be gone.
  private func losesMembers(_ relationship: CompiledRelationship) -> Bool {
    losesObjects(new.model.entities[relationship.destinationIndex])
  }

  /// A Boolean value that says whether objects of an entity may be gone: their
  /// own entity is, or a policy left them out.
  private func losesObjects(_ entity: CompiledEntity) -> Bool {
    let roots = Set(
      entity.family.compactMap { source(of: new.model.entities[$0])?.entity.rootIndex })
    return removedEntities.contains { roots.contains($0.entity.rootIndex) }
      || isLeftToPolicies(entity)
  }

  /// A Boolean value that says whether a policy makes objects of an entity, and
  /// may leave some out.
  func isLeftToPolicies(_ entity: CompiledEntity) -> Bool {
    !policyMappings.isEmpty
      && sources.contains {
        policyMappings.contains($0.mapping.name) && entity.family.contains($0.new.entity.index)
      }
  }

  /// The to-one relationships of an entity that may have no objects though no
  /// condition on the older data says so, by name.
  func emptiedNames(of entity: CompiledEntity) -> Set<String> {
    let others = assignedEnds.filter { $0.destination.entity.family.contains(entity.index) }
    let mapping = mapping(of: entity)
    return Set(
      entity.relationships.filter { relationship in
        // What a new one leads to its other end says, which may lead to some objects alone.
        let isNew = mapping != nil && mapping?.property(named: relationship.name) == nil
        return relationship.storage == .ownColumn
          && (isLeftToPolicies(new.model.entities[relationship.destinationIndex])
            || isNew && !relationship.description.isOptional)
      }.map(\.name) + others.map(\.inverse.keyPath))
  }

  private var danglingColumns: [MigrationStatement] {
    new.entities.flatMap { mapping in
      mapping.entity.relationships.compactMap { relationship -> MigrationStatement? in
        guard relationship.storage == .ownColumn, losesMembers(relationship),
          mapping.entity.properties[relationship.number].depth == mapping.entity.depth,
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
        // A member that is gone took a column of its own row with it.
        if !join.isColumn, losesMembers(relationship) {
          gone.append("\(StoreNames.quoted(join.memberColumn)) NOT IN (SELECT Z_PK FROM \(target))")
        }
        // Where there is an inverse, its members are the owners.
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

  /// The owners of relationships without inverse, from where they were noted.
  private var owners: [MigrationStatement] {
    joins.filter { $0.join.isColumn && $0.keptTable == nil }.flatMap { change in
      let (join, noted) = (
        change.join, StoreNames.quoted(Self.interimName(change.join.ownerColumn))
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

  /// Notes the pairs of a relationship without inverse, while the old tables
  /// are as they were.
  func notedPairs(_ change: JoinChange) -> [MigrationStatement] {
    let name = StoreNames.quoted(Self.interimName(change.join.ownerColumn))
    let pairs =
      change.sources.isEmpty
      ? "SELECT NULL AS owner, NULL AS member, NULL AS place WHERE 0"
      : change.sources.joined(separator: " UNION ALL ")
    return [
      MigrationStatement(
        "CREATE TABLE \(name) AS SELECT owner, member, place FROM (\(pairs))",
        rows: change.rowCount, "noting \(change.join.ownerColumn)")
    ]
  }

  /// The numbers of the entities that references lead to, where they are others.
  private var entityNumbers: [MigrationStatement] {
    new.entityColumns.map { column in
      MigrationStatement(
        column.update + " WHERE \(column.difference)", "numbering \(column.reference)")
    }
  }

  // MARK: Keys

  /// The rows of `Z_PRIMARYKEY`, written anew; each hierarchy goes on counting
  /// where its objects' one stopped.
  var keyStatements: [MigrationStatement] {
    // From 16001 on the rows of the history are counted, which stay.
    var statements = [
      MigrationStatement("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 16000", "writing the keys")
    ]
    for mapping in new.entities {
      let parent = mapping.entity.lineage.dropLast().last.map { new.entities[$0].number } ?? 0
      statements.append(
        MigrationStatement(
          "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES "
            + "(\(mapping.number), ?, \(parent), \(lastKey(mapping)))",
          [.string(mapping.entity.name)], "writing the keys"))
    }
    // What blocks and policies made has keys behind those that were given out.
    let made = sources.filter { policyMappings.contains($0.mapping.name) }.map(\.new.entity)
    for index in Set((insertedEntities + made).map(\.rootIndex)).sorted() {
      let root = new.entities[index]
      statements.append(
        MigrationStatement(
          "UPDATE Z_PRIMARYKEY SET Z_MAX = max(Z_MAX, "
            + "(SELECT ifnull(max(Z_PK), 0) FROM \(root.quotedTable))) "
            + "WHERE Z_ENT = \(sharesKeys ? new.entities[0].number : root.number)",
          "writing the keys"))
    }
    return statements
  }

  /// A select of the last key that a hierarchy's objects have or had, or all
  /// objects where hierarchies share their keys.
  ///
  ///     SELECT max(4, ifnull(max(k), 0)) FROM (SELECT max(Z_PK) AS k FROM Z__NEW_ZITEM)
  func lastKeySelect(rootIndex: Int) -> String {
    let index = sharesKeys ? 0 : rootIndex
    // A table that is changed in place has no new rows beside the old ones.
    let filled = tables.filter { !$0.isInPlace && (sharesKeys || $0.root.index == index) }
    let keys = filled.map {
      "SELECT max(Z_PK) AS k FROM \(StoreNames.quoted(Self.interimName($0.name)))"
    }
    let last = lastKey(new.entities[index])
    guard !keys.isEmpty else { return "SELECT \(last)" }
    return "SELECT max(\(last), ifnull(max(k), 0)) FROM (\(keys.joined(separator: " UNION ALL ")))"
  }

  /// The last key that was given out for a hierarchy.
  func lastKey(_ mapping: EntityMapping) -> Int64 {
    if let last = rearrangedLastKey(mapping.entity) {
      return mapping.entity.depth > 0 || sharesKeys && mapping.entity.index > 0 ? 0 : last
    }
    if sharesKeys { return mapping.entity.index == 0 ? lastKeys.values.max() ?? 0 : 0 }
    guard mapping.entity.depth == 0 else { return 0 }
    let roots = mapping.entity.family.compactMap { index in
      source(of: new.model.entities[index]).map { old.model.entities[$0.entity.rootIndex].name }
    }
    return roots.compactMap { lastKeys[$0] }.max() ?? 0
  }
}

// MARK: - Derived attributes

extension SchemaMigrationPlan {
  /// Computes derived attributes that are new, or derived in another way or of
  /// other values, when all rows are in their places.
  func derivedStatements() throws -> [MigrationStatement] {
    var statements: [MigrationStatement] = []
    for mapping in new.entities {
      for property in mapping.entity.properties where property.depth == mapping.entity.depth {
        guard let attribute = property.description.attribute, !attribute.isTransient,
          let derivation = attribute.derivation, let column = mapping.column(attribute.name),
          !isDerivedAlready(attribute, of: mapping.entity)
        else { continue }
        let sql = try MappingExpression(self, mapping, in: new).sql(derivation)
        let value = column.isExact ? "model_exact(\(sql))" : sql
        statements.append(
          MigrationStatement(
            "UPDATE \(mapping.quotedTable) AS t0 SET \(StoreNames.quoted(column.name)) = \(value) "
              + "WHERE \(new.familyCondition(mapping.entity))",
            rows: source(of: mapping.entity).map(rowCount) ?? 0, "deriving \(attribute.name)"))
      }
    }
    return statements
  }

  /// A Boolean value that says whether the old rows have the value already.
  private func isDerivedAlready(
    _ attribute: AttributeDescription, of entity: CompiledEntity
  ) -> Bool {
    // When an object was saved is no matter of other values.
    let isClock = attribute.derivation?.contains { $0 == .function("now", []) } == true
    return (isClock || !changesValues)
      && pairs.properties(of: entity.description).contains { pair in
        pair.new.name == attribute.name && pair.old?.attribute?.derivation == attribute.derivation
          && pair.old?.isStored == true
      }
  }

  /// A Boolean value that says whether values or links are others than before, of
  /// which some may be derived.
  private var changesValues: Bool {
    isRearranged || !policyMappings.isEmpty || !removedEntities.isEmpty
      || steps.contains(where: \.changesData)
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
