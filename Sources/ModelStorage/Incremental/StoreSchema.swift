/// The schema that an incremental store must support: entities with columns,
/// and pairs.
public struct StoreSchema: Sendable {
  /// A column of an entity's rows: an attribute, an element of a composite attribute,
  /// or the key of a to-one relationship.
  ///
  /// A store receives a column with every value, so columns are passed by reference.
  public final class Column: Sendable {
    /// The key path of the column in conditions, such as `zip` or `place.zip`.
    public let keyPath: String
    /// The type of the values; nil for the key of a relationship.
    public let type: AttributeType?
    /// The entity that a to-one relationship leads to; nil for other columns.
    public let destinationName: String?
    /// The names that the model requests with `@column`, one for each part of the key
    /// path; nil for a part without such a name.
    public let customNames: [String?]
    /// True if decimals keep all digits.
    public let isExact: Bool
    /// True if the key must lead to a row. The keys of relationships without an
    /// inverse, or with the delete rule `.noAction`, remain when their
    /// destination is deleted.
    public let isEnforced: Bool

    init(_ column: ColumnMapping, _ entity: CompiledEntity, _ model: CompiledModel) {
      let relationship = entity.relationship(column.propertyNumber)
      keyPath = column.keyPath
      type = column.type
      destinationName = relationship.map { model.entities[$0.destinationIndex].name }
      customNames = entity.properties[column.propertyNumber].description.customNames(
        of: column.keyPath.split(separator: "."), in: model.description)
      isExact = column.isExact
      isEnforced = relationship?.isEnforced(in: model) == true
    }
  }

  /// An entity whose rows the store keeps.
  ///
  /// Every row of a save contains its entity, so entities are passed by reference.
  public final class Entity: Sendable {
    /// The description of the entity in the model.
    public let description: EntityDescription
    /// The index of the entity in the schema.
    public let index: Int
    /// The index of the root of the entity's hierarchy, whose entities share their
    /// keys. It is the entity's own index if it has no superentity.
    public let rootIndex: Int
    /// The indexes of the entity and all of its subentities.
    public let family: [Int]
    /// The columns of the entity's rows, inherited columns first. The values of a row
    /// are in the same order.
    public let columns: [Column]
    /// The to-many relationships of the entity.
    public let relationships: [Relationship]
    /// The indexes of the columns whose combined values must be unique among
    /// the objects of the entity and its subentities. Objects with a missing
    /// value are exempt.
    public let uniqueColumns: [[Int]]

    /// The names of the properties whose changes a history records, in order.
    package let historyNames: [String]
    /// The names of the attributes whose values a history keeps after deletion, in order.
    package let keptNames: [String]

    init(_ entity: CompiledEntity, _ mapping: StoreMapping) {
      let columns = mapping.mapping(of: entity).columns
      description = entity.description
      index = entity.index
      rootIndex = entity.rootIndex
      family = entity.family
      self.columns = columns.map { Column($0, entity, mapping.model) }
      relationships = entity.relationships.compactMap { Relationship($0, entity, mapping) }
      historyNames = entity.historyProperties.map(\.name)
      keptNames = entity.keptAttributes.map(\.name)
      uniqueColumns = entity.description.allUniquenessConstraints.map { constraint in
        constraint.keyPaths.compactMap { keyPath in columns.firstIndex { $0.keyPath == keyPath } }
      }
    }

    /// The name of the entity.
    public var name: String { description.name }
  }

  /// A to-many relationship, and the location of its members.
  public struct Relationship: Sendable {
    /// The location in which the members of an owner are kept.
    public enum Place: Sendable, Hashable {
      /// A column of the members' rows, which contains the owner's key.
      case column(of: String, keyPath: String)
      /// A set of pairs. If `isInverted` is true, the pairs are written from
      /// the other end, and the first key of each pair is the key of the
      /// member.
      case pairs(named: String, isInverted: Bool)
    }

