/// The values that the template `swift-xcode-accessors` receives for the
/// methods of to-many relationships which Xcode would generate.
struct XcodeAccessorsTemplate: TemplateRecord {
  let collections: [Collection]

  /// A to-many relationship that users can change.
  struct Collection: TemplateRecord {
    let name: String
    let capitalized: String
    let access: String
    /// The name of the class of the members.
    let element: String
    /// True if another collection precedes it.
    let isLater: Bool
    let isOrdered: Bool
    /// The name of the collection's method that adds an element.
    let add: String
    /// The lines of Swift attributes before the methods.
    let attributes: [String]
  }

  /// Creates the values for the methods of an entity. The initialiser returns
  /// nil if there is no to-many relationship that users can change.
  init?(_ entity: EntityDescription, in shape: ModelShape) {
    let relationships = entity.relationships.filter {
      $0.isToMany && !$0.isConstant && !$0.isTransient
    }
    guard !relationships.isEmpty else { return nil }
    collections = relationships.enumerated().map { index, relationship in
      let name = relationship.name
      return Collection(
        name: SwiftName.escaped(name),
        capitalized: name.prefix(1).uppercased() + name.dropFirst(),
        access: shape.access(of: entity, towards: relationship.destinationName).modifier,
        element: shape.className(relationship.destinationName), isLater: index > 0,
        isOrdered: relationship.isOrdered, add: relationship.isOrdered ? "append" : "insert",
        attributes: PropertyDescription.relationship(relationship).deprecationLines)
    }
  }
}
