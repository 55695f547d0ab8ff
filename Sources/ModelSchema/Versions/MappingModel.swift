/// A description of how the objects of one version become objects of another, with an
/// entity mapping for each entity and a property mapping for each property.
///
/// A mapping model is a value. `inferred(from:to:)` creates one from the common parts of two
/// models; a program may write a mapping model itself, or change an inferred one. The conversion of
/// entities and properties without a mapping is inferred, so that a forgotten mapping loses no
/// data.
///
/// - An entity may be mapped several times, to one newer entity or to several, and several entities
///   may be mapped to one: `predicate` determines the objects of each mapping.
/// - Objects keep their keys in the first mapping of their entity; objects of further
///   mappings, and of a second hierarchy that joins the first, get new keys.
public struct MappingModel: Sendable, Hashable, Codable {
  /// The mappings of entities, in the order in which they are carried out.
  public var entities: [Entity]

  /// Creates a mapping model from entity mappings, in the order in which they are
  /// carried out.
  public init(entities: [Entity]) {
    self.entities = entities
  }

  /// Returns the mapping with the given name; nil if there is none.
  public func entity(named name: String) -> Entity? { entities.first { $0.name == name } }

  /// The effect on the objects of an entity.
  public enum Kind: Int, Sendable, Hashable, Codable {
    case undefined = 0
    /// A policy in Swift code converts the objects.
    case custom = 1
    /// The entity is new, and has no older objects.
    case add = 2
    /// The entity is removed, with its objects.
    case remove = 3
    /// The objects are copied unchanged.
    case copy = 4
    /// The objects are copied with changes.
    case transform = 5
  }

  /// A description of how the objects of an entity become objects of another.
  public struct Entity: Sendable, Hashable, Codable {
    /// The mapping's name, which is unique in the mapping model.
    public var name: String
    /// The effect of the mapping on the objects.
    public var kind: Kind
    /// The name of the older entity; nil if the entity is new.
    public var sourceName: String?
    /// The name of the newer entity; nil if the entity is removed.
    public var destinationName: String?
    /// The version hash of the older entity; nil if it is not specified.
    public var sourceHash: Data?
    /// The version hash of the newer entity; nil if it is not specified.
    public var destinationHash: Data?
    /// The condition that selects the older objects to map; nil for all objects. It corresponds to
    /// the predicate in Core Data's source expression.
    public var predicate: ObjectPredicate?
    /// The mappings of attributes, one for each attribute of the newer entity.
    public var attributes: [Property]
    /// The mappings of relationships. A relationship without a mapping is
    /// inferred.
    public var relationships: [Property]
    /// The name under which the program registered the policy that maps the objects; nil if the
    /// property mappings are sufficient.
    public var policyName: String?
    /// Keys and values chosen by the author of the mapping, for policies to read.
    public var userInfo: [String: String]

    /// Creates an entity mapping, with a source, a destination or both.
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

    /// Returns the mapping of a property of the newer entity, given the property's name; nil if
    /// there is none.
    public func property(named name: String) -> Property? {
      (attributes + relationships).first { $0.name == name }
    }

    /// Sets the source of a property's values, and replaces the previous source.
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

  /// The source of a property's values.
  public struct Property: Sendable, Hashable, Codable {
    /// The source of a property's values.
    public enum Value: Sendable, Hashable, Codable {
      /// The value of the older property with the given name, unchanged.
      case source(String)
      /// The value of the older attribute with the given name, converted to the new type.
      case converted(String)
      /// An expression that refers to `$source`, the older object, `$destination`, the newer
      /// object, and `$manager`, which finds the results of other mappings. The value of an
      /// expression for a relationship can be objects of either version; older objects represent
      /// the newer objects that were created from them.
      case expression(ObjectExpression)
      /// The attribute's default, or an empty relationship.
      case defaultValue
    }

    /// The name of the newer property.
    public var name: String
    /// The source of the property's values.
    public var value: Value
    /// Keys and values chosen by the author of the mapping, for policies to read.
    public var userInfo: [String: String]

    /// Creates the mapping of a property, with the source of its values.
    public init(_ name: String, _ value: Value, userInfo: [String: String] = [:]) {
      self.name = name
      self.value = value
      self.userInfo = userInfo
    }
  }
}
