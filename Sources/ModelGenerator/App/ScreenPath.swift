/// A path of names from an entity to one of its values, with its Swift code.
struct ScreenPath {
  /// The names, as they are written in Swift.
  let names: [String]
  /// The property at the end of the path.
  let property: PropertyDescription
  /// The entity that has the property at the end of the path.
  let owner: EntityDescription
  /// The relationship before the last name; nil if there is none.
  let relationship: RelationshipDescription?
  /// True if an object on the path can be nil.
  let isOptional: Bool
  /// The path as an expression that follows an object, such as `details?.zip`.
  let expression: String

  /// Follows a path that begins at an entity.
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

  /// Returns the path of a value that can be shown as text, for rows and sort orders.
  ///
  /// - Throws: `GenerationDiagnostic` if the model has no such path, or the path leads
  ///   to objects or to several values.
  static func ofText(
    _ path: String, from entity: EntityDescription, in shape: ModelShape
  ) throws(GenerationDiagnostic) -> ScreenPath {
    let found = try ScreenPath(path, from: entity, in: shape)
    guard found.property.attribute?.type.hasText == true else {
      throw GenerationDiagnostic(place: "\(entity.name) @info", reason: .unknownPath(path))
    }
    return found
  }

  /// True if the value is a string, and cannot be nil.
  var isText: Bool {
    guard let attribute = property.attribute, !isOptional, !attribute.isOptional else {
      return false
    }
    return attribute.type == .string
  }
}
