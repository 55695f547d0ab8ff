internal import ModelSchema

/// The pairs of an older version's relationship, as SQL: one shape, wherever
/// the store keeps them.
///
///     SELECT Z_PK AS owner, ZBOX AS member, NULL AS place, Z_FOK_BOX AS inversePlace
///       FROM ZITEM WHERE ZBOX IS NOT NULL AND Z_ENT = 2        -- own column
///     SELECT ZBOX AS owner, Z_PK AS member, Z_FOK_BOX AS place, ...
///       FROM ZITEM WHERE ZBOX IS NOT NULL                      -- the inverse's
///     SELECT Z_1ITEMS AS owner, Z_2TAGS AS member, ... FROM Z_1TAGS
struct PairSelect {
  /// A select of `owner` and `member`, and of the places of both where they
  /// had any.
  let sql: String
  /// The column of the owners' own table that says it all; nil where it is
  /// kept elsewhere.
  let column: String?
  /// A Boolean value that says whether owners had places among those of their
  /// members.
  let hasInversePlaces: Bool
  private let hasPlaces: Bool

  /// The pairs that a newer relationship continues: those of its own older
  /// self, else those of its inverse's, the other way round; nil where both
  /// are new.
  init?(
    of property: CompiledProperty, _ entity: CompiledEntity, _ source: EntityMapping,
    in plan: SchemaMigrationPlan
  ) {
    guard let relationship = entity.relationship(property.number) else { return nil }
    if case .source(let name)? = plan.mapping(of: entity)?.property(named: property.name)?.value,
      let before = source.entity.property(named: name),
      let pairs = PairSelect(source.entity.relationship(before.number), of: source, in: plan.old)
    {
      self = pairs
      return
    }
    guard let inverse = relationship.inverse else { return nil }
    let destination = plan.new.model.entities[relationship.destinationIndex]
    let turned = destination.family.compactMap { index -> PairSelect? in
      let other = plan.new.model.entities[index]
      guard let otherSource = plan.source(of: other),
        case .source(let name)? =
          plan.mapping(of: other)?.property(named: other.properties[inverse.number].name)?.value,
        let before = otherSource.entity.property(named: name),
        let pairs = PairSelect(
          otherSource.entity.relationship(before.number), of: otherSource, in: plan.old)
      else { return nil }
      return pairs
    }
    guard !turned.isEmpty else { return nil }
    // Each entity of the family has links of its own; where the select is that of all, they are
    // the same, and UNION keeps one.
    sql =
      "SELECT member AS owner, owner AS member, inversePlace AS place, place AS inversePlace "
      + "FROM (\(turned.map(\.sql).joined(separator: " UNION ")))"
    column = nil
    hasInversePlaces = turned.contains(where: \.hasPlaces)
    hasPlaces = turned.contains(where: \.hasInversePlaces)
  }

  /// The pairs of an older relationship.
  init?(_ relationship: CompiledRelationship?, of source: EntityMapping, in mapping: StoreMapping) {
    guard let relationship else { return nil }
    let isOrdered = relationship.description.isOrdered
    switch relationship.storage {
    case .ownColumn:
      guard let name = source.column(relationship.name)?.name else { return nil }
      column = name
      let quoted = StoreNames.quoted(name)
      (hasPlaces, hasInversePlaces) = (false, relationship.inverse?.isOrdered == true)
      let inversePlace = hasInversePlaces ? StoreNames.quoted(StoreNames.order(name)) : "NULL"
      sql = """
        SELECT Z_PK AS owner, \(quoted) AS member, NULL AS place, \(inversePlace) AS inversePlace \
        FROM \(source.quotedTable) WHERE \(quoted) IS NOT NULL AND Z_ENT = \(source.number)
        """
    case .inverseColumn:
      column = nil
      let destination = mapping.entities[relationship.destinationIndex]
      guard let inverse = relationship.inverse,
        let name = destination.columns.first(where: { $0.propertyNumber == inverse.number })?.name
      else { return nil }
      let quoted = StoreNames.quoted(name)
      (hasPlaces, hasInversePlaces) = (isOrdered, false)
      let place = isOrdered ? StoreNames.quoted(StoreNames.order(name)) : "NULL"
      sql = """
        SELECT \(quoted) AS owner, Z_PK AS member, \(place) AS place, NULL AS inversePlace \
        FROM \(destination.quotedTable) WHERE \(quoted) IS NOT NULL
        """
    case .joinTable:
      column = nil
      guard let join = mapping.join(relationship, of: source.entity) else { return nil }
      (hasPlaces, hasInversePlaces) = (join.orderColumn != nil, join.inverseOrderColumn != nil)
      let place = join.orderColumn.map(StoreNames.quoted) ?? "NULL"
      let inversePlace = join.inverseOrderColumn.map(StoreNames.quoted) ?? "NULL"
      sql = """
        SELECT \(StoreNames.quoted(join.ownerColumn)) AS owner, \
        \(StoreNames.quoted(join.memberColumn)) AS member, \(place) AS place, \
        \(inversePlace) AS inversePlace FROM \(join.pairs)
        """
    }
  }
}