    /// The name of the relationship.
    public let name: String
    /// The entity of the members.
    public let destinationName: String
    /// The location in which the members of an owner are kept.
    public let place: Place
    /// True if the store keeps the order of the members.
    public let isOrdered: Bool
  }

  /// The pairs of a many-to-many relationship, or of a to-many relationship without an
  /// inverse.
  public struct Pairs: Sendable, Hashable {
    /// The name of the pairs, which is `Entity.relationship` for the end that
    /// writes them.
    public let name: String
    /// The entity of the first keys.
    public let ownerName: String
    /// The entity of the second keys.
    public let memberName: String
    /// True if a member has only one owner (the object it was added to last),
    /// as in a relationship without an inverse.
    public let hasOneOwner: Bool
  }

  /// The model whose objects the store keeps.
  public let model: ManagedObjectModel
  /// The entities, superentities before their subentities.
  public let entities: [Entity]
  /// The pairs of all relationships that are not stored in columns.
  public let pairs: [Pairs]

  /// Returns the entity with the given name; nil if the schema has none.
  public func entity(named name: String) -> Entity? { entities.first { $0.name == name } }
}

extension StoreSchema {
  package init(layoutOf model: ManagedObjectModel) {
    let model = CompiledModel(layoutOf: model)
    self.init(StoreMapping(model, numbers: StoreMapping.newNumbers(model)))
  }

  init(_ mapping: StoreMapping) {
    let model = mapping.model
    self.model = model.description
    entities = model.entities.map { Entity($0, mapping) }
    var pairs: [Pairs] = []
    for entity in model.entities {
      for relationship in entity.relationships where entity.declares(relationship.number) {
        guard let join = mapping.join(relationship, of: entity), join.writes else { continue }
        pairs.append(
          Pairs(
            name: entity.pairsName(of: relationship.number, in: model), ownerName: entity.name,
            memberName: model.entities[relationship.destinationIndex].name,
            hasOneOwner: join.isColumn))
      }
    }
    self.pairs = pairs
  }
}

extension PropertyDescription {
  /// Returns the names that the model requests for the property and the element
  /// in a key path.
  fileprivate func customNames(
    of keyPath: [Substring], in model: ManagedObjectModel
  ) -> [String?] {
    var names = [attribute?.columnName ?? relationship?.columnName]
    var type = attribute?.type
    for part in keyPath.dropFirst() {
      guard case .composite(let name)? = type,
        let element = model.composite(named: name)?.elements.first(where: { $0.name == part })
      else { break }
      names.append(element.columnName)
      type = element.type
    }
    return names
  }
}

extension StoreSchema.Relationship {
  init?(_ relationship: CompiledRelationship, _ entity: CompiledEntity, _ mapping: StoreMapping) {
    guard relationship.isToMany else { return nil }
    let destination = mapping.model.entities[relationship.destinationIndex]
    name = relationship.name
    destinationName = destination.name
    isOrdered = relationship.description.isOrdered
    if relationship.storage == .joinTable {
      guard let join = mapping.join(relationship, of: entity) else { return nil }
      let model = mapping.model
      let own = entity.pairsName(of: relationship.number, in: model)
      let other = relationship.inverse.map { destination.pairsName(of: $0.number, in: model) }
      place =
        join.writes
        ? .pairs(named: own, isInverted: false) : .pairs(named: other ?? own, isInverted: true)
    } else {
      guard let inverse = relationship.inverse else { return nil }
      place = .column(of: destination.name, keyPath: destination.properties[inverse.number].name)
    }
  }
}

extension CompiledEntity {
  /// Returns the name of the pairs that this end of a relationship writes. The
  /// name starts with the entity that declares the relationship.
  fileprivate func pairsName(of number: Int, in model: CompiledModel) -> String {
    let property = properties[number]
    return "\(model.entities[lineage[property.depth]].name).\(property.name)"
  }
}
