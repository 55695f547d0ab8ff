extension ValueExpression where Value: AttributeValue & Numeric {
  /// Returns the sum of two expressions.
  public static func + (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("add:to:", one, other)
  }

  /// Returns the sum of an expression and a number.
  public static func + (one: ValueExpression, other: Value) -> ValueExpression {
    one + ValueExpression(other)
  }

  /// Returns the sum of a number and an expression.
  public static func + (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) + other
  }

  /// Returns the difference of two expressions.
  public static func - (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("from:subtract:", one, other)
  }

  /// Returns the difference of an expression and a number.
  public static func - (one: ValueExpression, other: Value) -> ValueExpression {
    one - ValueExpression(other)
  }

  /// Returns the difference of a number and an expression.
  public static func - (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) - other
  }

  /// Returns the product of two expressions.
  public static func * (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("multiply:by:", one, other)
  }

  /// Returns the product of an expression and a number.
  public static func * (one: ValueExpression, other: Value) -> ValueExpression {
    one * ValueExpression(other)
  }

  /// Returns the product of a number and an expression.
  public static func * (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) * other
  }

  /// Returns the quotient of two expressions; nil if the divisor is zero.
  public static func / (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("divide:by:", one, other)
  }

  /// Returns the quotient of an expression and a number; nil if the number is
  /// zero.
  public static func / (one: ValueExpression, other: Value) -> ValueExpression {
    one / ValueExpression(other)
  }

  /// Returns the quotient of a number and an expression; nil if the value of
  /// the expression is zero.
  public static func / (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) / other
  }

  /// Returns the remainder of dividing one expression by another.
  public static func % (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("modulus:by:", one, other)
  }

  /// Returns the remainder of dividing an expression by a number.
  public static func % (one: ValueExpression, other: Value) -> ValueExpression {
    one % ValueExpression(other)
  }

  /// Returns the remainder of dividing a number by an expression.
  public static func % (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) % other
  }

  /// Returns the number with the opposite sign.
  public static prefix func - (one: ValueExpression) -> ValueExpression {
    one.calling("multiply:by:", .constant(.integer(-1)))
  }

  /// The absolute value of the expression's number.
  public var magnitude: ValueExpression { applying("abs:") }
}

extension ValueExpression where Value: AttributeValue & FixedWidthInteger {
  /// The number as a double, so that a quotient keeps its fraction.
  public var double: ValueExpression<Double> {
    calling("multiply:by:", .constant(.double(1)))
  }
}

extension ValueExpression where Value: AttributeValue & BinaryFloatingPoint {
  /// Returns the number rounded to the nearest integer, with halves rounded
  /// away from 0, or by another rule.
  public func rounded(
    _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> ValueExpression {
    switch rule {
    case .toNearestOrAwayFromZero: applying("round:")
    case .toNearestOrEven: applying("roundToEven:")
    case .up: applying("ceiling:")
    case .down: applying("floor:")
    case .towardZero: applying("trunc:")
    case .awayFromZero: (self < 0).then(applying("floor:"), else: applying("ceiling:"))
    @unknown default: applying("round:")
    }
  }
}

// These functions correspond to those of the standard library, but they ignore nil.

/// Returns the lesser of two values.
public func min<Value: AttributeValue>(
  _ one: ValueExpression<Value>, _ other: ValueExpression<Value>
) -> ValueExpression<Value> {
  ValueExpression(.function("min:", [one.expression, other.expression]))
}

/// Returns the lesser of an expression's value and the given value.
public func min<Value: AttributeValue>(
  _ one: ValueExpression<Value>, _ other: Value
) -> ValueExpression<Value> { min(one, ValueExpression(other)) }

/// Returns the lesser of the given value and an expression's value.
public func min<Value: AttributeValue>(
  _ one: Value, _ other: ValueExpression<Value>
) -> ValueExpression<Value> { min(ValueExpression(one), other) }

/// Returns the greater of two values.
public func max<Value: AttributeValue>(
  _ one: ValueExpression<Value>, _ other: ValueExpression<Value>
) -> ValueExpression<Value> {
  ValueExpression(.function("max:", [one.expression, other.expression]))
}

/// Returns the greater of an expression's value and the given value.
public func max<Value: AttributeValue>(
  _ one: ValueExpression<Value>, _ other: Value
) -> ValueExpression<Value> { max(one, ValueExpression(other)) }

/// Returns the greater of the given value and an expression's value.
public func max<Value: AttributeValue>(
  _ one: Value, _ other: ValueExpression<Value>
) -> ValueExpression<Value> { max(ValueExpression(one), other) }

/// Returns the absolute value of an expression's number.
public func abs<Value: AttributeValue & Numeric>(
  _ value: ValueExpression<Value>
) -> ValueExpression<Value> { value.magnitude }

// Numbers of different types are compared by value, so that no digit is lost in a
// conversion. The compiler prefers the forms in which both operands have the property's
// type.

/// Returns a condition that is true if both numbers are equal.
@_disfavoredOverload
public func == <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.equal, other) }

