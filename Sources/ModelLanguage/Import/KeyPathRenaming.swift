/// Renames the names in predicates and expressions, from those of a model to
/// those of a data model, or the reverse.
struct KeyPathRenaming {
  /// A renamed name, with the entity or composite that it leads to.
  struct Step {
    /// The name after renaming.
    var name: String
    /// The entity or composite that the name leads to, or nil if it leads to a
    /// value.
    var destination: String?
    /// True if the name leads to a Boolean.
    var isBoolean = false
  }

  /// A closure that renames a name of an entity, or returns nil for an unknown
  /// name.
  let step: (_ entity: String, _ name: String) -> Step?
  /// The new names of variables, by former name.
  var variables: [String: String] = [:]

  /// Returns a path of names from an entity, in which unknown names are kept.
  func path(_ names: [String], from entity: String?) -> [String] {
    walk(names, from: entity).names
  }

  private func walk(
    _ names: [String], from entity: String?
  ) -> (names: [String], destination: String?, isBoolean: Bool) {
    var current = entity
    var renamed: [String] = []
    var isBoolean = false
    for name in names {
      isBoolean = false
      guard !name.hasPrefix("@"), let entity = current, let next = step(entity, name) else {
        renamed.append(name)
        // An operator such as `@sum` does not change the entity.
        if !name.hasPrefix("@") { current = nil }
        continue
      }
      renamed.append(next.name)
      current = next.destination
      isBoolean = next.isBoolean
    }
    return (renamed, current, isBoolean)
  }

  /// Returns a predicate on an entity's objects with renamed names.
  func predicate(_ predicate: ObjectPredicate, of entity: String?) -> ObjectPredicate {
    rename(predicate, Place(object: entity))
  }

  /// Returns an expression on an entity's objects with renamed names.
  func expression(_ expression: ObjectExpression, of entity: String?) -> ObjectExpression {
    rename(expression, Place(object: entity)).expression
  }

  /// The entities of SELF and of variables in subqueries.
  private struct Place {
    var object: String?
    var elements: [String: String?] = [:]
  }

  private func rename(_ predicate: ObjectPredicate, _ place: Place) -> ObjectPredicate {
    guard case .comparison(var comparison) = predicate else {
      return predicate.map {
        value($0, place)
      } predicate: {
        rename($0, place)
      }
    }
    let left = rename(comparison.left, place)
    let right = rename(comparison.right, place)
    comparison.left = left.expression.asBoolean(beside: right.isBoolean)
    comparison.right = right.expression.asBoolean(beside: left.isBoolean)
    return .comparison(comparison)
  }

  /// A renamed expression, with the known facts about its value.
  private struct Renamed {
    var expression: ObjectExpression
    /// The entity of the expression's objects, or nil if its values are not
    /// objects.
    var entity: String?
    /// True if the expression is a Boolean attribute.
    var isBoolean = false

    init(_ expression: ObjectExpression, _ entity: String? = nil, isBoolean: Bool = false) {
      self.expression = expression
      self.entity = entity
      self.isBoolean = isBoolean
    }
  }

  private func value(_ expression: ObjectExpression, _ place: Place) -> ObjectExpression {
    rename(expression, place).expression
  }

  private func rename(_ expression: ObjectExpression, _ place: Place) -> Renamed {
    switch expression {
    case .evaluatedObject: return Renamed(expression, place.object)
    case .variable(let name): return variable(name, place)
    case .keyPath(let names, of: let base):
      let base = rename(base, place)
      let path = walk(names, from: base.entity)
      return Renamed(
        .keyPath(path.names, of: base.expression), path.destination, isBoolean: path.isBoolean)
    case .subquery(let collection, variable: let name, let condition):
      let collection = rename(collection, place)
      var inner = place
      inner.elements[name] = .some(collection.entity)
      return Renamed(
        .subquery(collection.expression, variable: name, rename(condition, inner)),
        collection.entity)
    case .element:
      let parts = renamingParts(expression, place)
      return Renamed(parts.expression, parts.entities.last ?? nil)
    case .set, .conditional, .cast:
      let parts = renamingParts(expression, place)
      return Renamed(parts.expression, parts.entities.first ?? nil)
    case .constant, .function, .aggregate:
      return Renamed(renamingParts(expression, place).expression)
    }
  }

  /// Returns an expression with renamed parts, and the entities of these parts.
  private func renamingParts(
    _ expression: ObjectExpression, _ place: Place
  ) -> (expression: ObjectExpression, entities: [String?]) {
    var entities: [String?] = []
    let renamed = expression.map {
      let part = rename($0, place)
      entities.append(part.entity)
      return part.expression
    } predicate: {
      rename($0, place)
    }
    return (renamed, entities)
  }

  private func variable(_ name: String, _ place: Place) -> Renamed {
    if let element = place.elements[name] { return Renamed(.variable(name), element) }
    return Renamed(.variable(variables[name] ?? name), sources[name])
  }

  /// The entities of variables that refer to a single object.
  var sources: [String: String] = [:]
}

extension ObjectExpression {
  /// Returns a Boolean for 0 or 1 if the other side of a comparison is a
  /// Boolean, as in `isOpen == 0`, and any other expression unchanged.
  fileprivate func asBoolean(beside isBoolean: Bool) -> ObjectExpression {
    guard isBoolean, case .constant(.integer(let number)) = self, 0...1 ~= number else {
      return self
    }
    return .constant(.boolean(number == 1))
  }
}

extension AttributeDescription {
  /// Returns the step from the attribute's name to another name.
  func step(named name: String) -> KeyPathRenaming.Step {
    var destination: String?
    if case .composite(let composite) = type { destination = composite }
    return KeyPathRenaming.Step(
      name: name, destination: destination, isBoolean: type == .boolean)
  }
}

extension DataModelImporter {
  /// The renaming from names in the data model to names in the model.
  var renaming: KeyPathRenaming {
    KeyPathRenaming { [entitiesByName, composites] owner, name in
      if let property = entitiesByName[owner]?.property(storedAs: name) {
        return property.attribute?.step(named: property.name)
          ?? KeyPathRenaming.Step(name: property.name, destination: property.destination?.name)
      }
      guard entitiesByName[owner] == nil else { return nil }
      return composites[owner]?.elements.first { ($0.columnName ?? $0.name) == name }
        .map { $0.step(named: $0.name) }
    }
  }

  /// Returns a dotted path in the data model, with the names in the model.
  func path(_ text: String, of entity: ImportedEntity) -> String {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return renaming.path(names, from: entity.name).joined(separator: ".")
  }
}
