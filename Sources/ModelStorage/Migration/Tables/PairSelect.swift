/// The pairs of an older version's relationship as SQL, in the same form for
/// all locations in which the store can keep them.
///
///     SELECT Z_PK AS owner, ZBOX AS member, NULL AS place, Z_FOK_BOX AS inversePlace
///       FROM ZITEM WHERE ZBOX IS NOT NULL AND Z_ENT = 2        -- own column
///     SELECT ZBOX AS owner, Z_PK AS member, Z_FOK_BOX AS place, ...
///       FROM ZITEM WHERE ZBOX IS NOT NULL                      -- the inverse's
///     SELECT Z_1ITEMS AS owner, Z_2TAGS AS member, ... FROM Z_1TAGS
struct PairSelect {
  /// The statement that selects `owner`, `member`, and the positions of both,
  /// if any.
  private(set) var sql: String
  /// The column of the owners' own table that contains the member; nil if the
  /// pairs are kept elsewhere.
  let column: String?
  /// True if owners had positions in the inverse relationships of their
  /// members.
  let hasInversePlaces: Bool
  private let hasPlaces: Bool
  /// True if the pairs of some owners are left out, or pairs of other
  /// relationships are included.
  private(set) var isPartial = false

  /// Creates the pairs that a newer relationship continues: those of the corresponding
  /// older relationship, or else those of its inverse, reversed; nil if both are new.
  init?(
    of property: CompiledProperty, _ entity: CompiledEntity, _ source: EntityMapping,
    in plan: SchemaMigrationPlan
  ) {
    guard let relationship = entity.relationship(property.number) else { return nil }
    if case .source(let name)? = plan.value(of: property.name, in: entity),
      let pairs = PairSelect(name, of: source, continuedBy: property, entity, in: plan)
    {
      self = pairs
      addPairs(of: relationship, besides: name, source, in: plan)
      return
    }
    let turned = Self.turned(relationship, in: plan) { _ in true }
    guard !turned.isEmpty else { return nil }
    sql = Self.sql(of: turned)
    column = nil
    hasInversePlaces = turned.contains(where: \.hasPlaces)
    hasPlaces = turned.contains(where: \.hasInversePlaces)
  }

  /// Returns the pairs of older relationships that the inverse of a newer relationship
  /// continues, reversed, for those older entities that satisfy a condition.
  private static func turned(
    _ relationship: CompiledRelationship, in plan: SchemaMigrationPlan,
    where isMeant: (EntityMapping) -> Bool
  ) -> [PairSelect] {
    guard let inverse = relationship.inverse else { return [] }
    let destination = plan.new.model.entities[relationship.destinationIndex]
    return destination.family.compactMap { index -> PairSelect? in
      let other = plan.new.model.entities[index]
      guard let otherSource = plan.source(of: other), isMeant(otherSource),
        case .source(let name)? = plan.value(
          of: other.properties[inverse.number].name, in: other),
        let pairs = PairSelect(
          name, of: otherSource, continuedBy: other.properties[inverse.number], other, in: plan)
      else { return nil }
      return pairs
    }
  }

  private static func sql(of turned: [PairSelect]) -> String {
    // Each entity of the family has its own links. If one select covers all
    // entities, the results are equal, and UNION keeps one of them.
    "SELECT member AS owner, owner AS member, inversePlace AS place, place AS inversePlace "
      + "FROM (\(turned.map(\.sql).joined(separator: " UNION ")))"
  }

  /// Adds the pairs with objects of entities that the older relationship did
  /// not lead to. If a relationship moves up from several entities, each of
  /// them had a different inverse.
  private mutating func addPairs(
    of relationship: CompiledRelationship, besides name: String, _ source: EntityMapping,
    in plan: SchemaMigrationPlan
  ) {
    guard relationship.storage == .joinTable,
      let before = source.entity.relationship(named: name)
    else { return }
    let known = plan.old.model.entities[before.destinationIndex].family
    let others = Self.turned(relationship, in: plan) { !known.contains($0.entity.index) }
    guard !others.isEmpty else { return }
    isPartial = true
    sql += " UNION \(Self.sql(of: others)) WHERE member IN (SELECT Z_PK FROM \(source.rows))"
  }

