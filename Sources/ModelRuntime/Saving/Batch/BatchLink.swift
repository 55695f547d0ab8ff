/// A relationship whose rows are changed by a batch operation in SQL.
struct BatchLink {
  let relationship: CompiledRelationship
  let source: EntityMapping
  let destination: EntityMapping
  private let join: JoinMapping?
  /// The numbers of the entities that have the relationship.
  private let familyNumbers: [Int64]

  /// Returns the relationships that an entity itself declares, without
  /// inherited relationships.
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

  /// The column at the source that contains the key of the destination; nil for
  /// a to-many relationship.
  var column: String? {
    relationship.isToMany ? nil : source.column(relationship.name)?.quotedName
  }

  /// The column at the destination that contains the key of the source; nil if
  /// there is no inverse, or if it is a to-many relationship.
  var inverseColumn: String? {
    guard let inverse = relationship.inverse, !inverse.isToMany else { return nil }
    return destination.column(inverse)?.quotedName
  }

  /// The column at the destination that contains the positions of members; nil
  /// unless the relationship is ordered and its inverse is a to-one
  /// relationship.
  var placeColumn: String? {
    guard relationship.description.isOrdered, let inverse = relationship.inverse else {
      return nil
    }
    return destination.orderColumn(inverse)
  }

  /// The column at the source that contains its position among the members of
  /// the inverse; nil unless the inverse is ordered.
  var ownPlaceColumn: String? {
    relationship.inverse?.isOrdered == true ? source.orderColumn(relationship.number) : nil
  }

  /// Returns the text after FROM for the rows at the other end of recorded
  /// rows, in which `d` is the destination; nil if there is no column or table
  /// for the relationship.
  func related(to kind: BatchTable.Kind, round: Int? = nil) -> String? {
    let table = destination.quotedTable
    let noted =
      " WHERE b.kind = \(kind.rawValue) AND b.root = \(source.entity.rootIndex)"
      + (round.map { " AND b.round = \($0)" } ?? "") + family
    // CROSS JOIN determines the order of the tables, because there are fewer recorded
    // rows than rows in the table.
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

  /// The SQL condition that a recorded row has the relationship; empty if all
  /// rows of the table have it.
  private var family: String {
    // All rows of the table have the relationships of the root entity.
    guard source.entity.depth > 0 else { return "" }
    return " AND b.ent IN (\(familyNumbers.map(String.init).joined(separator: ", ")))"
  }
}
