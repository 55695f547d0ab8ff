// Arithmetic with two types of numbers: the result has the type of the operand that has
// fractions; for integers of different sizes, it is `Int`. The compiler prefers the
// forms with one type.

/// A type of numbers with fractions.
public protocol FractionalNumber: AttributeValue, Numeric {}

extension Decimal: FractionalNumber {}
extension Double: FractionalNumber {}
extension Float: FractionalNumber {}

extension ValueExpression where Value: FractionalNumber {
  /// The sum of a number and an integer.
  @_disfavoredOverload
  public static func + <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("add:to:", one, other) }

  /// The sum of an integer and a number.
  @_disfavoredOverload
  public static func + <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("add:to:", one, other) }

  /// The difference of a number and an integer.
  @_disfavoredOverload
  public static func - <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("from:subtract:", one, other) }

  /// The difference of an integer and a number.
  @_disfavoredOverload
  public static func - <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("from:subtract:", one, other) }

  /// The product of a number and an integer.
  @_disfavoredOverload
  public static func * <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("multiply:by:", one, other) }

  /// The product of an integer and a number.
  @_disfavoredOverload
  public static func * <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("multiply:by:", one, other) }

  /// The quotient of a number and an integer.
  @_disfavoredOverload
  public static func / <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("divide:by:", one, other) }

  /// The quotient of an integer and a number.
  @_disfavoredOverload
  public static func / <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("divide:by:", one, other) }
}

extension ValueExpression where Value: AttributeValue & FixedWidthInteger {
  /// The sum of integers of different sizes.
  @_disfavoredOverload
  public static func + <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("add:to:", one, other) }

  /// The difference of integers of different sizes.
  @_disfavoredOverload
  public static func - <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("from:subtract:", one, other) }

  /// The product of integers of different sizes.
  @_disfavoredOverload
  public static func * <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("multiply:by:", one, other) }

  /// The quotient of integers of different sizes.
  @_disfavoredOverload
  public static func / <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("divide:by:", one, other) }

  /// The remainder of integers of different sizes.
  @_disfavoredOverload
  public static func % <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("modulus:by:", one, other) }
}
