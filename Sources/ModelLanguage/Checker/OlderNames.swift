/// Resolves names of released versions, which migrations and `@renamed(from:)` use.
///
/// A model is valid without its older versions. They are needed when an editor
/// resolves or completes a name, and for the stored values of their
/// enumerations' cases.
extension SymbolTable {
  /// Returns the released version with the given number, or nil if its text is
  /// not available.
  func older(_ number: Int) -> VersionText? { older.first { $0.model.version == number } }

  /// Adds the name of an older version's entity to the name index, and returns
  /// the entity; nil if the version has no such entity.
  @discardableResult
  func enterOlder(entity name: NameSyntax, of version: VersionText?) -> ReleasedObject? {
    guard let version else { return nil }
    let names = version.symbols.entityList.map(\.name)
    diagnostics.offer(names, for: name.text, as: .entity, version: version.model.version)
    guard let entity = version.symbols.entities[name.text] else { return nil }
    diagnostics.use(name, of: entity.syntax.name)
    return ReleasedObject(entity: entity.name, version: version)
  }

  /// Adds the names of a path to the name index. The path begins with an older
  /// version's entity. Returns the entity; nil if the version has no such
  /// entity.
  func enterOlder(path: [NameSyntax], of version: VersionText?) -> ReleasedObject? {
    guard let name = path.first, let object = enterOlder(entity: name, of: version) else {
      return nil
    }
    enterOlder(path: path.dropFirst(), of: object)
    return object
  }

  /// Adds to the name index the names of a path that begins at an object of an
  /// older version.
  func enterOlder(path: ArraySlice<NameSyntax>, of object: ReleasedObject?) {
    var owner = object
    for name in path {
      guard let current = owner else { return }
      enterOlder(property: name, of: current)
      owner = current.following(name.text)
    }
  }

  /// Adds to the name index the name of a property of an older version's
  /// object.
  func enterOlder(property name: NameSyntax, of object: ReleasedObject, first: [String] = []) {
    diagnostics.offer(
      first + object.keys.filter { !first.contains($0) }, for: name.text, as: .attribute,
      owner: object.entity, version: object.version.model.version)
    if let declaration = object.declaration(of: name.text) {
      diagnostics.use(name, of: declaration)
    }
  }

  /// Adds to the name index the next name of a path that starts with `old`.
  func enterOlder(_ name: NameSyntax, after expression: ObjectExpression, in scope: Scope) {
    guard diagnostics.names != nil, let names = expression.olderPath,
      let owner = scope.place.older?.following(names)
    else { return }
    enterOlder(property: name, of: owner)
  }
}

extension Lowering {
  /// Returns the scope of an expression beside a value. If the type of the
  /// value is an enumeration of an older version, the cases of the enumeration
  /// are allowed there.
  func beside(_ value: Lowered?, in scope: Scope) -> Scope {
    guard let value, let older = scope.place.older else { return scope }
    return scope.allowing(casesOf: enumeration(of: value.expression, from: older))
  }

  private func enumeration(
    of expression: ObjectExpression, from object: ReleasedObject
  ) -> EnumerationSymbol? {
    // `old.kind ?? .small` has the type of either branch.
    if case .conditional(_, let first, let second) = expression {
      return enumeration(of: first, from: object) ?? enumeration(of: second, from: object)
    }
    guard let names = expression.olderPath, let last = names.last else { return nil }
    return object.following(names.dropLast())?.enumeration(of: last)
  }
}

/// An object or composite value of a released version.
struct ReleasedObject {
  /// The name of the entity or of the composite.
  let entity: String
  let version: VersionText

  /// The names of the properties of the object, or of the elements of the
  /// composite value.
  var keys: [String] {
    version.symbols.entities[entity]?.allProperties.map(\.name.text)
      ?? version.symbols.composites[entity]?.description.elements.map(\.name) ?? []
  }

  /// Returns the declaration of the name of a property, or nil if there is no
  /// such property.
  func declaration(of key: String) -> NameSyntax? {
    version.symbols.entities[entity]?.property(named: key)?.name
      ?? version.symbols.composites[entity]?.syntax.elements.first { $0.name.text == key }?.name
  }

  /// Returns the enumeration of the values of a key, or of the elements of its
  /// lists; nil if the values have another type.
  func enumeration(of key: String) -> EnumerationSymbol? {
    let attribute =
      version.symbols.entities[entity]?.property(named: key)?.attribute
      ?? version.symbols.composites[entity]?.element(named: key)
    switch attribute?.type {
    case .enumeration(let name, _)?, .list(.enumeration(let name, _))?:
      return version.symbols.enumerations[name]
    default: return nil
    }
  }

  /// Returns the object or composite value that a path leads to, or nil if it
  /// leads to neither.
  func following(_ keys: some Sequence<String>) -> ReleasedObject? {
    keys.reduce(Optional(self)) { $0?.following($1) }
  }

  /// Returns the object or composite value that a key leads to, or nil if it
  /// leads to neither.
  func following(_ key: String) -> ReleasedObject? {
    version.symbols.owner(behind: key, of: entity).map {
      ReleasedObject(entity: $0, version: version)
    }
  }
}

extension ObjectExpression {
  /// The names of a path that starts at the object of the older version, or nil for
  /// any other expression.
  fileprivate var olderPath: [String]? {
    switch self {
    case .variable("old"), .variable("source"): []
    case .keyPath(let names, of: .variable("old")), .keyPath(let names, of: .variable("source")):
      names
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .function, .aggregate, .set,
      .subquery, .conditional, .cast:
      nil
    }
  }
}

extension [AttributeSyntax] {
  /// The name in `@renamed(from: name)`; nil if there is no such attribute, or
  /// if it contains a string.
  var renamedName: NameSyntax? {
    guard
      case .name(let name)? = named("renamed")?.arguments
        .first(where: { $0.label?.text == "from" })?.expression?.kind
    else { return nil }
    return name
  }
}