/// Returns a condition that is true if the numbers are different.
@_disfavoredOverload
public func != <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.notEqual, other) }

/// Returns a condition that is true if the first number is less than the
/// second.
@_disfavoredOverload
public func < <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.less, other) }

/// Returns a condition that is true if the first number is less than the
/// second, or equal to it.
@_disfavoredOverload
public func <= <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.lessOrEqual, other) }

/// Returns a condition that is true if the first number is greater than the
/// second.
@_disfavoredOverload
public func > <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.greater, other) }

/// Returns a condition that is true if the first number is greater than the
/// second, or equal to it.
@_disfavoredOverload
public func >= <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.greaterOrEqual, other) }
/// Returns a condition that is true if both numbers are equal.
@_disfavoredOverload
public func == <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int?
) -> Condition {
  one.path().compared(.equal, .constant(other.constantValue))
}

/// Returns a condition that is true if the numbers are different.
@_disfavoredOverload
public func != <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int?
) -> Condition {
  one.path().compared(.notEqual, .constant(other.constantValue))
}

/// Returns a condition that is true if the first number is less than the
/// second.
@_disfavoredOverload
public func < <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int
) -> Condition {
  one.path().compared(.less, .constant(.integer(Int64(other))))
}

/// Returns a condition that is true if the first number is less than the
/// second, or equal to it.
@_disfavoredOverload
public func <= <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int
) -> Condition {
  one.path().compared(.lessOrEqual, .constant(.integer(Int64(other))))
}

/// Returns a condition that is true if the first number is greater than the
/// second.
@_disfavoredOverload
public func > <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int
) -> Condition {
  one.path().compared(.greater, .constant(.integer(Int64(other))))
}

/// Returns a condition that is true if the first number is greater than the
/// second, or equal to it.
@_disfavoredOverload
public func >= <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int
) -> Condition {
  one.path().compared(.greaterOrEqual, .constant(.integer(Int64(other))))
}

/// Returns a condition that is true if both numbers are equal.
@_disfavoredOverload
public func == <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.equal, other.path())
}

/// Returns a condition that is true if the numbers are different.
@_disfavoredOverload
public func != <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.notEqual, other.path())
}

/// Returns a condition that is true if the first number is less than the
/// second.
@_disfavoredOverload
public func < <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.less, other.path())
}

/// Returns a condition that is true if the first number is less than the
/// second, or equal to it.
@_disfavoredOverload
public func <= <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.lessOrEqual, other.path())
}

/// Returns a condition that is true if the first number is greater than the
/// second.
@_disfavoredOverload
public func > <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.greater, other.path())
}

/// Returns a condition that is true if the first number is greater than the
/// second, or equal to it.
@_disfavoredOverload
public func >= <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.greaterOrEqual, other.path())
}

extension ValueExpression where Value: AttributeValue & FixedWidthInteger {
  /// Returns a condition that is true if the value is a multiple of the given
  /// number.
  public func isMultiple(of number: Value) -> Condition {
    number == 0 ? self == 0 : self % number == 0
  }
}

extension ValueExpression where Value: AttributeValue & FixedWidthInteger {
  /// Returns the bits that are set in both operands.
  public static func & (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("bitwiseAnd:with:", one, other)
  }

  /// Returns the bits that are set in both operands.
  public static func & (one: ValueExpression, other: Value) -> ValueExpression {
    one.calling("bitwiseAnd:with:", .constant(other.constantValue))
  }

  /// Returns the bits that are set in either operand.
  public static func | (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("bitwiseOr:with:", one, other)
  }

  /// Returns the bits that are set in either operand.
  public static func | (one: ValueExpression, other: Value) -> ValueExpression {
    one.calling("bitwiseOr:with:", .constant(other.constantValue))
  }

  /// Returns the bits that are set in exactly one operand.
  public static func ^ (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("bitwiseXor:with:", one, other)
  }

  /// Returns the bits that are set in exactly one operand.
  public static func ^ (one: ValueExpression, other: Value) -> ValueExpression {
    one.calling("bitwiseXor:with:", .constant(other.constantValue))
  }
}
