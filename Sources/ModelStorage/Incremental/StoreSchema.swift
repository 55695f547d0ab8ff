/// The parts that an incremental store has to keep: entities with columns, and
/// pairs.
public struct StoreSchema: Sendable {
  /// A value of an entity's rows: an attribute, an element of a composite one, or
  /// the key of a to-one relationship.
  public struct Column: Sendable {
    /// A store is asked about every value with its column: a copy is one reference.
    fileprivate final class Storage: Sendable {
      let keyPath: String
      let type: AttributeType?
      let destinationName: String?
      let customNames: [String?]
      let isExact: Bool
      let isEnforced: Bool

      init(_ column: ColumnMapping, _ entity: CompiledEntity, _ model: CompiledModel) {
        let property = entity.properties[column.propertyNumber]
        keyPath = column.keyPath
        type = column.type
        destinationName = entity.relationship(column.propertyNumber).map {
          model.entities[$0.destinationIndex].name
        }
        customNames = property.description.customNames(
          of: column.keyPath.split(separator: "."), in: model.description)
        isExact = column.isExact
        isEnforced =
          entity.relationship(column.propertyNumber)?.isEnforced(in: model) == true
      }
    }

    private let storage: Storage

    init(_ column: ColumnMapping, _ entity: CompiledEntity, _ model: CompiledModel) {
      storage = Storage(column, entity, model)
    }

    /// The key path by which conditions name it: `zip`, or `place.zip`.
    public var keyPath: String { storage.keyPath }
    /// The type of its values; nil for the key of a relationship.
    public var type: AttributeType? { storage.type }
    /// The entity that a to-one relationship leads to; nil for values.
    public var destinationName: String? { storage.destinationName }
    /// The names that the model asks for, `@column`, one for each part of the key path;
    /// nil for none.
    public var customNames: [String?] { storage.customNames }
    /// A Boolean value that says whether decimals keep every digit.
    public var isExact: Bool { storage.isExact }
    /// A Boolean value that says whether it is a key that has to lead to a row. Others
    /// stay when their destination is deleted: those without an inverse, and those
    /// that the model's `.noAction` leaves alone.
    public var isEnforced: Bool { storage.isEnforced }
  }

  /// An entity.
  public struct Entity: Sendable {
    /// Every row of a save names its entity: a copy is one reference.
    fileprivate final class Storage: Sendable {
      let description: EntityDescription
      let index: Int
      let rootIndex: Int
      let family: [Int]
      let columns: [Column]
      let relationships: [Relationship]
      let uniqueColumns: [[Int]]

      init(_ entity: CompiledEntity, _ mapping: StoreMapping) {
        let columns = mapping.mapping(of: entity).columns
        description = entity.description
        index = entity.index
        rootIndex = entity.rootIndex
        family = entity.family
        self.columns = columns.map { Column($0, entity, mapping.model) }
        relationships = entity.relationships.compactMap { Relationship($0, entity, mapping) }
        uniqueColumns = entity.description.allUniquenessConstraints.map { constraint in
          constraint.keyPaths.compactMap { keyPath in columns.firstIndex { $0.keyPath == keyPath } }
        }
      }
    }

    private let storage: Storage

    init(_ entity: CompiledEntity, _ mapping: StoreMapping) {
      storage = Storage(entity, mapping)
    }

    /// The description of the entity in the model.
    public var description: EntityDescription { storage.description }
    /// The place among the schema's entities.
    public var index: Int { storage.index }
    /// The place of the root of its hierarchy, with which it shares keys; its own
    /// where it stands alone.
    public var rootIndex: Int { storage.rootIndex }
    /// The places of the entity and of those below it.
    public var family: [Int] { storage.family }
    /// The values of its rows, inherited ones first: the order of a row's values.
    public var columns: [Column] { storage.columns }
    /// Its to-many relationships.
    public var relationships: [Relationship] { storage.relationships }
    /// The places of columns whose values, taken together, no two objects of it and
    /// those below it may have; where one of them is missing there is no rule.
    public var uniqueColumns: [[Int]] { storage.uniqueColumns }

    /// The name.
    public var name: String { storage.description.name }
  }

  /// A to-many relationship, and where it is kept.
  public struct Relationship: Sendable {
    /// The place of the members of an owner.
    public enum Place: Sendable, Hashable {
      /// The rows of the members: a column has the owner's key.
      case column(of: String, keyPath: String)
      /// A set of pairs; of those that were written from the other end the
      /// first key is the member's.
      case pairs(named: String, isInverted: Bool)
    }

    /// The name.
    public let name: String
    /// The entity that the members are of.
    public let destinationName: String
    /// The place of the members of an owner.
    public let place: Place
    /// A Boolean value that says whether the order of the members has a meaning.
    public let isOrdered: Bool
  }

  /// The pairs of a many-to-many relationship, or of one without inverse.
  public struct Pairs: Sendable, Hashable {
    /// The name, `Entity.relationship` of the end that writes them.
    public let name: String
    /// The entity of the first keys.
    public let ownerName: String
    /// The entity of the second keys.
    public let memberName: String
    /// A Boolean value that says whether a member has one owner, that which it joined
    /// last: of a relationship without inverse, as over a file.
    public let hasOneOwner: Bool
  }

  /// The model.
  public let model: ManagedObjectModel
  /// The entities, parents before those below them.
  public let entities: [Entity]
  /// All kinds of pairs.
  public let pairs: [Pairs]

  /// The entity of a name.
  public func entity(named name: String) -> Entity? { entities.first { $0.name == name } }
}

extension StoreSchema {
  /// Makes the schema of a store of a model.
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
      for relationship in entity.relationships where entity.declares(relationship) {
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
  /// The names that the model asks for, of the property and of an element in it.
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
  /// The name of the pairs of a relationship that its end here writes: after the entity that
  /// declares it.
  fileprivate func pairsName(of number: Int, in model: CompiledModel) -> String {
    let property = properties[number]
    return "\(model.entities[lineage[property.depth]].name).\(property.name)"
  }

  /// A Boolean value that says whether a relationship is its own, and not inherited.
  fileprivate func declares(_ relationship: CompiledRelationship) -> Bool {
    properties[relationship.number].depth == depth
  }
}
