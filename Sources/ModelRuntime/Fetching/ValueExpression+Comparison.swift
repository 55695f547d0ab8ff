// Operands are optional so that a path with `?.` can also be an operand. For an operand
// that is not optional, the compiler would then warn about a comparison with nil, so
// there are two forms of `==` and `!=`. Each operator has as few forms as possible,
// because the compiler tries all of them.

/// Returns a condition that is true if the expression is equal to the given
/// value; nil equals nil.
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>, other: Value?
) -> Condition {
  one.compared(.equal, .constant(other.constantValue))
}

/// Returns a condition that is true if the expression is not equal to the given
/// value; nil differs from every value.
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>, other: Value?
) -> Condition {
  one.compared(.notEqual, .constant(other.constantValue))
}

/// Returns a condition that is true if the expression is equal to the given
/// value; nil equals nil.
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.equal, .constant(other.constantValue))
}

/// Returns a condition that is true if the expression is not equal to the given
/// value; nil differs from every value.
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.notEqual, .constant(other.constantValue))
}

/// Returns a condition that is true if the expression is less than the given
/// value. The condition is false if either is nil.
public func < <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.less, .constant(other.constantValue))
}

/// Returns a condition that is true if the expression is less than the given
/// value, or equal to it. The condition is false if either is nil.
public func <= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.lessOrEqual, .constant(other.constantValue))
}

/// Returns a condition that is true if the expression is greater than the given
/// value. The condition is false if either is nil.
public func > <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.greater, .constant(other.constantValue))
}

/// Returns a condition that is true if the expression is greater than the given
/// value, or equal to it. The condition is false if either is nil.
public func >= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.greaterOrEqual, .constant(other.constantValue))
}

/// Returns a condition that is true if two values are equal.
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.equal, other)
}

/// Returns a condition that is true if two values are different.
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.notEqual, other)
}

/// Returns a condition that is true if the first value is less than the second.
public func < <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.less, other)
}

/// Returns a condition that is true if the first value is less than the second,
/// or equal to it.
public func <= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.lessOrEqual, other)
}

/// Returns a condition that is true if the first value is greater than the
/// second.
public func > <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.greater, other)
}

/// Returns a condition that is true if the first value is greater than the
/// second, or equal to it.
public func >= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.greaterOrEqual, other)
}

/// Returns a condition that is true if two values are equal.
@_disfavoredOverload
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>?
) -> Condition { one == other.path() }

/// Returns a condition that is true if two values are different.
@_disfavoredOverload
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>?
) -> Condition { one != other.path() }

/// Returns a condition that is true if the given value equals that of an
/// expression.
public func == <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.equal, other.path())
}

/// Returns a condition that is true if the given value differs from that of an
/// expression.
public func != <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.notEqual, other.path())
}

/// Returns a condition that is true if the given value is less than the value
/// of an expression.
public func < <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.less, other.path())
}

/// Returns a condition that is true if the given value is less than the value
/// of an expression, or equal to it.
public func <= <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.lessOrEqual, other.path())
}

/// Returns a condition that is true if the given value is greater than the
/// value of an expression.
public func > <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.greater, other.path())
}

/// Returns a condition that is true if the given value is greater than the
/// value of an expression, or equal to it.
public func >= <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.greaterOrEqual, other.path())
}

extension ValueExpression {
  /// Returns the comparison of two expressions. An expression with many values
  /// becomes the left side.
  func ordered<Other>(
    _ operator: ObjectPredicate.Comparison.Operator, _ other: ValueExpression<Other>
  ) -> Condition {
    switch other.node {
    case .members, .computed: other.compared(`operator`.turned, expression)
    case .expression, .predicate: compared(`operator`, other.expression)
    }
  }
}

extension ValueExpression where Value: AttributeValue {
  /// Returns a condition that is true if the value of the expression is one of
  /// the given values.
  @_disfavoredOverload
  public func `in`(_ values: some Sequence<Value>) -> Condition {
    compared(.in, .constant(.list(values.map(\.constantValue))))
  }

  /// Returns a condition that is true if the value of the expression is in a
  /// range: `1...5`, `1..<5`, `1...`, `...5` or `..<5`.
  public func between(_ range: some ValueRange<Value>) -> Condition {
    holds { range.bounds.constants.predicate(on: $0, $1) }
  }

  /// Returns a condition that is true if the value of the expression is in a
  /// range.
  public func `in`(_ range: some ValueRange<Value>) -> Condition { between(range) }
}

