extension Lowering {
  /// Returns an expression as a condition. If the expression is wrong, the
  /// result is nil, and the mistake has been reported.
  func predicate(_ expression: Expression, in scope: Scope) -> ObjectPredicate? {
    switch expression.kind {
    case .missing: return nil
    case .boolean(let value): return .constant(value)
    case .and(let operands): return predicates(operands, in: scope).map { .and($0) }
    case .or(let operands): return predicates(operands, in: scope).map { .or($0) }
    case .not(let operand): return predicate(operand, in: scope).map { .not($0) }
    default: break
    }
    guard let value = value(expression, in: scope) else { return nil }
    guard value.type.isBoolean || value.condition != nil else {
      return refuse(
        .typeMismatch,
        "\(expression.described) is '\(value.type.text)', not a condition; compare it with "
          + "'==' or another operator", at: expression.span)
    }
    return value.predicate
  }

  func predicates(_ operands: [Expression], in scope: Scope) -> [ObjectPredicate]? {
    let predicates = operands.compactMap { predicate($0, in: scope) }
    return predicates.count == operands.count ? predicates : nil
  }

  /// Lowers `a == b` and similar comparisons. If the comparison is wrong, the
  /// result is nil, and the mistake has been reported.
  func comparison(
    _ sign: Expression.Operator, _ left: Expression, _ right: Expression, in scope: Scope
  ) -> Lowered? {
    if sign == .isIn { return membership(left, right, options: [], in: scope) }
    guard let pair = pair(left, right, in: scope) else { return nil }
    guard checkComparable(pair, left, right, isOrdering: sign.isOrdering) else { return nil }
    return Lowered(
      .comparison(.init(pair.0.expression, sign.comparison, pair.1.expression)))
  }

  /// Lowers both sides of a comparison, first the side that determines the type
  /// of the other side. If a side is wrong, the result is nil, and the mistake
  /// has been reported.
  func pair(
    _ left: Expression, _ right: Expression, in scope: Scope
  ) -> (Lowered, Lowered)? {
    // In `.open == state` or `nil == name`, the right side determines the type
    // of the left side.
    if left.needsContext, !right.needsContext {
      let second = value(right, in: scope)
      let first = value(
        left, in: beside(second, in: scope), expected: second?.type ?? .unknown)
      guard let first, let second else { return nil }
      return (first, second)
    }
    let first = value(left, in: scope)
    let second = value(right, in: beside(first, in: scope), expected: first?.type ?? .unknown)
    guard let first, let second else { return nil }
    return (first, second)
  }

  private func checkComparable(
    _ pair: (Lowered, Lowered), _ left: Expression, _ right: Expression, isOrdering: Bool
  ) -> Bool {
    for (side, expression) in [(pair.0, left), (pair.1, right)] {
      if let entity = side.type.manyEntity {
        reportCollection(expression, of: entity)
        return false
      }
    }
    guard areComparable(pair.0.type, pair.1.type) else {
      reportMismatch(pair, left, right)
      return false
    }
    guard !isOrdering || (pair.0.type.isOrdered && pair.1.type.isOrdered) else {
      report(
        .typeMismatch,
        "values of '\(pair.0.type.text)' have no order; compare them with '==' or '!='",
        at: left.span)
      return false
    }
    return true
  }

  /// Reports a to-many relationship in a position where a single value is
  /// needed.
  func reportCollection(_ expression: Expression, of entity: String) {
    let path = expression.path?.map(\.text).joined(separator: ".") ?? "this"
    report(
      .toManyKeyPath,
      "'\(path)' leads to many '\(entity)'; write '\(path).any(...)', 'all', 'none' or "
        + "'count'", at: expression.path?.last?.span ?? expression.span)
  }

