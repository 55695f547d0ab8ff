/// A table of pairs of the new version, and how it is created.
struct JoinChange {
  let join: JoinMapping
  /// The old table that is kept; nil if the table is filled anew.
  let keptTable: String?
  /// The statements whose rows fill the table.
  let sources: [String]
  /// The approximate number of rows that are inserted.
  let rowCount: Int
}

extension SchemaMigrationPlan {
  /// The tables of pairs of the new version, without duplicates, by name.
  var joins: [JoinChange] {
    var changes: [String: JoinChange] = [:]
    for entity in new.model.entities {
      for relationship in entity.relationships {
        guard let join = new.join(relationship, of: entity), join.writes,
          entity.declares(relationship.number)
        else { continue }
        changes[join.isColumn ? join.ownerColumn : join.table] = change(
          of: join, relationship, entity)
      }
    }
    return changes.values.sorted { $0.join.table < $1.join.table }
  }

  private func change(
    of join: JoinMapping, _ relationship: CompiledRelationship, _ entity: CompiledEntity
  ) -> JoinChange {
    // A mapping model relates objects once all of them exist.
    if isRearranged { return JoinChange(join: join, keptTable: nil, sources: [], rowCount: 0) }
    var selects: [String] = []
    var before: JoinMapping?
    var isPartial = false
    var rowCount = 0
    for index in entity.family {
      let heir = new.model.entities[index]
      guard let source = source(of: heir),
        let pairs = PairSelect(of: heir.properties[relationship.number], heir, source, in: self),
        !selects.contains(pairs.sql)
      else { continue }
      selects.append(pairs.sql)
      rowCount += self.rowCount(source)
      isPartial = isPartial || pairs.isPartial
      before = oldJoin(heir.properties[relationship.number], heir, source)
    }
    let isKept =
      !join.isColumn && !isPartial && selects.count == 1
      && before.map { $0.isSame(as: join) } == true
    return JoinChange(
      join: join, keptTable: isKept ? join.table : nil, sources: selects, rowCount: rowCount)
  }

  /// Returns the older table of pairs of the same relationship, from this end;
  /// nil if there is none.
  private func oldJoin(
    _ property: CompiledProperty, _ entity: CompiledEntity, _ source: EntityMapping
  ) -> JoinMapping? {
    guard case .source(let name)? = value(of: property.name, in: entity),
      let relationship = source.entity.relationship(named: name),
      relationship.storage == .joinTable
    else { return nil }
    return old.join(relationship, of: source.entity)
  }

  /// The names of the old tables of pairs.
  var oldJoinTables: Set<String> {
    var tables: Set<String> = []
    for entity in old.model.entities {
      for relationship in entity.relationships where relationship.storage == .joinTable {
        if let join = old.join(relationship, of: entity), !join.isColumn {
          tables.insert(join.table)
        }
      }
    }
    return tables.filter { schema.tables[$0] != nil }
  }
}

extension JoinMapping {
  /// Returns whether two mappings describe the same table, read from the same
  /// end.
  fileprivate func isSame(as other: JoinMapping) -> Bool {
    table == other.table && ownerColumn == other.ownerColumn && memberColumn == other.memberColumn
      && orderColumn == other.orderColumn && inverseOrderColumn == other.inverseOrderColumn
  }
}
