/// A path of names from an entity to one of its values, as Swift writes it.
struct ScreenPath {
  /// The names as Swift writes them.
  let names: [String]
  /// The property that the path leads to.
  let property: PropertyDescription
  /// The entity that has the property.
  let owner: EntityDescription
  /// The relationship before the last name, if there is one.
  let relationship: RelationshipDescription?
  /// True if the path may lead to nothing before its last name.
  let isOptional: Bool
  /// The path as an expression behind an object: `details?.zip`.
  let expression: String

  /// Follows a path.
  ///
  /// - Throws: `GenerationDiagnostic` if the model has no such path.
  init(
    _ path: String, from entity: EntityDescription, in shape: ModelShape
  ) throws(GenerationDiagnostic) {
    let place = "\(entity.name) @info"
    var owner = entity
    var names: [String] = []
    var expression = ""
    var isOptional = false
    var last: RelationshipDescription?
    var found: PropertyDescription?
    for name in path.split(separator: ".").map(String.init) {
      if let previous = found {
        guard let relationship = previous.relationship, !relationship.isToMany,
          let next = shape.entity(relationship.destinationName)
        else { throw GenerationDiagnostic(place: place, reason: .unknownPath(path)) }
        if relationship.isOptional { isOptional = true }
        expression += relationship.isOptional ? "?." : "."
        (owner, last) = (next, relationship)
      }
      guard let property = shape.property(name, of: owner) else {
        throw GenerationDiagnostic(place: place, reason: .unknownPath(path))
      }
      names.append(SwiftName.escaped(name))
      expression += SwiftName.escaped(name)
      found = property
    }
    guard let property = found else {
      throw GenerationDiagnostic(place: place, reason: .unknownPath(path))
    }
    self.names = names
    self.property = property
    self.owner = owner
    relationship = last
    self.isOptional = isOptional
    self.expression = expression
  }

  /// The path of a value that has a text, which rows show and lists are sorted by.
  ///
  /// - Throws: `GenerationDiagnostic` if the model has no such path, or it leads to
  ///   objects or to several values.
  static func ofText(
    _ path: String, from entity: EntityDescription, in shape: ModelShape
  ) throws(GenerationDiagnostic) -> ScreenPath {
    let found = try ScreenPath(path, from: entity, in: shape)
    guard found.property.attribute?.type.hasText == true else {
      throw GenerationDiagnostic(place: "\(entity.name) @info", reason: .unknownPath(path))
    }
    return found
  }

  /// True if the value is always a text.
  var isText: Bool {
    guard let attribute = property.attribute, !isOptional, !attribute.isOptional else {
      return false
    }
    return attribute.type == .string
  }
}
