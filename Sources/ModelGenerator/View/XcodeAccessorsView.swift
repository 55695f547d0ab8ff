import ModelSchema

/// The methods of to-many relationships under the names that Xcode gives them.
struct XcodeAccessorsView {
  let entity: EntityDescription
  let shape: ModelShape

  /// Nothing where the entity has no to-many that users may change.
  var value: TemplateValue {
    let collections = entity.relationships.filter {
      $0.isToMany && !$0.isConstant && !$0.isTransient
    }
    guard !collections.isEmpty else { return .null }
    return ["collections": .list(collections.enumerated().map { value($1, isLater: $0 > 0) })]
  }

  private func value(_ relationship: RelationshipDescription, isLater: Bool) -> TemplateValue {
    let name = relationship.name
    let access = shape.access(of: entity, towards: relationship.destinationName)
    return [
      "name": .text(SwiftName.escaped(name)),
      "capitalized": .text(name.prefix(1).uppercased() + name.dropFirst()),
      "access": .text(access.modifier),
      "element": .text(shape.className(relationship.destinationName)),
      "isLater": .boolean(isLater), "isOrdered": .boolean(relationship.isOrdered),
      "add": .text(relationship.isOrdered ? "append" : "insert"),
      "attributes": .texts(PropertyDescription.relationship(relationship).deprecationLines),
    ]
  }
}
