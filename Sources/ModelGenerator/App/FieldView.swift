/// The Swift code for the fields of an entity's form.
struct FieldView {
  let entity: EntityDescription
  let shape: ModelShape

  private var className: String { shape.className(entity.name) }

  /// Returns the fields of the entity's form, in the order in which they are
  /// shown.
  func fields() throws(GenerationDiagnostic) -> [CodeLayout] {
    guard let form = PresentationHints(entity: entity).form else {
      return shape.properties(of: entity).flatMap { self.fields($0, name: $0.name) }
    }
    var found: [CodeLayout] = []
    for path in form { found += try fields(path) }
    return found
  }

  /// The relationship from a part to its whole, if objects of this entity are
  /// parts that are created, edited and deleted together with another object;
  /// nil for other entities.
  var owner: RelationshipDescription? {
    shape.properties(of: entity).lazy.compactMap(\.relationship).first { relationship in
      guard !relationship.isToMany, let whole = shape.entity(relationship.destinationName),
        let inverse = relationship.inverseName,
        let part = shape.property(inverse, of: whole)?.relationship, !part.isToMany,
        part.deleteRule == .cascade
      else { return false }
      let form = PresentationHints(entity: whole).form ?? []
      return form.contains { $0.hasPrefix("\(inverse).") }
    }
  }

  /// Returns the fields that the form does not contain. These are for the
  /// remaining properties of the entity, and for the remaining attributes of
  /// the objects that the form edits through a relationship.
  func others() throws(GenerationDiagnostic) -> [CodeLayout] {
    guard let form = PresentationHints(entity: entity).form else { return [] }
    let first = Set(form.compactMap { $0.split(separator: ".").first.map(String.init) })
    var found: [CodeLayout] = []
    for property in shape.properties(of: entity) {
      guard first.contains(property.name) else {
        found += fields(property, name: property.name)
        continue
      }
      guard form.contains(where: { $0.hasPrefix("\(property.name).") }),
        let destination = property.relationship.flatMap({ shape.entity($0.destinationName) })
      else { continue }
      for attribute in shape.properties(of: destination).compactMap(\.attribute) {
        let path = "\(property.name).\(attribute.name)"
        if !form.contains(path) { found += try fields(path) }
      }
    }
    return found
  }

  /// Returns the fields for a path. If the path leads through a relationship,
  /// these are fields of the related object.
  private func fields(_ path: String) throws(GenerationDiagnostic) -> [CodeLayout] {
    let found = try ScreenPath(path, from: entity, in: shape)
    guard found.names.count > 1 else { return fields(found.property, name: path) }
    guard found.names.count == 2, let relationship = found.relationship, relationship.isOptional,
      let maker = maker(relationship, of: found.owner)
    else { throw GenerationDiagnostic(place: "\(entity.name) @info", reason: .unknownPath(path)) }
    let there = FieldView(entity: found.owner, shape: shape)
    let through = "\\\(className).\(SwiftName.escaped(relationship.name))"
    return there.fields(found.property, name: path).map { field in
      .text("\(field.flat)\n        .through(\(through)) { \(maker) }")
    }
  }

  /// Returns the expression that creates an object at the other end of a
  /// relationship; nil if the application cannot create such an object.
  private func maker(
    _ relationship: RelationshipDescription, of destination: EntityDescription
  ) -> String? {
    guard let inverse = relationship.inverseName,
      shape.property(inverse, of: destination)?.relationship?.isToMany == false,
      !destination.isAbstract,
      NewObjectView(entity: destination, shape: shape).required.allSatisfy({ $0.name == inverse })
    else { return nil }
    let name = SwiftName.label(inverse)
    return "\(shape.className(destination.name))(in: $0, \(name): $1)"
  }

  /// Returns the fields for one property. A composite attribute has several
  /// fields.
  private func fields(_ property: PropertyDescription, name: String) -> [CodeLayout] {
    switch property {
    case .attribute(let attribute): attributes(attribute, property, name)
    case .relationship(let relationship):
      relationship.isTransient ? [] : [self.relationship(relationship, property, name)]
    case .fetched: []
    }
  }

  private func field(
    _ kind: String, _ name: String, _ property: PropertyDescription, view: String = "",
    _ more: String...
  ) -> CodeLayout {
    let label =
      PresentationHints.label(property).map { ["label: \(SwiftLiteral.string($0))"] } ?? []
    let path = "\\\(className).\(SwiftName.escaped(property.name))\(view)"
    let arguments = [SwiftLiteral.string(name), path] + more + label
    return .call(".\(kind)(", arguments.map(CodeLayout.text))
  }

  private func relationship(
    _ relationship: RelationshipDescription, _ property: PropertyDescription, _ name: String
  ) -> CodeLayout {
    let destination = SwiftLiteral.string(relationship.destinationName)
    let kind: String
    if relationship.isConstant || relationship.name == owner?.name {
      kind = relationship.isToMany ? "described" : "constantToOne"
    } else if relationship.isToMany {
      kind = relationship.isOrdered ? "ordered" : "toMany"
    } else {
      kind = relationship.isOptional ? "toOne" : "requiredToOne"
    }
    return kind == "described"
      ? field(kind, name, property) : field(kind, name, property, destination)
  }

  private func attributes(
    _ attribute: AttributeDescription, _ property: PropertyDescription, _ name: String
  ) -> [CodeLayout] {
    guard !attribute.isTransient else { return [] }
    if case .composite(let type) = attribute.type, attribute.isEdited {
      return elements(of: type, attribute, property, name)
    }
    let kind = Self.kind(of: attribute)
    return [field(kind, name, property, view: kind == "described" ? "" : Self.view(of: attribute))]
  }

  /// Returns the name of the function that creates the field for an attribute.
  private static func kind(of attribute: AttributeDescription) -> String {
    guard attribute.derivation == nil else { return "described" }
    switch attribute.type {
    case .data, .json, .list, .codable, .transformable, .undefined, .composite: return "described"
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .uuid, .url,
      .enumeration:
      guard attribute.isConstant else { return "attribute" }
      let isAsked = attribute.defaultValue == nil && !attribute.isOptional
      return isAsked ? "constant" : "described"
    }
  }

  /// Returns the end of the key path of a field that edits another view of the
  /// value; empty for other fields.
  private static func view(of attribute: AttributeDescription) -> String {
    if case .enumeration = attribute.type { return ".asChoice" }
    let hasTime = attribute.type == .date && PresentationHints.hasTime(attribute)
    return hasTime && attribute.isEdited ? ".asTime" : ""
  }

  /// Returns a field for each element of a composite attribute.
  private func elements(
    of type: String, _ attribute: AttributeDescription, _ property: PropertyDescription,
    _ name: String
  ) -> [CodeLayout] {
    guard let composite = shape.composite(type) else { return [] }
    let path = "\\\(className).\(SwiftName.escaped(attribute.name))"
    let typeName = SwiftName.escaped(type)
    return composite.elements.compactMap { element in
      guard Self.kind(of: element) == "attribute" else { return nil }
      let elementPath = "\\\(typeName).\(SwiftName.escaped(element.name))\(Self.view(of: element))"
      return .call(
        ".element(",
        [
          .text(SwiftLiteral.string("\(name).\(element.name)")), .text("of: \(path)"),
          .text(elementPath),
        ])
    }
  }
}

extension AttributeDescription {
  /// True if a user can change the value after the object has been created.
  var isEdited: Bool { !isConstant && derivation == nil }
}
