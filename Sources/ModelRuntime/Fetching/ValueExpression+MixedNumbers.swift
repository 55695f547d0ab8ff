// Arithmetic with two types of numbers: the result has the type of the operand that has
// fractions; for integers of different sizes, it is `Int`. The compiler prefers the
// forms with one type.

/// A type of numbers that can have fractions.
public protocol FractionalNumber: AttributeValue, Numeric {}

extension Decimal: FractionalNumber {}
extension Double: FractionalNumber {}
extension Float: FractionalNumber {}

extension ValueExpression where Value: FractionalNumber {
  /// Returns the sum of a number and an integer.
  @_disfavoredOverload
  public static func + <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("add:to:", one, other) }

  /// Returns the sum of an integer and a number.
  @_disfavoredOverload
  public static func + <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("add:to:", one, other) }

  /// Returns the difference of a number and an integer.
  @_disfavoredOverload
  public static func - <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("from:subtract:", one, other) }

  /// Returns the difference of an integer and a number.
  @_disfavoredOverload
  public static func - <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("from:subtract:", one, other) }

  /// Returns the product of a number and an integer.
  @_disfavoredOverload
  public static func * <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("multiply:by:", one, other) }

  /// Returns the product of an integer and a number.
  @_disfavoredOverload
  public static func * <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("multiply:by:", one, other) }

  /// Returns the quotient of a number and an integer.
  @_disfavoredOverload
  public static func / <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("divide:by:", one, other) }

  /// Returns the quotient of an integer and a number.
  @_disfavoredOverload
  public static func / <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("divide:by:", one, other) }
}

extension ValueExpression where Value: AttributeValue & FixedWidthInteger {
  /// Returns the sum of integers of different sizes.
  @_disfavoredOverload
  public static func + <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("add:to:", one, other) }

  /// Returns the difference of integers of different sizes.
  @_disfavoredOverload
  public static func - <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("from:subtract:", one, other) }

  /// Returns the product of integers of different sizes.
  @_disfavoredOverload
  public static func * <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("multiply:by:", one, other) }

  /// Returns the quotient of integers of different sizes.
  @_disfavoredOverload
  public static func / <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("divide:by:", one, other) }

  /// Returns the remainder of integers of different sizes.
  @_disfavoredOverload
  public static func % <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("modulus:by:", one, other) }
}
