/// A relationship as batch operations follow it, in SQL.
struct BatchLink {
  let relationship: CompiledRelationship
  let source: EntityMapping
  let destination: EntityMapping
  private let join: JoinMapping?
  /// The numbers of the entities that have the relationship.
  private let familyNumbers: [Int64]

  /// The relationships that an entity declares itself.
  static func declared(by entity: CompiledEntity, in store: PersistentStore) -> [BatchLink] {
    entity.relationships
      .filter { entity.properties[$0.number].depth == entity.depth && !$0.description.isTransient }
      .map { BatchLink($0, of: entity, in: store) }
  }

  init(_ relationship: CompiledRelationship, of entity: CompiledEntity, in store: PersistentStore) {
    self.relationship = relationship
    source = store.mapping.mapping(of: entity)
    destination = store.mapping.entities[relationship.destinationIndex]
    join = store.mapping.join(relationship, of: entity)
    familyNumbers = entity.family.map { store.mapping.entities[$0].number }
  }

  /// The column at the source; nil for relationships to many.
  var column: String? {
    relationship.isToMany
      ? nil : source.column(relationship.name).map { StoreNames.quoted($0.name) }
  }

  /// The column at the destination that leads back; nil where its inverse is to
  /// many, or missing.
  var inverseColumn: String? {
    guard let inverse = relationship.inverse, !inverse.isToMany else { return nil }
    return destination.column(inverse)
      .map { StoreNames.quoted($0.name) }
  }

  /// The column of places beside `inverseColumn`, of an ordered relationship.
  var placeColumn: String? {
    guard relationship.description.isOrdered, let inverse = relationship.inverse else {
      return nil
    }
    return destination.orderColumn(inverse)
  }

  /// The column of places beside `column`, where the inverse is ordered.
  var ownPlaceColumn: String? {
    relationship.inverse?.isOrdered == true ? source.orderColumn(relationship.number) : nil
  }

  /// The rows at the other end of noted ones: what stands behind FROM, with
  /// the destination as `d`.
  func related(to kind: BatchTable.Kind, round: Int? = nil) -> String? {
    let table = destination.quotedTable
    let noted =
      " WHERE b.kind = \(kind.rawValue) AND b.root = \(source.entity.rootIndex)"
      + (round.map { " AND b.round = \($0)" } ?? "") + family
    // CROSS JOIN keeps SQLite from turning the order round: the noted rows are the few.
    let first = "\(BatchTable.name) AS b CROSS JOIN "
    switch relationship.storage {
    case .ownColumn:
      guard let column else { return nil }
      return first + "\(source.quotedTable) AS s ON s.Z_PK = b.key CROSS JOIN \(table) AS d "
        + "ON d.Z_PK = s.\(column)" + noted
    case .inverseColumn:
      guard let inverseColumn else { return nil }
      return first + "\(table) AS d ON d.\(inverseColumn) = b.key" + noted
    case .joinTable:
      guard let join else { return nil }
      return first + "\(join.quotedTable) AS j "
        + "ON j.\(StoreNames.quoted(join.ownerColumn)) = b.key CROSS JOIN \(table) AS d "
        + "ON d.Z_PK = j.\(StoreNames.quoted(join.memberColumn))" + noted
    }
  }

  /// The condition for noted rows that have the relationship, where several
  /// entities share a table.
  private var family: String {
    // All rows of the table have what the root declares.
    guard source.entity.depth > 0 else { return "" }
    return " AND b.ent IN (\(familyNumbers.map(String.init).joined(separator: ", ")))"
  }
}
