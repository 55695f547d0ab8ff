extension MigrationPass {
  /// Resolves an entity mapping. If the newer entity does not exist, the result
  /// is nil, and the mistake has been reported. Names of the older version are
  /// not checked.
  func mapping(
    _ syntax: MigrationSyntax.Mapping, from source: ReleasedObject?
  ) -> MappingModel.Entity? {
    annotations.checkAttributes(syntax.attributes, on: [.mapping], describedAs: "a mapping")
    var mapping = MappingModel.Entity(
      name: syntax.name, kind: .transform, sourceName: syntax.source?.text,
      policyName: syntax.policyName, userInfo: annotations.userInfo(in: syntax.attributes))
    if let condition = syntax.condition {
      mapping.predicate = expressions.predicate(
        condition, in: Scope(.unknown, place: .mapping(from: source)))
    }
    guard let destination = syntax.destination else {
      for value in syntax.values { reportValueOfGone(value) }
      return mapping.ofItsKind
    }
    guard let entity = symbols.entity(destination) else { return nil }
    mapping.destinationName = entity.name
    for value in syntax.values { add(value, of: entity, from: source, to: &mapping) }
    return mapping.ofItsKind
  }

  private func reportValueOfGone(_ value: MigrationSyntax.Assignment) {
    guard let name = value.path.first else { return }
    report(
      .migration, "'\(name.text)' is a property of no object: the mapping drops them",
      at: name.span)
  }

  private func add(
    _ syntax: MigrationSyntax.Assignment, of entity: EntitySymbol, from source: ReleasedObject?,
    to mapping: inout MappingModel.Entity
  ) {
    annotations.checkAttributes(
      syntax.attributes, on: [.mapping], describedAs: "a property's mapping")
    guard let name = syntax.path.first, syntax.path.count == 1,
      let property = entity.property(named: name.text)
    else {
      // An unknown name is reported here, and so is a mapping of a part of a
      // value.
      if expressions.path(syntax.path, in: Scope(entity, place: .mapping(from: source))) != nil,
        let name = syntax.path.first
      {
        report(.migration, "a mapping sets whole properties: 'name = value'", at: name.span)
      }
      return
    }
    guard let value = mappedValue(syntax.value, of: property, entity, from: source) else { return }
    let isKnown = mapping.property(named: property.name.text) != nil
    guard !isKnown else {
      return report(
        .duplicateName, "'\(property.name.text)' has two values in this mapping", at: name.span)
    }
    mapping.add(
      MappingModel.Property(
        property.name.text, value, userInfo: annotations.userInfo(in: syntax.attributes)),
      isRelationship: property.relationship != nil)
  }

  /// Returns the source of a property's values: `old.name`,
  /// `converted(old.name)`, `default`, or an expression. A wrong value is
  /// reported, and the result is nil.
  private func mappedValue(
    _ syntax: Expression, of property: PropertySymbol, _ entity: EntitySymbol,
    from object: ReleasedObject?
  ) -> MappingModel.Property.Value? {
    // A bare `default` is a keyword here; in back-ticks it is the name of a property.
    if case .name(let name) = syntax.kind, name.text == "default", !name.isQuoted {
      return .defaultValue
    }
    if case .call(let function, let arguments) = syntax.kind, case .name(let name) = function.kind,
      name.text == "converted", arguments.count == 1, arguments[0].label == nil,
      let source = arguments[0].expression?.olderName
    {
      symbols.enterOlder(path: [source], of: object)
      return .converted(source.text)
    }
    if let source = syntax.olderName {
      symbols.enterOlder(path: [source], of: object)
      return .source(source.text)
    }
    let scope = Scope(entity, place: .mapping(from: object))
    guard
      let target = expressions.step(
        from: Lowered(scope.base, scope.selfType), to: property.name, described: nil, in: scope),
      let value = expressions.value(syntax, in: scope, expected: target.type)
    else { return nil }
    return .expression(value.expression)
  }

  /// Reports mappings that have the same name.
  func reportEqualMappings(_ migration: MigrationSyntax) {
    var names: [String: Span] = [:]
    for case .mapping(let mapping) in migration.steps {
      guard let other = names.updateValue(mapping.nameSpan, forKey: mapping.name) else { continue }
      reportDuplicate(
        "there is already a mapping \"\(mapping.name)\"", at: mapping.nameSpan, first: other)
    }
  }
}

extension MappingModel.Entity {
  /// The mapping, with its kind inferred from its entities.
  var ofItsKind: MappingModel.Entity {
    var mapping = self
    mapping.kind =
      sourceName == nil
      ? .add : destinationName == nil ? .remove : policyName == nil ? .transform : .custom
    return mapping
  }

  /// Adds the mapping of a property.
  mutating func add(_ property: MappingModel.Property, isRelationship: Bool) {
    if isRelationship { relationships.append(property) } else { attributes.append(property) }
  }
}

extension Expression {
  /// The name in `old.name`, or nil for any other expression.
  var olderName: NameSyntax? {
    guard case .member(let base, let name) = kind, case .name(let old) = base.kind,
      old.text == "old", !old.isQuoted
    else { return nil }
    return name
  }
}

extension Scope.Place {
  /// Returns the place of a value in a migration block.
  static func migration(from source: ReleasedObject?) -> Scope.Place {
    Scope.Place(hasOldObject: true, older: source, isMigration: true)
  }

  /// Returns the place of a value in an entity mapping, with the variables of
  /// Core Data's mappings.
  static func mapping(from source: ReleasedObject?) -> Scope.Place {
    var place = migration(from: source)
    for name in MappingModel.variables { place.parameters[name] = .unknown }
    return place
  }
}
