/// A walk through an expression, over the objects that it leads to.
///
/// All walks visit the same objects, but each type of walk determines what a
/// step to other objects means.
package protocol ObjectWalk {
  /// Objects that an expression leads to.
  associatedtype Place

  /// The object for which the expression is evaluated.
  var start: Place { get }
  /// The objects that the variables stand for.
  var variables: [String: [Place]] { get set }

  /// Visits an expression before the walk continues with its parts.
  mutating func note(_ expression: ObjectExpression)
  /// Returns the objects that the names of a key path lead to.
  mutating func follow(_ names: [String], from places: [Place]) -> [Place]
  /// Returns the objects of the entity in a `FETCH` expression.
  mutating func fetched(_ name: String) -> [Place]
  func cast(_ places: [Place], to type: String) -> [Place]
}

extension ObjectWalk {
  package mutating func walk(_ predicate: ObjectPredicate) {
    predicate.forEach {
      walk($0)
    } predicate: {
      walk($0)
    }
  }

  /// Walks an expression.
  ///
  /// - Returns: The objects that it leads to, if it leads to any.
  @discardableResult
  package mutating func walk(_ expression: ObjectExpression) -> [Place] {
    note(expression)
    switch expression {
    case .constant: return []
    case .evaluatedObject: return [start]
    case .variable(let name): return variables[name] ?? []
    case .keyPath(let names, let base): return follow(names, from: walk(base))
    case .element(.expression(.constant(.string(let name))), let base):
      return follow([name], from: walk(base))
    case .element(let index, let base):
      if case .expression(let index) = index { walk(index) }
      return walk(base)
    case .function(PredicateFunction.fetch, let arguments):
      guard case .constant(.string(let name))? = arguments.first else { return [] }
      return fetched(name)
    case .function(_, let parts), .aggregate(let parts): return parts.flatMap { walk($0) }
    case .set(_, let first, let second): return walk(first) + walk(second)
    case .subquery(let collection, let name, let condition):
      let places = walk(collection)
      let shadowed = variables[name]
      variables[name] = places
      walk(condition)
      variables[name] = shadowed
      return places
    case .conditional(let condition, let first, let second):
      walk(condition)
      return walk(first) + walk(second)
    case .cast(let value, let type): return cast(walk(value), to: type)
    }
  }
}
