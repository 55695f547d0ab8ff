internal import ModelSchema

extension ValueExpression where Value: AttributeValue {
  /// A Boolean value that says whether it is this value; nil is equal to nil.
  public static func == (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.equal, .constant(other.constantValue))
  }

  /// A Boolean value that says whether it is another value; nil is different
  /// from every value.
  public static func != (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.notEqual, .constant(other.constantValue))
  }

  /// A Boolean value that says whether it is less than a value; nothing is less
  /// than nil.
  public static func < (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.less, .constant(other.constantValue))
  }

  /// A Boolean value that says whether it is at most a value; nothing is at
  /// most nil.
  public static func <= (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.lessOrEqual, .constant(other.constantValue))
  }

  /// A Boolean value that says whether it is greater than a value; nothing is
  /// greater than nil.
  public static func > (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.greater, .constant(other.constantValue))
  }

  /// A Boolean value that says whether it is at least a value; nothing is at
  /// least nil.
  public static func >= (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.greaterOrEqual, .constant(other.constantValue))
  }

  /// A Boolean value that says whether both have the same value.
  public static func == (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.equal, other.expression)
  }

  /// A Boolean value that says whether both have different values.
  public static func != (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.notEqual, other.expression)
  }

  /// A Boolean value that says whether it is less than another value of the
  /// object.
  public static func < (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.less, other.expression)
  }

  /// A Boolean value that says whether it is at most another value of the
  /// object.
  public static func <= (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.lessOrEqual, other.expression)
  }

  /// A Boolean value that says whether it is greater than another value of the
  /// object.
  public static func > (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.greater, other.expression)
  }

  /// A Boolean value that says whether it is at least another value of the
  /// object.
  public static func >= (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.greaterOrEqual, other.expression)
  }

  /// A Boolean value that says whether it is one of several values.
  public func `in`(_ values: some Sequence<Value>) -> Condition {
    compared(.in, .constant(.list(values.map(\.constantValue))))
  }

  /// A Boolean value that says whether it lies in a range, both ends included.
  public func between(_ range: ClosedRange<Value>) -> Condition where Value: Comparable {
    compared(
      .between,
      .constant(.list([range.lowerBound.constantValue, range.upperBound.constantValue])))
  }
}

extension ValueExpression where Value == Bool {
  /// A Boolean value that says whether both conditions hold.
  public static func && (one: Condition, other: Condition) -> Condition {
    Condition(.and(one.predicate.conjuncts + other.predicate.conjuncts))
  }

  /// A Boolean value that says whether one of the conditions holds.
  public static func || (one: Condition, other: Condition) -> Condition {
    Condition(.or(one.predicate.disjuncts + other.predicate.disjuncts))
  }

  /// A Boolean value that says whether the condition does not hold.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.predicate))
  }
}

extension ObjectPredicate {
  /// The parts of an AND, so that chains stay flat.
  var conjuncts: [ObjectPredicate] {
    if case .and(let parts) = self, !parts.isEmpty { parts } else { [self] }
  }

  /// The parts of an OR, so that chains stay flat.
  fileprivate var disjuncts: [ObjectPredicate] {
    if case .or(let parts) = self, !parts.isEmpty { parts } else { [self] }
  }
}
