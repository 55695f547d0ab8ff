internal import ModelSchema

/// Replaces the constants of a predicate by variables that are called by their
/// numbers, in the order in which `FetchShape` collects them, so that whatever
/// the compiler makes of an expression still says which constant it was.
struct ConstantNumbering {
  /// The constants so far.
  private(set) var constants: [ConstantValue] = []

  /// The number of the constant that a variable stands for, or nil.
  static func number(_ name: String) -> Int? {
    name.utf8.first == 0 ? Int(name.dropFirst()) : nil
  }

  mutating func predicate(_ predicate: ObjectPredicate) -> ObjectPredicate {
    switch predicate {
    case .constant: return predicate
    case .and(let parts): return .and(predicates(parts))
    case .or(let parts): return .or(predicates(parts))
    case .not(let part): return .not(self.predicate(part))
    case .comparison(var comparison):
      comparison.left = expression(comparison.left)
      comparison.right = expression(comparison.right)
      return .comparison(comparison)
    }
  }

  private mutating func predicates(_ parts: [ObjectPredicate]) -> [ObjectPredicate] {
    var result: [ObjectPredicate] = []
    for part in parts { result.append(predicate(part)) }
    return result
  }

  mutating func expression(_ expression: ObjectExpression) -> ObjectExpression {
    switch expression {
    case .constant(let value):
      constants.append(value)
      return .variable("\0\(constants.count - 1)")
    case .evaluatedObject, .variable: return expression
    case .keyPath(let names, let root): return .keyPath(names, of: self.expression(root))
    case .function(let name, let arguments): return .function(name, expressions(arguments))
    case .aggregate(let elements): return .aggregate(expressions(elements))
    case .cast(let value, let type): return .cast(self.expression(value), type: type)
    case .element(let index, let base):
      let index = self.index(index)
      return .element(index, of: self.expression(base))
    case .set(let set, let first, let second):
      let first = self.expression(first)
      return .set(set, first, self.expression(second))
    case .subquery(let collection, let variable, let condition):
      let collection = self.expression(collection)
      return .subquery(collection, variable: variable, predicate(condition))
    case .conditional(let condition, let first, let second):
      let condition = predicate(condition)
      let first = self.expression(first)
      return .conditional(condition, then: first, else: self.expression(second))
    }
  }

  private mutating func expressions(_ parts: [ObjectExpression]) -> [ObjectExpression] {
    var result: [ObjectExpression] = []
    for part in parts { result.append(expression(part)) }
    return result
  }

  private mutating func index(_ index: ObjectExpression.Index) -> ObjectExpression.Index {
    if case .expression(let expression) = index {
      .expression(self.expression(expression))
    } else {
      index
    }
  }
}
