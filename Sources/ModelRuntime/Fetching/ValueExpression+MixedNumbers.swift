// Arithmetic with numbers of two types: the result has the type of the operand with
// fractions, and for integers of two sizes it is an `Int`. The compiler prefers the
// forms with one type.

/// A number that has fractions.
public protocol FractionalNumber: AttributeValue, Numeric {}

extension Decimal: FractionalNumber {}
extension Double: FractionalNumber {}
extension Float: FractionalNumber {}

extension ValueExpression where Value: FractionalNumber {
  /// The sum of a number and a whole number of an object.
  @_disfavoredOverload
  public static func + <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("add:to:", one, other) }

  /// The sum of a whole number and a number of an object.
  @_disfavoredOverload
  public static func + <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("add:to:", one, other) }

  /// The difference of a number and a whole number of an object.
  @_disfavoredOverload
  public static func - <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("from:subtract:", one, other) }

  /// The difference of a whole number and a number of an object.
  @_disfavoredOverload
  public static func - <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("from:subtract:", one, other) }

  /// The product of a number and a whole number of an object.
  @_disfavoredOverload
  public static func * <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("multiply:by:", one, other) }

  /// The product of a whole number and a number of an object.
  @_disfavoredOverload
  public static func * <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("multiply:by:", one, other) }

  /// The quotient of a number and a whole number of an object.
  @_disfavoredOverload
  public static func / <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Whole>
  ) -> ValueExpression { combining("divide:by:", one, other) }

  /// The quotient of a whole number and a number of an object.
  @_disfavoredOverload
  public static func / <Whole: AttributeValue & FixedWidthInteger>(
    one: ValueExpression<Whole>, other: ValueExpression
  ) -> ValueExpression { combining("divide:by:", one, other) }
}

extension ValueExpression where Value: AttributeValue & FixedWidthInteger {
  /// The sum of whole numbers of two sizes.
  @_disfavoredOverload
  public static func + <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("add:to:", one, other) }

  /// The difference of whole numbers of two sizes.
  @_disfavoredOverload
  public static func - <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("from:subtract:", one, other) }

  /// The product of whole numbers of two sizes.
  @_disfavoredOverload
  public static func * <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("multiply:by:", one, other) }

  /// The quotient of whole numbers of two sizes.
  @_disfavoredOverload
  public static func / <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("divide:by:", one, other) }

  /// The remainder of whole numbers of two sizes.
  @_disfavoredOverload
  public static func % <Other: AttributeValue & FixedWidthInteger>(
    one: ValueExpression, other: ValueExpression<Other>
  ) -> ValueExpression<Int> { .combining("modulus:by:", one, other) }
}