extension ValueExpression.Node {
  /// The quantifier of a comparison with the expression: ANY if the expression
  /// has many values.
  var quantifier: ObjectPredicate.Comparison.Quantifier {
    if case .members = self { .any } else { .direct }
  }
}

extension ObjectPredicate.Comparison.Operator {
  /// The operator that has the same meaning when the two sides of a comparison
  /// are exchanged.
  fileprivate var turned: Self {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual, .beginsWith, .endsWith, .contains, .like, .matches, .in, .between: self
    }
  }
}

extension ValueExpression where Value == Bool {
  /// Returns whether the predicate compares each member separately. It does not
  /// if it compares a value that is computed from all members, such as their
  /// number.
  func isComparison<Member>(of members: ValueExpression<Member>) -> Bool {
    guard case .comparison(let comparison) = predicate else { return false }
    return comparison.quantifier == .any && comparison.left == members.expression
  }

  /// Returns a condition that is true if both conditions are true.
  ///
  /// As with Swift's operator, the second condition is not evaluated if the program's
  /// own values already decide the result: `text != nil && $0.title == text!` does not
  /// unwrap nil.
  public static func && (
    one: Condition, other: @autoclosure () throws -> Condition
  ) rethrows -> Condition {
    let first = one.predicate
    if first.decided == false { return Condition(false) }
    return Condition(.and(first.conjuncts + (try other().predicate.conjuncts)))
  }

  /// Returns a condition that is true if at least one of the conditions is
  /// true.
  ///
  /// As with Swift's operator, the second condition is not evaluated if the program's
  /// own values already decide the result: `text == nil || $0.title == text!` does not
  /// unwrap nil.
  public static func || (
    one: Condition, other: @autoclosure () throws -> Condition
  ) rethrows -> Condition {
    let first = one.predicate
    if first.decided == true { return Condition(true) }
    return Condition(.or(first.disjuncts + (try other().predicate.disjuncts)))
  }

  /// Returns a condition that is true if the given condition is false.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.predicate))
  }

  /// Returns an expression that has the first value if the condition is true,
  /// and otherwise the second.
  public func then<Result: AttributeValue>(
    _ value: ValueExpression<Result>, else other: ValueExpression<Result>
  ) -> ValueExpression<Result> {
    ValueExpression<Result>(
      .conditional(predicate, then: value.expression, else: other.expression))
  }

  /// Returns an expression that has the first value if the condition is true,
  /// and otherwise the second.
  public func then<Result: AttributeValue>(
    _ value: Result, else other: ValueExpression<Result>
  ) -> ValueExpression<Result> {
    then(ValueExpression<Result>(value), else: other)
  }

  /// Returns an expression that has the first value if the condition is true,
  /// and otherwise the second.
  public func then<Result: AttributeValue>(
    _ value: ValueExpression<Result>, else other: Result
  ) -> ValueExpression<Result> {
    then(value, else: ValueExpression<Result>(other))
  }

  /// Returns an expression that has the first value if the condition is true,
  /// and otherwise the second.
  public func then<Result: AttributeValue>(
    _ value: Result, else other: Result
  ) -> ValueExpression<Result> {
    then(ValueExpression<Result>(value), else: ValueExpression<Result>(other))
  }
}

extension ObjectPredicate {
  /// The result of a condition that consists only of constants; nil for other
  /// conditions.
  fileprivate var decided: Bool? {
    switch self {
    case .constant(let answer): return answer
    case .not(let condition): return condition.decided.map { !$0 }
    case .comparison(let comparison):
      guard case .constant = comparison.left, case .constant = comparison.right else { return nil }
      return try? evaluate(with: .null)
    case .and(let parts):
      let answers = parts.map(\.decided)
      return answers.contains(false) ? false : answers.contains(nil) ? nil : true
    case .or(let parts):
      let answers = parts.map(\.decided)
      return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    }
  }

  /// The operands of an AND; for any other predicate, the predicate itself. A
  /// chain of ANDs is built from these, so that it is not nested.
  var conjuncts: [ObjectPredicate] {
    if case .and(let parts) = self, !parts.isEmpty { parts } else { [self] }
  }

  /// The operands of an OR; for any other predicate, the predicate itself. A
  /// chain of ORs is built from these, so that it is not nested.
  fileprivate var disjuncts: [ObjectPredicate] {
    if case .or(let parts) = self, !parts.isEmpty { parts } else { [self] }
  }
}