  /// Creates the pairs of an older relationship that a newer entity continues;
  /// nil if the entity has no such relationship in the older version. The pairs
  /// are limited to the entity's own objects, unless all objects that had the
  /// relationship continue it.
  private init?(
    _ name: String, of source: EntityMapping, continuedBy property: CompiledProperty,
    _ entity: CompiledEntity, in plan: SchemaMigrationPlan
  ) {
    guard let before = source.entity.property(named: name),
      let pairs = PairSelect(source.entity.relationship(before.number), of: source, in: plan.old)
    else { return nil }
    self = pairs
    guard column == nil, !plan.isContinuedByAll(before, of: source.entity, by: property, entity)
    else { return }
    isPartial = true
    sql = """
      SELECT owner, member, place, inversePlace FROM (\(pairs.sql)) \
      WHERE owner IN (SELECT Z_PK FROM \(source.rows))
      """
  }

  /// Creates the pairs of an older relationship; nil if the store does not keep
  /// them.
  init?(_ relationship: CompiledRelationship?, of source: EntityMapping, in mapping: StoreMapping) {
    guard let relationship else { return nil }
    let (owner, member, rows): (String, String, String)
    var (place, inversePlace): (String?, String?) = (nil, nil)
    switch relationship.storage {
    case .ownColumn:
      guard let own = source.column(relationship.name) else { return nil }
      column = own.name
      (owner, member) = ("Z_PK", own.quotedName)
      if relationship.inverse?.isOrdered == true { inversePlace = StoreNames.order(own.name) }
      rows = "\(source.quotedTable) WHERE \(member) IS NOT NULL AND Z_ENT = \(source.number)"
    case .inverseColumn:
      column = nil
      let destination = mapping.entities[relationship.destinationIndex]
      guard let other = relationship.inverse.flatMap(destination.column) else { return nil }
      (owner, member) = (other.quotedName, "Z_PK")
      if relationship.description.isOrdered { place = StoreNames.order(other.name) }
      rows = "\(destination.quotedTable) WHERE \(owner) IS NOT NULL"
    case .joinTable:
      column = nil
      guard let join = mapping.join(relationship, of: source.entity) else { return nil }
      (owner, member) = (StoreNames.quoted(join.ownerColumn), StoreNames.quoted(join.memberColumn))
      (place, inversePlace) = (join.orderColumn, join.inverseOrderColumn)
      rows = join.pairs
    }
    (hasPlaces, hasInversePlaces) = (place != nil, inversePlace != nil)
    sql = """
      SELECT \(owner) AS owner, \(member) AS member, \
      \(place.map(StoreNames.quoted) ?? "NULL") AS place, \
      \(inversePlace.map(StoreNames.quoted) ?? "NULL") AS inversePlace FROM \(rows)
      """
  }
}

extension SchemaMigrationPlan {
  /// Returns whether a newer relationship continues an older relationship for
  /// all objects that had the older relationship.
  fileprivate func isContinuedByAll(
    _ before: CompiledProperty, of source: CompiledEntity, by property: CompiledProperty,
    _ entity: CompiledEntity
  ) -> Bool {
    let older = source.lineage.map { old.model.entities[$0] }.first { $0.depth == before.depth }
    let newer = entity.lineage.map { new.model.entities[$0] }.first { $0.depth == property.depth }
    return (older ?? source).family.map { old.model.entities[$0] }.allSatisfy { kin in
      kin.description.isAbstract
        || pairs.successors(of: kin.description).allSatisfy { successor in
          guard let heir = new.model.entity(named: successor.name) else { return true }
          return (newer ?? entity).family.contains(heir.index)
            && value(of: property.name, in: heir) == .source(before.name)
        }
    }
  }
}
