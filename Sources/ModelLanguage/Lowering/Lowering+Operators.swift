extension Lowering {
  /// Lowers a binary operator and its operands. If an operand is wrong, the
  /// result is nil, and the mistake has been reported.
  func binary(
    _ sign: Expression.Operator, _ left: Expression, _ right: Expression, in scope: Scope,
    expected: ExpressionType
  ) -> Lowered? {
    switch sign {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn:
      comparison(sign, left, right, in: scope)
    case .coalesce: coalesce(left, right, in: scope, expected: expected)
    case .plus: arithmetic(.add, left, right, in: scope, expected: expected)
    case .minus: arithmetic(.subtract, left, right, in: scope, expected: expected)
    case .times: arithmetic(.multiply, left, right, in: scope, expected: expected)
    case .divided: arithmetic(.divide, left, right, in: scope, expected: expected)
    case .remainder: arithmetic(.modulus, left, right, in: scope, expected: expected)
    }
  }

  private func coalesce(
    _ left: Expression, _ right: Expression, in scope: Scope, expected: ExpressionType
  ) -> Lowered? {
    guard let pair = alternatives(left, right, in: scope, expected: expected) else { return nil }
    let isThere = ObjectPredicate.comparison(
      .init(pair.0.expression, .notEqual, .constant(.null)))
    return Lowered(
      .conditional(isThere, then: pair.0.expression, else: pair.1.expression),
      pair.0.type.orOther(pair.1.type))
  }

  private func arithmetic(
    _ operation: Arithmetic, _ left: Expression, _ right: Expression, in scope: Scope,
    expected: ExpressionType
  ) -> Lowered? {
    // A literal has the type of the other side, or otherwise the expected type.
    let hint: ExpressionType = expected.isNumber ? expected : .unknown
    let first: Lowered?
    let second: Lowered?
    if left.needsContext, !right.needsContext {
      second = number(right, in: scope, expected: hint)
      first = number(left, in: scope, expected: second?.type ?? hint)
    } else {
      first = number(left, in: scope, expected: hint)
      second = number(right, in: scope, expected: first?.type ?? hint)
    }
    guard let first, let second else { return nil }
    return Lowered(
      .function(operation.rawValue, [first.expression, second.expression]),
      first.type.wider(second.type))
  }

  /// Lowers an expression that must be a number. If it is of another type, the
  /// result is nil, and the mistake has been reported.
  func number(
    _ expression: Expression, in scope: Scope, expected: ExpressionType = .unknown
  ) -> Lowered? {
    guard let value = value(expression, in: scope, expected: expected) else { return nil }
    guard value.type.isNumber else {
      return refuse(
        .typeMismatch, "\(expression.described) is '\(value.type.text)', not a number",
        at: expression.span)
    }
    return value
  }
}

extension ExpressionType {
  /// Returns the type of a sum of both types.
  fileprivate func wider(_ other: ExpressionType) -> ExpressionType {
    guard let a = attribute, let b = other.attribute else { return .unknown }
    if a.isInteger, b.isInteger { return .integer }
    return a == .decimal || b == .decimal ? .attribute(.decimal) : .attribute(.double)
  }
}
