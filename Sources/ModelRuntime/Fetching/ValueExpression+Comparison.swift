// Operands are optional so that a path with `?.` in it is one as well; for those
// that are not, the compiler warns of comparing with nil, hence two forms of `==`
// and `!=`. Each operator has as few forms as can be: the compiler tries them all.

/// A Boolean value that says whether it is this value; nil is equal to nil.
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>, other: Value?
) -> Condition {
  one.compared(.equal, .constant(other.constantValue))
}

/// A Boolean value that says whether it is another value; nil is different
/// from every value.
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>, other: Value?
) -> Condition {
  one.compared(.notEqual, .constant(other.constantValue))
}

/// A Boolean value that says whether it is this value; nil is equal to nil.
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.equal, .constant(other.constantValue))
}

/// A Boolean value that says whether it is another value; nil is different
/// from every value.
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.notEqual, .constant(other.constantValue))
}

/// A Boolean value that says whether it is less than a value; nothing is less
/// than nil.
public func < <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.less, .constant(other.constantValue))
}

/// A Boolean value that says whether it is at most a value; nothing is at
/// most nil.
public func <= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.lessOrEqual, .constant(other.constantValue))
}

/// A Boolean value that says whether it is greater than a value; nothing is
/// greater than nil.
public func > <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.greater, .constant(other.constantValue))
}

/// A Boolean value that says whether it is at least a value; nothing is at
/// least nil.
public func >= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value?
) -> Condition {
  one.path().compared(.greaterOrEqual, .constant(other.constantValue))
}

/// A Boolean value that says whether two values are the same.
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.equal, other)
}

/// A Boolean value that says whether two values are different.
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.notEqual, other)
}

/// A Boolean value that says whether two values are in this order.
public func < <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.less, other)
}

/// A Boolean value that says whether two values are in this order, or the same.
public func <= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.lessOrEqual, other)
}

/// A Boolean value that says whether two values are in the opposite order.
public func > <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.greater, other)
}

/// A Boolean value that says whether two values are in the opposite order, or the same.
public func >= <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> Condition {
  one.path().ordered(.greaterOrEqual, other)
}

/// A Boolean value that says whether two values are the same.
@_disfavoredOverload
public func == <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>?
) -> Condition { one == other.path() }

/// A Boolean value that says whether two values are different.
@_disfavoredOverload
public func != <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>?
) -> Condition { one != other.path() }

/// A Boolean value that says whether a value and that of an object are the same.
public func == <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.equal, other.path())
}

/// A Boolean value that says whether a value and that of an object are different.
public func != <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.notEqual, other.path())
}

/// A Boolean value that says whether a value and that of an object are in this order.
public func < <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.less, other.path())
}

/// A Boolean value that says whether a value and that of an object are in this order, or the same.
public func <= <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.lessOrEqual, other.path())
}

/// A Boolean value that says whether a value and that of an object are in the opposite order.
public func > <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.greater, other.path())
}

/// A Boolean value that says whether a value and that of an object are in the opposite order, or the same.
public func >= <Value: AttributeValue>(
  one: Value, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression(one).ordered(.greaterOrEqual, other.path())
}

extension ValueExpression {
  /// Compares two expressions; one of many members comes first.
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
  /// A Boolean value that says whether it is one of several values.
  @_disfavoredOverload
  public func `in`(_ values: some Sequence<Value>) -> Condition {
    compared(.in, .constant(.list(values.map(\.constantValue))))
  }

  /// A Boolean value that says whether it lies in a range: `1...5`, `1..<5`,
  /// `1...`, `...5` or `..<5`.
  public func between(_ range: some ValueRange<Value>) -> Condition {
    holds { range.bounds.predicate(on: $0, $1) }
  }

  /// A Boolean value that says whether it lies in a range.
  public func `in`(_ range: some ValueRange<Value>) -> Condition { between(range) }
}

extension ValueExpression.Node {
  /// The values of a path that are compared.
  var quantifier: ObjectPredicate.Comparison.Quantifier {
    if case .members = self { .any } else { .direct }
  }
}

extension ObjectPredicate.Comparison.Operator {
  /// The operator that says the same with its sides exchanged.
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
  /// Returns whether it compares members themselves, each by itself, and nothing that is computed
  /// of them: a function of members is one of all, as their number is.
  func isComparison<Member>(of members: ValueExpression<Member>) -> Bool {
    guard case .comparison(let comparison) = predicate else { return false }
    return comparison.quantifier == .any && comparison.left == members.expression
  }

  /// A Boolean value that says whether both conditions hold.
  ///
  /// As with Swift's operator, the second is left alone where values of the program's own
  /// have decided: `text != nil && $0.title == text!` does not unwrap nil.
  public static func && (
    one: Condition, other: @autoclosure () throws -> Condition
  ) rethrows -> Condition {
    let first = one.predicate
    if first.decided == false { return Condition(false) }
    return Condition(.and(first.conjuncts + (try other().predicate.conjuncts)))
  }

  /// A Boolean value that says whether one of the conditions holds.
  ///
  /// As with Swift's operator, the second is left alone where values of the program's own
  /// have decided: `text == nil || $0.title == text!` does not unwrap nil.
  public static func || (
    one: Condition, other: @autoclosure () throws -> Condition
  ) rethrows -> Condition {
    let first = one.predicate
    if first.decided == true { return Condition(true) }
    return Condition(.or(first.disjuncts + (try other().predicate.disjuncts)))
  }

  /// A Boolean value that says whether the condition does not hold.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.predicate))
  }

  /// One of two values: the first where the condition holds.
  public func then<Result: AttributeValue>(
    _ value: ValueExpression<Result>, else other: ValueExpression<Result>
  ) -> ValueExpression<Result> {
    ValueExpression<Result>(
      .conditional(predicate, then: value.expression, else: other.expression))
  }

  /// One of two values: the first where the condition holds.
  public func then<Result: AttributeValue>(
    _ value: Result, else other: ValueExpression<Result>
  ) -> ValueExpression<Result> {
    then(ValueExpression<Result>(value), else: other)
  }

  /// One of two values: the first where the condition holds.
  public func then<Result: AttributeValue>(
    _ value: ValueExpression<Result>, else other: Result
  ) -> ValueExpression<Result> {
    then(value, else: ValueExpression<Result>(other))
  }

  /// One of two values: the first where the condition holds.
  public func then<Result: AttributeValue>(
    _ value: Result, else other: Result
  ) -> ValueExpression<Result> {
    then(ValueExpression<Result>(value), else: ValueExpression<Result>(other))
  }
}

extension ObjectPredicate {
  /// The answer of a condition on constants alone; nil for any other.
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
