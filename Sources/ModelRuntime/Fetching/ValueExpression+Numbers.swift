extension ValueExpression where Value: AttributeValue & Numeric {
  /// The sum of two expressions.
  public static func + (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("add:to:", one, other)
  }

  /// The sum of an expression and a number.
  public static func + (one: ValueExpression, other: Value) -> ValueExpression {
    one + ValueExpression(other)
  }

  /// The sum of a number and an expression.
  public static func + (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) + other
  }

  /// The difference of two expressions.
  public static func - (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("from:subtract:", one, other)
  }

  /// The difference of an expression and a number.
  public static func - (one: ValueExpression, other: Value) -> ValueExpression {
    one - ValueExpression(other)
  }

  /// The difference of a number and an expression.
  public static func - (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) - other
  }

  /// The product of two expressions.
  public static func * (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("multiply:by:", one, other)
  }

  /// The product of an expression and a number.
  public static func * (one: ValueExpression, other: Value) -> ValueExpression {
    one * ValueExpression(other)
  }

  /// The product of a number and an expression.
  public static func * (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) * other
  }

  /// The quotient of two expressions; nil if the divisor is zero.
  public static func / (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("divide:by:", one, other)
  }

  /// The quotient of an expression and a number; nil if the number is zero.
  public static func / (one: ValueExpression, other: Value) -> ValueExpression {
    one / ValueExpression(other)
  }

  /// The quotient of a number and an expression; nil if the value of the expression is
  /// zero.
  public static func / (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) / other
  }

  /// The remainder of dividing one expression by another.
  public static func % (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("modulus:by:", one, other)
  }

  /// The remainder of dividing an expression by a number.
  public static func % (one: ValueExpression, other: Value) -> ValueExpression {
    one % ValueExpression(other)
  }

  /// The remainder of dividing a number by an expression.
  public static func % (one: Value, other: ValueExpression) -> ValueExpression {
    ValueExpression(one) % other
  }

  /// The number with the opposite sign.
  public static prefix func - (one: ValueExpression) -> ValueExpression {
    one.calling("multiply:by:", .constant(.integer(-1)))
  }

  /// The absolute value of the number.
  public var magnitude: ValueExpression { applying("abs:") }
}

extension ValueExpression where Value: AttributeValue & FixedWidthInteger {
  /// The number as a double, so that a quotient keeps its fraction.
  public var double: ValueExpression<Double> {
    calling("multiply:by:", .constant(.double(1)))
  }
}

extension ValueExpression where Value: AttributeValue & BinaryFloatingPoint {
  /// The number rounded to the nearest integer, with halves rounded away from 0, or by
  /// another rule.
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

/// The lesser of two values.
public func min<Value: AttributeValue>(
  _ one: ValueExpression<Value>, _ other: ValueExpression<Value>
) -> ValueExpression<Value> {
  ValueExpression(.function("min:", [one.expression, other.expression]))
}

/// The lesser of an expression's value and the given value.
public func min<Value: AttributeValue>(
  _ one: ValueExpression<Value>, _ other: Value
) -> ValueExpression<Value> { min(one, ValueExpression(other)) }

/// The lesser of the given value and an expression's value.
public func min<Value: AttributeValue>(
  _ one: Value, _ other: ValueExpression<Value>
) -> ValueExpression<Value> { min(ValueExpression(one), other) }

/// The greater of two values.
public func max<Value: AttributeValue>(
  _ one: ValueExpression<Value>, _ other: ValueExpression<Value>
) -> ValueExpression<Value> {
  ValueExpression(.function("max:", [one.expression, other.expression]))
}

/// The greater of an expression's value and the given value.
public func max<Value: AttributeValue>(
  _ one: ValueExpression<Value>, _ other: Value
) -> ValueExpression<Value> { max(one, ValueExpression(other)) }

/// The greater of the given value and an expression's value.
public func max<Value: AttributeValue>(
  _ one: Value, _ other: ValueExpression<Value>
) -> ValueExpression<Value> { max(ValueExpression(one), other) }

/// The absolute value of an expression's number.
public func abs<Value: AttributeValue & Numeric>(
  _ value: ValueExpression<Value>
) -> ValueExpression<Value> { value.magnitude }

// Numbers of different types are compared by value, so that no digit is lost in a
// conversion. The compiler prefers the forms in which both operands have the property's
// type.

/// True if both numbers are equal.
@_disfavoredOverload
public func == <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.equal, other) }

