/// The statements that set one end of a newer relationship, according to the
/// mappings of its entity.
///
/// A to-one relationship with the pairs of `LinkPairs`:
///
///     UPDATE Z__NEW_ZITEM AS n SET ZBOX = p.member
///       FROM (SELECT owner, member, ...) AS p WHERE n.Z_PK = p.owner
///
/// Relationships that a policy has set are kept: the statements for its objects come
/// last, and fill only columns that are still NULL.
struct LinkMapping {
  let plan: SchemaMigrationPlan
  let relationship: CompiledRelationship
  let entity: CompiledEntity
  private var values: [(source: TableChange.Source, value: MappingModel.Property.Value)]

  init(_ plan: SchemaMigrationPlan, _ relationship: CompiledRelationship, _ entity: CompiledEntity)
  {
    self.plan = plan
    self.relationship = relationship
    self.entity = entity
    values = plan.sources.compactMap { source in
      // The mappings of subentities set the relationships of their own rows.
      guard entity.family.contains(source.new.entity.index),
        !source.new.entity.description.isAbstract,
        let value = source.mapping.property(named: relationship.name)?.value
      else { return nil }
      return (source, value)
    }
  }

  /// True if an expression of any mapping computes the objects that the
  /// relationship leads to.
  var hasExpression: Bool { !expressions.values.isEmpty }

  /// True if any mapping clears the relationship.
  var isCleared: Bool { values.contains { $0.value == .defaultValue } }

  /// The mapping of the same end, limited to the values that expressions
  /// compute.
  var expressions: LinkMapping {
    var end = self
    end.values = values.filter { if case .expression = $0.value { true } else { false } }
    return end
  }

  /// Returns the statements that link the objects.
  func statements() throws -> [MigrationStatement] {
    var selects: (plain: [String], policies: [String]) = ([], [])
    for (source, value) in values {
      let pairs = try LinkPairs(plan, relationship, source).selects(value)
      if !plan.policyMappings.contains(source.mapping.name) {
        selects.plain += pairs
      } else {
        selects.policies += pairs
      }
    }
    return statements(selects.plain, keepsValues: false)
      + statements(selects.policies, keepsValues: true)
  }

  // MARK: Writing

  /// Returns the statements that write the selected pairs.
  ///
  /// - Parameter keepsValues: True if objects that are already linked, such as
  ///   objects created by a policy, keep their links.
  private func statements(_ selects: [String], keepsValues: Bool) -> [MigrationStatement] {
    guard !selects.isEmpty else { return [] }
    let pairs = selects.joined(separator: " UNION ALL ")
    switch relationship.storage {
    case .ownColumn: return ownColumn(pairs, keepsValues)
    case .inverseColumn: return [inverseColumn(pairs, keepsValues)].compactMap(\.self)
    case .joinTable:
      guard let join = plan.new.join(relationship, of: entity) else { return [] }
      if join.isColumn { return [ownerColumn(join, pairs)] }
      let all = JoinChange(join: join, keptTable: nil, sources: [], rowCount: rowCount)
      return [
        MigrationStatements(plan: plan).filling(
          SchemaMigrationPlan.interimName(join.table), all, pairs)
      ]
    }
  }

  /// Returns the statement that sets the owners in the members' rows.
  private func ownerColumn(_ join: JoinMapping, _ pairs: String) -> MigrationStatement {
    let table = StoreNames.quoted(SchemaMigrationPlan.interimName(join.table))
    let place = join.orderColumn.map { ", \(StoreNames.quoted($0)) = p.place" } ?? ""
    return MigrationStatement(
      "UPDATE \(table) AS n SET \(StoreNames.quoted(join.ownerColumn)) = p.owner\(place) "
        + "FROM (\(pairs)) AS p WHERE n.Z_PK = p.member",
      rows: rowCount, "linking \(relationship.name)")
  }

  private var rowCount: Int { values.reduce(0) { $0 + plan.rowCount($1.source.old) } }

  private func ownColumn(_ pairs: String, _ keepsValues: Bool) -> [MigrationStatement] {
    let source = plan.interim.entities[entity.index]
    let own = source.column(relationship.name)
    // The order belongs to the other end, but an expression of this end may be
    // the only source of positions.
    let order =
      relationship.inverse?.isOrdered == true ? source.orderColumn(relationship.number) : nil
    let place = order.map { ", \($0) = p.inversePlace" } ?? ""
    var statements = [own.map { update(source, $0, "owner", "member\(place)", pairs, keepsValues) }]
    // A one-to-one relationship has a column at both ends.
    if let inverse = relationship.inverse, !inverse.isToMany {
      let other = plan.interim.entities[relationship.destinationIndex]
      let column = other.column(inverse)
      statements.append(column.map { update(other, $0, "member", "owner", pairs, keepsValues) })
    }
    return statements.compactMap(\.self)
  }

  private func update(
    _ mapping: EntityMapping, _ column: ColumnMapping, _ key: String, _ value: String,
    _ pairs: String, _ keepsValues: Bool
  ) -> MigrationStatement {
    MigrationStatement(
      "UPDATE \(mapping.quotedTable) AS n SET \(column.quotedName) = p.\(value) "
        + "FROM (\(pairs)) AS p WHERE n.Z_PK = p.\(key)"
        + (keepsValues ? " AND n.\(column.quotedName) IS NULL" : ""),
      rows: rowCount, "linking \(relationship.name)")
  }

  private func inverseColumn(_ pairs: String, _ keepsValues: Bool) -> MigrationStatement? {
    let other = plan.interim.entities[relationship.destinationIndex]
    guard let inverse = relationship.inverse,
      let column = other.column(inverse)
    else { return nil }
    let order = relationship.description.isOrdered ? other.orderColumn(inverse) : nil
    return MigrationStatement(
      "UPDATE \(other.quotedTable) AS n SET \(column.quotedName) = p.owner"
        + (order.map { ", \($0) = p.place" } ?? "")
        + " FROM (\(pairs)) AS p WHERE n.Z_PK = p.member"
        + (keepsValues ? " AND \(Self.isFree(column, order))" : ""),
      rows: rowCount, "linking \(relationship.name)")
  }

  /// Returns the condition that a member is not linked yet, or is linked to the
  /// owner without a position.
  private static func isFree(_ column: ColumnMapping, _ order: String?) -> String {
    let owner = "n.\(column.quotedName)"
    guard let order else { return "\(owner) IS NULL" }
    return "(\(owner) IS NULL OR (\(owner) = p.owner AND n.\(order) IS NULL))"
  }
}
