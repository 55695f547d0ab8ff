// Operands are optional so that a path with `?.` can also be an operand. For an operand
// that is not optional, the compiler would then warn about a comparison with nil, so
// there are two forms of `==` and `!=`. Each operator has as few forms as possible,
// because the compiler tries all of them.

/// True if the expression is equal to the given value; nil equals nil.
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>, other: Value?
) -> Condition {
  one.compared(.equal, .constant(other.constantValue))
}

/// True if the expression is not equal to the given value; nil differs from every
/// value.
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>, other: Value?
) -> Condition {
  one.compared(.notEqual, .constant(other.constantValue))
}

/// True if the expression is equal to the given value; nil equals nil.
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.equal, .constant(other.constantValue))
}

/// True if the expression is not equal to the given value; nil differs from every
/// value.
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.notEqual, .constant(other.constantValue))
}

/// True if the expression is less than the given value; comparisons with nil are false.
public func < <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.less, .constant(other.constantValue))
}

/// True if the expression is at most the given value; comparisons with nil are false.
public func <= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.lessOrEqual, .constant(other.constantValue))
}

/// True if the expression is greater than the given value; comparisons with nil are
/// false.
public func > <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.greater, .constant(other.constantValue))
}

/// True if the expression is at least the given value; comparisons with nil are false.
public func >= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.greaterOrEqual, .constant(other.constantValue))
}

/// True if two values are equal.
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.equal, other)
}

/// True if two values are different.
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.notEqual, other)
}

/// True if the first value is less than the second.
public func < <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.less, other)
}

/// True if the first value is less than the second, or equal to it.
public func <= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.lessOrEqual, other)
}

/// True if the first value is greater than the second.
public func > <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.greater, other)
}

/// True if the first value is greater than the second, or equal to it.
public func >= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.greaterOrEqual, other)
}

/// True if two values are equal.
@_disfavoredOverload
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>?
) -> Condition { one == other.path() }

/// True if two values are different.
@_disfavoredOverload
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>?
) -> Condition { one != other.path() }

/// True if a value and an object's value are equal.
public func == <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.equal, other.path())
}

/// True if a value and an object's value are different.
public func != <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.notEqual, other.path())
}

/// True if a value is less than an object's value.
public func < <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.less, other.path())
}

/// True if a value is less than an object's value, or equal to it.
public func <= <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.lessOrEqual, other.path())
}

/// True if a value is greater than an object's value.
public func > <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.greater, other.path())
}

/// True if a value is greater than an object's value, or equal to it.
public func >= <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.greaterOrEqual, other.path())
}

extension ValueExpression {
  /// Returns a comparison of two expressions; an expression with many members becomes
  /// the left side.
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
  /// True if the expression has one of the given values.
  @_disfavoredOverload
  public func `in`(_ values: some Sequence<Value>) -> Condition {
    compared(.in, .constant(.list(values.map(\.constantValue))))
  }

  /// True if the expression is in a range: `1...5`, `1..<5`, `1...`, `...5` or `..<5`.
  public func between(_ range: some ValueRange<Value>) -> Condition {
    holds { range.bounds.predicate(on: $0, $1) }
  }

  /// True if the expression is in a range.
  public func `in`(_ range: some ValueRange<Value>) -> Condition { between(range) }
}

extension ValueExpression.Node {
  /// The quantifier for the path's values.
  var quantifier: ObjectPredicate.Comparison.Quantifier {
    if case .members = self { .any } else { .direct }
  }
}

extension ObjectPredicate.Comparison.Operator {
  /// The operator that has the same meaning when the sides are exchanged.
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
  /// Returns whether the predicate compares single members, and not a value computed
  /// from all of them: a function such as the number of members applies to all.
  func isComparison<Member>(of members: ValueExpression<Member>) -> Bool {
    guard case .comparison(let comparison) = predicate else { return false }
    return comparison.quantifier == .any && comparison.left == members.expression
  }

  /// True if both conditions are true.
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

  /// True if at least one of the conditions is true.
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

  /// True if the condition is not true.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.predicate))
  }

  /// The first value if the condition is true; otherwise the second.
  public func then<Result: AttributeValue>(
    _ value: ValueExpression<Result>, else other: ValueExpression<Result>
  ) -> ValueExpression<Result> {
    ValueExpression<Result>(
      .conditional(predicate, then: value.expression, else: other.expression))
  }

  /// The first value if the condition is true; otherwise the second.
  public func then<Result: AttributeValue>(
    _ value: Result, else other: ValueExpression<Result>
  ) -> ValueExpression<Result> {
    then(ValueExpression<Result>(value), else: other)
  }

  /// The first value if the condition is true; otherwise the second.
  public func then<Result: AttributeValue>(
    _ value: ValueExpression<Result>, else other: Result
  ) -> ValueExpression<Result> {
    then(value, else: ValueExpression<Result>(other))
  }

  /// The first value if the condition is true; otherwise the second.
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

  /// The parts of an AND, so that chains stay flat.
  var conjuncts: [ObjectPredicate] {
    if case .and(let parts) = self, !parts.isEmpty { parts } else { [self] }
  }

  /// The parts of an OR, so that chains stay flat.
  fileprivate var disjuncts: [ObjectPredicate] {
    if case .or(let parts) = self, !parts.isEmpty { parts } else { [self] }
  }
}
