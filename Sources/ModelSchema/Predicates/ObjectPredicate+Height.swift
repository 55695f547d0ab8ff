internal import ModelSchema

extension ObjectExpression {
  /// The number of expressions and predicates one inside the other, counted to
  /// a little more than any reader takes.
  ///
  /// It descends no further than it counts, so that it is safe to ask of a
  /// tree of any height.
  var height: Int { height(limit: FormatParser.heightLimit + 1) }

  fileprivate func height(limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    if case .constant(let constant) = self { return constant.height(limit: limit) }
    var parts = 0
    forEach {
      parts = max(parts, $0.height(limit: limit - 1))
    } predicate: {
      parts = max(parts, $0.height(limit: limit - 1))
    }
    return 1 + parts
  }
}

extension ObjectPredicate {
  fileprivate func height(limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    var parts = 0
    forEach {
      parts = max(parts, $0.height(limit: limit - 1))
    } predicate: {
      parts = max(parts, $0.height(limit: limit - 1))
    }
    return 1 + parts
  }
}

extension ConstantValue {
  fileprivate func height(limit: Int) -> Int {
    guard limit > 0, case .list(let elements) = self else { return 1 }
    return 1 + (elements.map { $0.height(limit: limit - 1) }.max() ?? 0)
  }
}
