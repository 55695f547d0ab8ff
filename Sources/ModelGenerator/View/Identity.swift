/// The identity of a root entity's objects, as `Identifiable` has it: an
/// attribute `id`, else the object ID, which the runtime gives.
struct Identity {
  let entity: EntityDescription
  let shape: ModelShape

  init(of entity: EntityDescription, in shape: ModelShape) {
    self.entity = entity
    self.shape = shape
  }

  /// A Boolean value that says whether there is one: something else that is called
  /// `id` would stand in its way, and the conformance hides a type `ID`.
  var isThere: Bool {
    guard !shape.hasTypeNamedID else { return false }
    return entity.property(named: "id").map(isIdentity) ?? true
  }

  private func isIdentity(_ property: PropertyDescription) -> Bool {
    guard let attribute = property.attribute else { return false }
    return !attribute.isTransient && attribute.type.isHashable
  }
}

extension ModelShape {
  /// Returns whether classes, or their properties, have a type of a name.
  func hasType(named name: String) -> Bool {
    let attributes = model.entities.flatMap(\.properties).compactMap(\.attribute)
    return model.typeAliases.contains { $0.name == name } || enumeration(name) != nil
      || composite(name) != nil || model.entities.contains { className($0.name) == name }
      || attributes.contains { AttributeShape(attribute: $0, shape: self).baseType == name }
  }
}

extension AttributeType {
  /// A Boolean value that says whether conditions in Swift compare values: not
  /// documents, nor types of the client's.
  var isCompared: Bool {
    switch self {
    case .composite: true
    case .list(let element): element.isHashable
    default: isHashable || isArchive
    }
  }

  /// A Boolean value that says whether values are known to be hashable.
  fileprivate var isHashable: Bool {
    switch self {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .data, .uuid,
      .url, .enumeration:
      true
    case .json, .composite, .list, .codable, .transformable, .undefined: false
    }
  }
}
