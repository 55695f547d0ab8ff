internal import ModelSchema

/// Gives the names in predicates and expressions other names: those of a data
/// model where the model has its own, or the other way round.
struct KeyPathRenaming {
  /// What a name of an entity becomes, and the entity that it leads to.
  let step: (_ entity: String, _ name: String) -> (name: String, destination: String?)?
  /// What variables are called.
  var variables: [String: String] = [:]

  /// Names followed from an entity; those that lead nowhere stay.
  func path(_ names: [String], from entity: String?) -> [String] {
    walk(names, from: entity).names
  }

  private func walk(
    _ names: [String], from entity: String?
  ) -> (names: [String], destination: String?) {
    var current = entity
    var renamed: [String] = []
    for name in names {
      guard !name.hasPrefix("@"), let entity = current, let next = step(entity, name) else {
        renamed.append(name)
        if !name.hasPrefix("@") { current = nil }
        continue
      }
      renamed.append(next.name)
      current = next.destination
    }
    return (renamed, current)
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
    switch predicate {
    case .constant: return predicate
    case .not(let operand): return .not(rename(operand, place))
    case .and(let conditions): return .and(conditions.map { rename($0, place) })
    case .or(let conditions): return .or(conditions.map { rename($0, place) })
    case .comparison(let comparison):
      return .comparison(
        .init(
          value(comparison.left, place), comparison.operator, value(comparison.right, place),
          quantifier: comparison.quantifier, options: comparison.options))
    }
  }

  private func value(_ expression: ObjectExpression, _ place: Place) -> ObjectExpression {
    rename(expression, place).expression
  }

  /// The expression, and the entity of the objects that it stands for.
  private func rename(
    _ expression: ObjectExpression, _ place: Place
  ) -> (expression: ObjectExpression, entity: String?) {
    switch expression {
    case .constant: return (expression, nil)
    case .evaluatedObject: return (expression, place.object)
    case .variable(let name): return variable(name, place)
    case .keyPath(let names, of: let base):
      let base = rename(base, place)
      let path = walk(names, from: base.entity)
      return (.keyPath(path.names, of: base.expression), path.destination)
    case .element(.expression(let index), of: let base):
      let base = rename(base, place)
      return (.element(.expression(value(index, place)), of: base.expression), base.entity)
    case .element(let index, of: let base):
      let base = rename(base, place)
      return (.element(index, of: base.expression), base.entity)
    case .function(let name, let arguments):
      return (.function(name, arguments.map { value($0, place) }), nil)
    case .aggregate(let elements): return (.aggregate(elements.map { value($0, place) }), nil)
    case .set(let sign, let left, let right):
      let left = rename(left, place)
      return (.set(sign, left.expression, value(right, place)), left.entity)
    case .subquery(let collection, variable: let name, let condition):
      let collection = rename(collection, place)
      var inner = place
      inner.elements[name] = .some(collection.entity)
      return (
        .subquery(collection.expression, variable: name, rename(condition, inner)),
        collection.entity
      )
    case .conditional(let test, then: let first, else: let second):
      let first = rename(first, place)
      return (
        .conditional(rename(test, place), then: first.expression, else: value(second, place)),
        first.entity
      )
    case .cast(let value, let type):
      let value = rename(value, place)
      return (.cast(value.expression, type: type), value.entity)
    }
  }

  private func variable(
    _ name: String, _ place: Place
  ) -> (expression: ObjectExpression, entity: String?) {
    if let element = place.elements[name] { return (.variable(name), element) }
    return (.variable(variables[name] ?? name), sourceEntity(name))
  }

  /// The entity of the variables that stand for an object; nil for none.
  private func sourceEntity(_ name: String) -> String? {
    sources[name]
  }

  /// The entities of variables that stand for one object.
  var sources: [String: String] = [:]
}

extension DataModelImporter {
  /// From the names of the data model to those of the model.
  var renaming: KeyPathRenaming {
    KeyPathRenaming { [entitiesByName, composites] owner, name in
      if let property = entitiesByName[owner]?.property(storedAs: name) {
        var destination = property.destination?.name
        if case .composite(let composite)? = property.attribute?.type { destination = composite }
        return (property.name, destination)
      }
      guard entitiesByName[owner] == nil,
        let element = composites[owner]?.elements.first(where: {
          ($0.columnName ?? $0.name) == name
        })
      else { return nil }
      if case .composite(let inner) = element.type { return (element.name, inner) }
      return (element.name, nil)
    }
  }

  /// A dotted path of a data model with the model's names.
  func path(_ text: String, of entity: ImportedEntity) -> String {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return renaming.path(names, from: entity.name).joined(separator: ".")
  }
}
