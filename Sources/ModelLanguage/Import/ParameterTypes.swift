/// Infers the types of the `$variables` of a fetch request template from the
/// values that they are compared with, since a data model does not specify the
/// types.
struct ParameterTypes {
  let model: DataModelImporter

  /// Returns the parameters, in the order in which they occur in the condition.
  func parameters(
    of predicate: ObjectPredicate, from entity: String
  ) -> [FetchTemplate.Parameter] {
    var found: [(name: String, type: ValueType?)] = []
    visit(predicate, [:], entity, &found)
    var parameters: [FetchTemplate.Parameter] = []
    for name in found.map(\.name) where !parameters.contains(where: { $0.name == name }) {
      let type = found.lazy.filter { $0.name == name }.compactMap(\.type).first
      parameters.append(
        FetchTemplate.Parameter(
          label: name, name: name, type: type ?? .attribute(.string, typeAlias: nil)))
    }
    return parameters
  }

  private typealias Found = [(name: String, type: ValueType?)]

  private func visit(
    _ predicate: ObjectPredicate, _ bound: [String: String?], _ entity: String,
    _ found: inout Found
  ) {
    guard case .comparison(let comparison) = predicate else {
      return predicate.forEach { _ in
      } predicate: {
        visit($0, bound, entity, &found)
      }
    }
    let isList = comparison.operator == .in
    let left = type(of: comparison.left, bound, entity)
    let right = type(of: comparison.right, bound, entity)
    collect(comparison.left, right, bound, entity, &found)
    collect(comparison.right, isList ? left.map { .list($0) } : left, bound, entity, &found)
  }

  /// Adds the variables of one side of a comparison if the other side has a
  /// type.
  private func collect(
    _ expression: ObjectExpression, _ other: ValueType?, _ bound: [String: String?],
    _ entity: String, _ found: inout Found
  ) {
    switch expression {
    case .variable(let name):
      if bound[name] == nil { found.append((name, other)) }
    case .aggregate, .function, .conditional:
      expression.forEach {
        collect($0, other, bound, entity, &found)
      } predicate: {
        visit($0, bound, entity, &found)
      }
    case .subquery(let collection, variable: let name, let condition):
      var inner = bound
      inner[name] = .some(destination(of: collection, bound, entity))
      collect(collection, nil, bound, entity, &found)
      visit(condition, inner, entity, &found)
    case .constant, .evaluatedObject, .keyPath, .element, .cast, .set:
      expression.forEach {
        collect($0, nil, bound, entity, &found)
      } predicate: { _ in
      }
    }
  }

  // MARK: Types

  /// Returns the type of an expression, or nil if it is unknown.
  private func type(
    of expression: ObjectExpression, _ bound: [String: String?], _ entity: String
  ) -> ValueType? {
    switch expression {
    case .evaluatedObject: return .object(entity)
    case .constant(let constant): return constant.valueType
    case .keyPath(let names, of: let base):
      return destination(of: base, bound, entity).flatMap { type(of: names, from: $0) }
    case .function(let name, let arguments):
      if TextFunction(rawValue: name) != nil { return .attribute(.string, typeAlias: nil) }
      return arguments.lazy.compactMap { type(of: $0, bound, entity) }.first
    case .variable(let name): return bound[name].flatMap { $0 }.map { .object($0) }
    case .element, .aggregate, .set, .subquery, .conditional, .cast: return nil
    }
  }

  private func type(of names: [String], from entity: String) -> ValueType? {
    if names.last == "@count" { return .attribute(.int64, typeAlias: nil) }
    var current = entity
    var result: ValueType?
    for name in names where !name.hasPrefix("@") {
      guard
        let property = model.entitiesByName[current]?.allProperties
          .first(where: { $0.name == name })
      else { return compositeType(of: name, in: current) }
      if let attribute = property.attribute {
        result = .attribute(attribute.type, typeAlias: nil)
        if case .composite(let composite) = attribute.type { current = composite }
      } else if let destination = property.destination {
        result = .object(destination.name)
        current = destination.name
      }
    }
    return result.flatMap(\.parameterType)
  }

  private func compositeType(of name: String, in composite: String) -> ValueType? {
    model.composites[composite]?.elements.first { $0.name == name }
      .flatMap { ValueType.attribute($0.type, typeAlias: nil).parameterType }
  }

  /// Returns the entity of an expression's objects, or nil if its values are
  /// not objects.
  private func destination(
    of expression: ObjectExpression, _ bound: [String: String?], _ entity: String
  ) -> String? {
    switch expression {
    case .evaluatedObject: entity
    case .variable(let name): bound[name] ?? nil
    case .keyPath(let names, of: let base):
      destination(of: base, bound, entity).flatMap { start in
        if case .object(let end)? = type(of: names, from: start) { end } else { nil }
      }
    case .constant, .element, .function, .aggregate, .set, .subquery, .conditional, .cast: nil
    }
  }
}

extension ValueType {
  /// The type, or nil if a parameter cannot have it.
  fileprivate var parameterType: ValueType? {
    switch self {
    case .attribute(.composite, _), .attribute(.transformable, _), .attribute(.undefined, _): nil
    default: self
    }
  }
}

extension ConstantValue {
  fileprivate var valueType: ValueType? {
    switch self {
    case .boolean: .attribute(.boolean, typeAlias: nil)
    case .integer: .attribute(.int64, typeAlias: nil)
    case .double: .attribute(.double, typeAlias: nil)
    case .string: .attribute(.string, typeAlias: nil)
    case .date: .attribute(.date, typeAlias: nil)
    default: nil
    }
  }
}
