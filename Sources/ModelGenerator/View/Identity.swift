/// The identity of a root entity's objects as `Identifiable` requires it. It is
/// the attribute `id` or, if there is none, the object ID, which the runtime
/// supplies.
struct Identity {
  let entity: EntityDescription
  let shape: ModelShape

  init(of entity: EntityDescription, in shape: ModelShape) {
    self.entity = entity
    self.shape = shape
  }

  /// True if the class is `Identifiable`. It is not if a property of another
  /// kind is called `id`, or if the conformance would hide a type named `ID`.
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
  /// Returns whether the model, its classes or their properties have a type with the
  /// given name.
  func hasType(named name: String) -> Bool {
    let attributes = model.entities.flatMap(\.properties).compactMap(\.attribute)
    return model.typeAliases.contains { $0.name == name } || enumeration(name) != nil
      || composite(name) != nil || model.entities.contains { className($0.name) == name }
      || attributes.contains { AttributeShape(attribute: $0, shape: self).baseType == name }
  }
}

extension AttributeType {
  /// True if conditions in Swift can compare values of the type, which is not possible
  /// for JSON documents and the client's own types.
  var isCompared: Bool {
    switch self {
    case .composite: true
    case .list(let element): element.isHashable
    default: isHashable || isArchive
    }
  }

  /// True if values of the type are known to be hashable.
  fileprivate var isHashable: Bool {
    switch self {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .data, .uuid,
      .url, .enumeration:
      true
    case .json, .composite, .list, .codable, .transformable, .undefined: false
    }
  }
}
