internal import ModelSchema

extension ObjectExpression {
  /// How many expressions and predicates stand one inside the other, counted
  /// to a little more than any reader takes.
  ///
  /// It descends no further than it counts, so that it is safe to ask of a
  /// tree of any height.
  var height: Int { height(limit: FormatParser.heightLimit + 1) }

  fileprivate func height(limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    switch self {
    case .constant(let constant):
      return constant.height(limit: limit)
    case .evaluatedObject, .variable:
      return 1
    case .keyPath(_, of: let base), .element(_, of: let base), .cast(let base, type: _):
      let index = indexExpression?.height(limit: limit - 1) ?? 0
      return 1 + max(index, base.height(limit: limit - 1))
    case .function(_, let arguments), .aggregate(let arguments):
      return 1 + (arguments.map { $0.height(limit: limit - 1) }.max() ?? 0)
    case .set(_, let left, let right):
      return 1 + max(left.height(limit: limit - 1), right.height(limit: limit - 1))
    case .subquery(let collection, variable: _, let condition):
      return 1 + max(collection.height(limit: limit - 1), condition.height(limit: limit - 1))
    case .conditional(let test, then: let first, else: let second):
      let values = max(first.height(limit: limit - 1), second.height(limit: limit - 1))
      return 1 + max(test.height(limit: limit - 1), values)
    }
  }

  private var indexExpression: ObjectExpression? {
    if case .element(.expression(let index), of: _) = self { index } else { nil }
  }
}

extension ObjectPredicate {
  fileprivate func height(limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    switch self {
    case .constant:
      return 1
    case .comparison(let comparison):
      let left = comparison.left.height(limit: limit - 1)
      return 1 + max(left, comparison.right.height(limit: limit - 1))
    case .not(let operand):
      return 1 + operand.height(limit: limit - 1)
    case .and(let conditions), .or(let conditions):
      return 1 + (conditions.map { $0.height(limit: limit - 1) }.max() ?? 0)
    }
  }
}

extension ConstantValue {
  fileprivate func height(limit: Int) -> Int {
    guard limit > 0, case .list(let elements) = self else { return 1 }
    return 1 + (elements.map { $0.height(limit: limit - 1) }.max() ?? 0)
  }
}
