/// Gives the names in predicates and expressions other names: those of a data
/// model where the model has its own, or the other way round.
struct KeyPathRenaming {
  /// The result of renaming a name.
  struct Step {
    /// The other name.
    var name: String
    /// The entity or composite that it leads to.
    var destination: String?
    /// A Boolean value that says whether it leads to a Bool.
    var isBoolean = false
  }

  /// Renames a name of an entity; nil for one that it does not have.
  let step: (_ entity: String, _ name: String) -> Step?
  /// The new names of variables, by their old ones.
  var variables: [String: String] = [:]

  /// Names followed from an entity; those that lead nowhere stay.
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
        // What follows an operator is of the same entity.
        if !name.hasPrefix("@") { current = nil }
        continue
      }
      renamed.append(next.name)
      current = next.destination
      isBoolean = next.isBoolean
    }
    return (renamed, current, isBoolean)
  }

  /// A predicate over objects of an entity.
  func predicate(_ predicate: ObjectPredicate, of entity: String?) -> ObjectPredicate {
    rename(predicate, Place(object: entity))
  }

  /// An expression over objects of an entity.
  func expression(_ expression: ObjectExpression, of entity: String?) -> ObjectExpression {
    rename(expression, Place(object: entity)).expression
  }

  /// The entities of SELF and of the variables of subqueries.
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

  /// An expression with what is known of its value.
  private struct Renamed {
    var expression: ObjectExpression
    /// The entity of the objects that it stands for.
    var entity: String?
    /// A Boolean value that says whether it is an attribute of type Bool.
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

  /// An expression with its parts renamed, and the entities of those that are
  /// expressions.
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

  /// The entities of variables that stand for one object.
  var sources: [String: String] = [:]
}

extension ObjectExpression {
  /// A number as the Bool that it stands for beside another one, as `NO == 0`.
  fileprivate func asBoolean(beside isBoolean: Bool) -> ObjectExpression {
    guard isBoolean, case .constant(.integer(let number)) = self, 0...1 ~= number else {
      return self
    }
    return .constant(.boolean(number == 1))
  }
}

extension AttributeDescription {
  /// The step from its name to another one.
  func step(named name: String) -> KeyPathRenaming.Step {
    var destination: String?
    if case .composite(let composite) = type { destination = composite }
    return KeyPathRenaming.Step(
      name: name, destination: destination, isBoolean: type == .boolean)
  }
}

extension DataModelImporter {
  /// The renaming from the names of the data model to those of the model.
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

  /// A dotted path of a data model with the model's names.
  func path(_ text: String, of entity: ImportedEntity) -> String {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return renaming.path(names, from: entity.name).joined(separator: ".")
  }
}