/// True if the numbers are different.
@_disfavoredOverload
public func != <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.notEqual, other) }

/// True if the first number is less than the second.
@_disfavoredOverload
public func < <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.less, other) }

/// True if the first number is less than the second, or equal to it.
@_disfavoredOverload
public func <= <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.lessOrEqual, other) }

/// True if the first number is greater than the second.
@_disfavoredOverload
public func > <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.greater, other) }

/// True if the first number is greater than the second, or equal to it.
@_disfavoredOverload
public func >= <Value: AttributeValue & Numeric, Other: AttributeValue & Numeric>(
  one: ValueExpression<Value>?, other: ValueExpression<Other>
) -> Condition { one.path().ordered(.greaterOrEqual, other) }
/// True if both numbers are equal.
@_disfavoredOverload
public func == <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int?
) -> Condition {
  one.path().compared(.equal, .constant(other.constantValue))
}

/// True if the numbers are different.
@_disfavoredOverload
public func != <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int?
) -> Condition {
  one.path().compared(.notEqual, .constant(other.constantValue))
}

/// True if the first number is less than the second.
@_disfavoredOverload
public func < <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int
) -> Condition {
  one.path().compared(.less, .constant(.integer(Int64(other))))
}

/// True if the first number is less than the second, or equal to it.
@_disfavoredOverload
public func <= <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int
) -> Condition {
  one.path().compared(.lessOrEqual, .constant(.integer(Int64(other))))
}

/// True if the first number is greater than the second.
@_disfavoredOverload
public func > <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int
) -> Condition {
  one.path().compared(.greater, .constant(.integer(Int64(other))))
}

/// True if the first number is greater than the second, or equal to it.
@_disfavoredOverload
public func >= <Value: AttributeValue & FixedWidthInteger>(
  one: ValueExpression<Value>?, other: Int
) -> Condition {
  one.path().compared(.greaterOrEqual, .constant(.integer(Int64(other))))
}

/// True if both numbers are equal.
@_disfavoredOverload
public func == <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.equal, other.path())
}

/// True if the numbers are different.
@_disfavoredOverload
public func != <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.notEqual, other.path())
}

/// True if the first number is less than the second.
@_disfavoredOverload
public func < <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.less, other.path())
}

/// True if the first number is less than the second, or equal to it.
@_disfavoredOverload
public func <= <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.lessOrEqual, other.path())
}

/// True if the first number is greater than the second.
@_disfavoredOverload
public func > <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.greater, other.path())
}

/// True if the first number is greater than the second, or equal to it.
@_disfavoredOverload
public func >= <Value: AttributeValue & FixedWidthInteger>(
  one: Int, other: ValueExpression<Value>?
) -> Condition {
  ValueExpression<Int>(one).ordered(.greaterOrEqual, other.path())
}

extension ValueExpression where Value: AttributeValue & FixedWidthInteger {
  /// True if the value is a multiple of the given number.
  public func isMultiple(of number: Value) -> Condition {
    number == 0 ? self == 0 : self % number == 0
  }
}

extension ValueExpression where Value: AttributeValue & FixedWidthInteger {
  /// The bits that are set in both operands.
  public static func & (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("bitwiseAnd:with:", one, other)
  }

  /// The bits that are set in both operands.
  public static func & (one: ValueExpression, other: Value) -> ValueExpression {
    one.calling("bitwiseAnd:with:", .constant(other.constantValue))
  }

  /// The bits that are set in either operand.
  public static func | (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("bitwiseOr:with:", one, other)
  }

  /// The bits that are set in either operand.
  public static func | (one: ValueExpression, other: Value) -> ValueExpression {
    one.calling("bitwiseOr:with:", .constant(other.constantValue))
  }

  /// The bits that are set in exactly one operand.
  public static func ^ (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("bitwiseXor:with:", one, other)
  }

  /// The bits that are set in exactly one operand.
  public static func ^ (one: ValueExpression, other: Value) -> ValueExpression {
    one.calling("bitwiseXor:with:", .constant(other.constantValue))
  }
}
