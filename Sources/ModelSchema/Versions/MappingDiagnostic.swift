/// A reason why the data of one version cannot be converted to another version
/// without help.
public struct MappingDiagnostic: Error, Sendable, Hashable {
  /// The kind of obstacle, for programs.
  public enum Kind: String, Sendable, Hashable {
    /// A new required property has no value for old rows.
    case missingValue
    /// The type of an attribute changed, and its values are not converted.
    case typeChange
    /// A relationship leads to objects that its new destination does not
    /// contain.
    case destination
    /// Entities that had no common parent now have a common parent.
    case mergedHierarchies
    /// Two newer entities continue one older entity.
    case splitEntity
    /// Two older entities become one newer entity.
    case mergedEntities
    /// An attribute became a relationship, or a relationship an attribute.
    case kindChange
    /// A mapping model or a migration block refers to a part that does not exist.
    case invalidMapping
    /// A version on the path has no place for data that exist at both ends.
    case lostOnTheWay
  }

  /// The kind of obstacle, for programs.
  public var kind: Kind
  /// The name of the newer entity.
  public var entityName: String
  /// The name of the newer property; nil if the obstacle concerns the entity.
  public var propertyName: String?
  /// The message about the obstacle, for users.
  public var message: String
  /// The remedy, for users.
  public var cure: String
  /// The names of the older entities concerned; if none of them has an object,
  /// there is no obstacle.
  public var concernedEntities: [String]
}

extension MappingDiagnostic: CustomStringConvertible {
  /// The message and the remedy.
  public var description: String { "\(message); \(cure)" }
}

/// A condition on the data of a migration that cannot be decided from the
/// models alone.
///
/// Names are those of the older model, except in `unique` and `rule`, which are checked
/// once the rows have been converted.
public enum DataCondition: Sendable, Hashable {
  /// An entity must have no objects, because it is now abstract.
  case noObjects(entity: String)
  /// Every object must have a value, because the property is now required.
  case hasValue(entity: String, property: String)
  /// Every object must lead to at most one object, because the relationship is
  /// now to-one.
  case atMostOne(entity: String, relationship: String)
  /// No two objects may lead to the same object: the relationship has a new inverse,
  /// which is to-one, or a block assigns the relationship, and its inverse is to-one.
  case atMostOneOwner(entity: String, relationship: String)
  /// A required relationship must not lead to objects of removed entities.
  case leadsToNone(entity: String, relationship: String, of: [String])
  /// Every value must be readable as another type.
  case isConvertible(entity: String, attribute: String, to: AttributeType)
  /// No value must have more digits than a numeric column keeps: the attribute
  /// was a string or an exact decimal, and is now an inexact decimal.
  case keepsDigits(entity: String, attribute: String)
  /// Every value must be the raw value of a case of an enumeration, which was
  /// not required by the former type.
  case isCase(entity: String, attribute: String, of: AttributeType, values: [ConstantValue])
  /// No object must have one of the given values, because the enumeration no
  /// longer has a case for them.
  case noValues(entity: String, attribute: String, values: [ConstantValue])
  /// Values must be unique in the newer entity.
  case unique(entity: String, keyPaths: [String])
  /// A rule of the newer entity must hold, either for a property or under the name of a
  /// check.
  case rule(entity: String, property: String, text: String)
}

extension DataCondition: CustomStringConvertible {
  /// A description of the condition.
  public var description: String {
    switch self {
    case .noObjects(let entity): "'\(entity)' is abstract now and must have no objects"
    case .hasValue(let entity, let property):
      "'\(entity).\(property)' is required now and must have a value everywhere"
    case .atMostOne(let entity, let relationship):
      "'\(entity).\(relationship)' leads to one object now and must not lead to more"
    case .atMostOneOwner(let entity, let relationship):
      "'\(entity).\(relationship)' must not lead to one object from several, whose new end leads to "
        + "one"
    case .leadsToNone(let entity, let relationship, let gone):
      "'\(entity).\(relationship)' is required and must not lead to "
        + gone.map { "'\($0)'" }.joined(separator: " or ") + ", whose objects go"
    case .isConvertible(let entity, let attribute, let type):
      "every value of '\(entity).\(attribute)' must be readable as \(type.name)"
    case .keepsDigits(let entity, let attribute):
      "'\(entity).\(attribute)' must not have more digits than a decimal keeps that is not @exact"
    case .isCase(let entity, let attribute, let type, let values):
      "every value of '\(entity).\(attribute)' must be that of a case of \(type.name): "
        + values.listed
    case .noValues(let entity, let attribute, let values):
      "'\(entity).\(attribute)' must not be \(values.listed), which no case stands for now"
    case .unique(let entity, let keyPaths):
      "\(keyPaths.map { "'\(entity).\($0)'" }.joined(separator: " and ")) must be unique"
    case .rule(let entity, let property, let text): "'\(entity).\(property)' \(text)"
    }
  }
}

extension [ConstantValue] {
  /// The values in their stored form: `'a', 'b' or 3`.
  package var listed: String {
    let texts = map { value in
      if case .integer(let number) = value { return "\(number)" }
      if case .string(let text) = value { return "'\(text)'" }
      return "\(value)"
    }
    return texts.listed("or")
  }
}