  private func reportMismatch(
    _ pair: (Lowered, Lowered), _ left: Expression, _ right: Expression
  ) {
    let isSwapped = left.isLiteral && !right.isLiteral
    let (known, other) = isSwapped ? (right, left) : (left, right)
    let (knownType, otherType) = isSwapped ? (pair.1.type, pair.0.type) : (pair.0.type, pair.1.type)
    let what =
      other.isLiteral ? other.kindText : "\(other.described), which is '\(otherType.text)'"
    report(
      .typeMismatch,
      "\(known.described) is '\(knownType.text)' and cannot be compared with \(what)",
      at: other.span)
  }

  /// Lowers a test for membership, `a in b`. If the test is wrong, the result
  /// is nil, and the mistake has been reported.
  func membership(
    _ left: Expression, _ right: Expression, options: StringOptions, in scope: Scope
  ) -> Lowered? {
    if case .range(let lower, let upper, let isHalfOpen) = right.kind {
      return inRange(left, lower, upper, isHalfOpen, in: scope)
    }
    // The item comes first because it determines the type of the cases and literals
    // in the list.
    guard let item = value(left, in: scope) else { return nil }
    guard let list = value(right, in: beside(item, in: scope), expected: .list(item.type))
    else { return nil }
    guard let element = list.type == .unknown ? .unknown : list.type.element else {
      return refuse(
        .typeMismatch,
        "\(right.described) is '\(list.type.text)'; 'in' needs a list, a range or a to-many",
        at: right.span)
    }
    guard areComparable(item.type, element) else {
      return refuse(
        .typeMismatch,
        "\(left.described) is '\(item.type.text)' and cannot be in a list of '\(element.text)'",
        at: left.span)
    }
    return Lowered(.comparison(.init(item.expression, .in, list.expression, options: options)))
  }

  private func inRange(
    _ left: Expression, _ lower: Expression?, _ upper: Expression?, _ isHalfOpen: Bool,
    in scope: Scope
  ) -> Lowered? {
    guard let item = value(left, in: scope) else { return nil }
    var bounds: [Lowered] = []
    for bound in [lower, upper].compactMap({ $0 }) {
      guard let value = value(bound, in: beside(item, in: scope), expected: item.type)
      else { return nil }
      guard checkComparable((item, value), left, bound, isOrdering: true) else { return nil }
      bounds.append(value)
    }
    let item0 = item.expression
    let less: ObjectPredicate.Comparison.Operator = isHalfOpen ? .less : .lessOrEqual
    switch (lower, upper, bounds.count) {
    case (.some, .some, 2) where !isHalfOpen:
      // BETWEEN includes both bounds, so it represents only closed ranges.
      return Lowered(
        .comparison(.init(item0, .between, .aggregate(bounds.map(\.expression)))))
    case (.some, .some, 2):
      return Lowered(
        .and([
          .comparison(.init(item0, .greaterOrEqual, bounds[0].expression)),
          .comparison(.init(item0, less, bounds[1].expression)),
        ]))
    case (.some, nil, 1):
      return Lowered(.comparison(.init(item0, .greaterOrEqual, bounds[0].expression)))
    case (nil, .some, 1):
      return Lowered(.comparison(.init(item0, less, bounds[0].expression)))
    default: return nil
    }
  }
}

extension Expression.Operator {
  var isOrdering: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  var comparison: ObjectPredicate.Comparison.Operator {
    switch self {
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .isIn: .in
    default: .equal
    }
  }
}

extension Expression {
  /// True if the type of the expression depends on the value beside it.
  var needsContext: Bool {
    switch kind {
    case .caseName, .list, .null: true
    default: isLiteral
    }
  }

  /// True if the expression is a literal value.
  var isLiteral: Bool {
    switch kind {
    case .integer, .float, .text, .boolean, .null, .regex, .list: true
    default: false
    }
  }

  /// The expression in the form used in messages: `'details.zip'`, `'$text'`,
  /// or its kind.
  var described: String {
    if let path { return "'\(path.map(\.text).joined(separator: "."))'" }
    if case .parameter(let name) = kind { return "'$\(name.text)'" }
    return kindText
  }
}
