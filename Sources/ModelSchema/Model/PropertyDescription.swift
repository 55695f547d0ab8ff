/// A property of an entity: an attribute, a relationship or a fetched property.
public indirect enum PropertyDescription: Sendable, Hashable, Codable {
  case attribute(AttributeDescription)
  case relationship(RelationshipDescription)
  case fetched(FetchedPropertyDescription)

  /// The name of the property, which is unique in its entity and the entity's
  /// parents.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    case .fetched(let fetched): fetched.name
    }
  }

  /// The name of the property in stores and in Core Data.
  package var storedName: String {
    attribute?.columnName ?? relationship?.columnName ?? fetchedProperty?.userInfo["xcode.name"]
      ?? name
  }

  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String? {
    switch self {
    case .attribute(let attribute): attribute.documentation
    case .relationship(let relationship): relationship.documentation
    case .fetched(let fetched): fetched.documentation
    }
  }

  /// The attribute; nil for any other property.
  public var attribute: AttributeDescription? {
    if case .attribute(let attribute) = self { attribute } else { nil }
  }

  /// The relationship; nil for any other property.
  public var relationship: RelationshipDescription? {
    if case .relationship(let relationship) = self { relationship } else { nil }
  }

  /// The fetched property; nil for any other property.
  public var fetchedProperty: FetchedPropertyDescription? {
    if case .fetched(let fetched) = self { fetched } else { nil }
  }
}
