/// The properties of an entity that a command prints, as paths of names.
struct ObjectColumns {
  let paths: [[String]]

  /// Creates the columns from a string in which they are separated by commas.
  /// If the string is nil, they are all attributes and to-one relationships.
  ///
  /// - Throws: `StoreError` if the entity has no such property.
  init(_ text: String?, of entityName: String, in model: ManagedObjectModel) throws {
    guard let entity = model.entity(named: entityName) else {
      paths = []
      return
    }
    guard let text else {
      paths = model.properties(of: entity).filter { property in
        switch property {
        case .attribute: true
        case .relationship(let relationship): !relationship.isToMany
        case .fetched: false
        }
      }.map { [$0.name] }
      return
    }
    paths = text.split(separator: ",").map { word in
      word.trimmingCharacters(in: .whitespaces).split(separator: ".").map(String.init)
    }
    for path in paths { try Self.check(path[...], entity, model) }
    for (place, path) in paths.enumerated() where paths[..<place].contains(path) {
      throw StoreError(
        .unknownName, "the column '\(path.joined(separator: "."))' is named twice")
    }
  }

  /// The names of the columns, each of which is a path with dots.
  var names: [String] { paths.map { $0.joined(separator: ".") } }

  private static func check(
    _ path: ArraySlice<String>, _ entity: EntityDescription, _ model: ManagedObjectModel
  ) throws {
    guard let name = path.first else { throw StoreError(.unknownName, "a column has no name") }
    let properties = model.properties(of: entity)
    guard let property = properties.first(where: { $0.name == name }) else {
      throw StoreError(
        .unknownName,
        "'\(entity.name)' has no property '\(name)'"
          + nearestQuestion(for: name, in: properties.map(\.name)))
    }
    let rest = path.dropFirst()
    guard let next = rest.first else { return }
    switch property {
    case .relationship(let relationship) where !relationship.isToMany:
      guard let destination = model.entity(named: relationship.destinationName) else { return }
      try check(rest, destination, model)
    case .attribute(let attribute):
      try check(rest, attribute, in: model)
    case .relationship, .fetched:
      throw StoreError(
        .unknownName, "'\(name)' leads to many objects, so '\(name).\(next)' is not a single value")
    }
  }

  private static func check(
    _ path: ArraySlice<String>, _ attribute: AttributeDescription, in model: ManagedObjectModel
  ) throws {
    guard let name = path.first else { return }
    guard case .composite(let type) = attribute.type,
      let element = model.composite(named: type)?.elements.first(where: { $0.name == name })
    else {
      throw StoreError(.unknownName, "'\(attribute.name)' has no part '\(name)'")
    }
    try check(path.dropFirst(), element, in: model)
  }
}
