internal import ModelSchema

extension ValueExpression where Value: AttributeValue {
  /// Whether it is this value; nil is equal to nil.
  public static func == (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.equal, .constant(other.constantValue))
  }

  /// Whether it is another value; nil is different from every value.
  public static func != (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.notEqual, .constant(other.constantValue))
  }

  /// Whether it is less than a value; nothing is less than nil.
  public static func < (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.less, .constant(other.constantValue))
  }

  /// Whether it is at most a value; nothing is at most nil.
  public static func <= (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.lessOrEqual, .constant(other.constantValue))
  }

  /// Whether it is greater than a value; nothing is greater than nil.
  public static func > (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.greater, .constant(other.constantValue))
  }

  /// Whether it is at least a value; nothing is at least nil.
  public static func >= (one: ValueExpression, other: Value?) -> Condition {
    one.compared(.greaterOrEqual, .constant(other.constantValue))
  }

  /// Whether both have the same value.
  public static func == (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.equal, other.expression)
  }

  /// Whether both have different values.
  public static func != (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.notEqual, other.expression)
  }

  /// Whether it is less than another value of the object.
  public static func < (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.less, other.expression)
  }

  /// Whether it is at most another value of the object.
  public static func <= (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.lessOrEqual, other.expression)
  }

  /// Whether it is greater than another value of the object.
  public static func > (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.greater, other.expression)
  }

  /// Whether it is at least another value of the object.
  public static func >= (one: ValueExpression, other: ValueExpression) -> Condition {
    one.compared(.greaterOrEqual, other.expression)
  }

  /// Whether it is one of several values.
  public func `in`(_ values: some Sequence<Value>) -> Condition {
    compared(.in, .constant(.list(values.map(\.constantValue))))
  }

  /// Whether it lies in a range, both ends included.
  public func between(_ range: ClosedRange<Value>) -> Condition where Value: Comparable {
    compared(
      .between,
      .constant(.list([range.lowerBound.constantValue, range.upperBound.constantValue])))
  }
}

extension ValueExpression where Value == Bool {
  /// Whether both conditions hold.
  public static func && (one: Condition, other: Condition) -> Condition {
    Condition(.and(one.predicate.conjuncts + other.predicate.conjuncts))
  }

  /// Whether one of the conditions holds.
  public static func || (one: Condition, other: Condition) -> Condition {
    Condition(.or(one.predicate.disjuncts + other.predicate.disjuncts))
  }

  /// Whether the condition does not hold.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.predicate))
  }
}

extension ObjectPredicate {
  /// The parts of an AND, so that chains stay flat.
  fileprivate var conjuncts: [ObjectPredicate] {
    if case .and(let parts) = self, !parts.isEmpty { parts } else { [self] }
  }

  /// The parts of an OR, so that chains stay flat.
  fileprivate var disjuncts: [ObjectPredicate] {
    if case .or(let parts) = self, !parts.isEmpty { parts } else { [self] }
  }
}
