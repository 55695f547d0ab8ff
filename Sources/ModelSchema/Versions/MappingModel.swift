/// The way in which the objects of one version become those of another: an
/// entity mapping for each entity, a property mapping for each property.
///
/// It is a value. `inferred(from:to:)` makes one from what two models have in
/// common; a program may write one itself, or change an inferred one. What it
/// says nothing of, an entity or a property, goes as it would be inferred, so
/// that nothing is lost by being forgotten.
///
/// - One entity may be mapped several times, to one newer entity or to several,
///   and several to one: `predicate` says which objects go which way.
/// - Objects keep their keys under the first mapping of their entity; those of
///   further mappings, and of a second hierarchy that joins the first, get keys
///   of their own.
public struct MappingModel: Sendable, Hashable, Codable {
  /// The mappings of entities, in the order in which they are carried out.
  public var entities: [Entity]

  /// Makes a mapping model from its parts.
  public init(entities: [Entity]) {
    self.entities = entities
  }

  /// The mapping of a name, or nil.
  public func entity(named name: String) -> Entity? { entities.first { $0.name == name } }

  /// The fate of the objects of an entity.
  public enum Kind: Int, Sendable, Hashable, Codable {
    case undefined = 0
    /// A policy in Swift decides.
    case custom = 1
    /// The entity is new.
    case add = 2
    /// The entity is gone, and its objects with it.
    case remove = 3
    /// The objects stay as they are.
    case copy = 4
    /// The objects change.
    case transform = 5
  }

  /// The way in which the objects of one entity become those of another.
  public struct Entity: Sendable, Hashable, Codable {
    /// Its name, unique in the mapping model.
    public var name: String
    /// The fate of the objects.
    public var kind: Kind
    /// Name of the older entity; nil where the entity is new.
    public var sourceName: String?
    /// Name of the newer entity; nil where the entity is gone.
    public var destinationName: String?
    /// Version hash of the older entity.
    public var sourceHash: Data?
    /// Version hash of the newer entity.
    public var destinationHash: Data?
    /// The condition of the older objects that are mapped; nil for all. Core
    /// Data's source expression fetches by it.
    public var predicate: ObjectPredicate?
    /// The mappings of attributes, one for each of the newer entity.
    public var attributes: [Property]
    /// The mappings of relationships.
    public var relationships: [Property]
    /// Name under which the program registered the policy that maps the
    /// objects; nil where the property mappings suffice.
    public var policyName: String?
    /// Free keys and values, for policies.
    public var userInfo: [String: String]

    /// Makes a mapping.
    public init(
      name: String, kind: Kind, sourceName: String? = nil, destinationName: String? = nil,
      sourceHash: Data? = nil, destinationHash: Data? = nil, predicate: ObjectPredicate? = nil,
      attributes: [Property] = [], relationships: [Property] = [], policyName: String? = nil,
      userInfo: [String: String] = [:]
    ) {
      self.name = name
      self.kind = kind
      self.sourceName = sourceName
      self.destinationName = destinationName
      self.sourceHash = sourceHash
      self.destinationHash = destinationHash
      self.predicate = predicate
      self.attributes = attributes
      self.relationships = relationships
      self.policyName = policyName
      self.userInfo = userInfo
    }

    /// The mapping of a property of the newer entity, or nil.
    public func property(named name: String) -> Property? {
      (attributes + relationships).first { $0.name == name }
    }

    /// Says where the values of a property come from, instead of what was said
    /// before.
    public mutating func map(_ name: String, to value: Property.Value) {
      if let index = relationships.firstIndex(where: { $0.name == name }) {
        relationships[index].value = value
      } else if let index = attributes.firstIndex(where: { $0.name == name }) {
        attributes[index].value = value
      } else {
        attributes.append(Property(name, value))
      }
    }
  }

  /// The source of the values of a property.
  public struct Property: Sendable, Hashable, Codable {
    /// A source of values.
    public enum Value: Sendable, Hashable, Codable {
      /// The older property of a name, as it is.
      case source(String)
      /// The older attribute of a name, as another type.
      case converted(String)
      /// An expression over `$source`, the older object, `$destination`, the
      /// newer one, and `$manager`, which knows what became of other objects. A
      /// relationship's leads to objects of either version; older ones stand
      /// for what became of them.
      case expression(ObjectExpression)
      /// The attribute's default, or no object.
      case defaultValue
    }

    /// Name of the newer property.
    public var name: String
    /// The source of its values.
    public var value: Value
    /// Free keys and values, for policies.
    public var userInfo: [String: String]

    /// Makes a mapping.
    public init(_ name: String, _ value: Value, userInfo: [String: String] = [:]) {
      self.name = name
      self.value = value
      self.userInfo = userInfo
    }
  }
}
