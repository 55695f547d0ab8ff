public import Foundation
internal import ModelPredicates
internal import ModelSchema

extension ValueExpression where Value: AttributeValue {
  /// A constant as an expression.
  public init(_ value: Value) {
    self.init(.constant(value.constantValue))
  }
}

extension ValueExpression where Value == String {
  /// The text without case and accents, as derived attributes keep it.
  public var canonical: ValueExpression<String> { applying("canonical:") }

  /// The text in lower case.
  public var lowercased: ValueExpression<String> { applying("lowercase:") }

  /// The text in upper case.
  public var uppercased: ValueExpression<String> { applying("uppercase:") }
}

extension ValueExpression where Value == Double {
  /// The way in metres between a place of the object and another one.
  ///
  /// ```swift
  /// Shop.where { .distance(from: ($0.spot.latitude, $0.spot.longitude), to: (52.52, 13.4)) < 500 }
  /// ```
  public static func distance(
    from place: (latitude: ValueExpression<Double>, longitude: ValueExpression<Double>),
    to other: (latitude: Double, longitude: Double)
  ) -> ValueExpression<Double> {
    ValueExpression(
      .function(
        PredicateFunction.distance,
        [
          .aggregate([place.latitude.expression, place.longitude.expression]),
          .constant(.list([.double(other.latitude), .double(other.longitude)])),
        ]))
  }
}

extension ValueExpression where Value == Date {
  /// The time at which the fetch runs.
  public static var now: ValueExpression<Date> { ValueExpression(.function("now", [])) }
}

extension ValueExpression {
  private func applying(_ function: String) -> ValueExpression {
    ValueExpression(.function(function, [expression]))
  }

  private static func combining(
    _ function: String, _ one: ObjectExpression, _ other: ObjectExpression
  ) -> ValueExpression {
    ValueExpression(.function(function, [one, other]))
  }
}

extension ValueExpression where Value: AttributeValue & Numeric {
  /// The sum of two values of an object.
  public static func + (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("add:to:", one.expression, other.expression)
  }

  /// The sum with a number.
  public static func + (one: ValueExpression, other: Value) -> ValueExpression {
    one + ValueExpression(other)
  }

  /// The difference of two values of an object.
  public static func - (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("from:subtract:", one.expression, other.expression)
  }

  /// The difference to a number.
  public static func - (one: ValueExpression, other: Value) -> ValueExpression {
    one - ValueExpression(other)
  }

  /// The product of two values of an object.
  public static func * (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("multiply:by:", one.expression, other.expression)
  }

  /// The product with a number.
  public static func * (one: ValueExpression, other: Value) -> ValueExpression {
    one * ValueExpression(other)
  }

  /// The quotient of two values of an object; nil where it would divide by
  /// zero.
  public static func / (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("divide:by:", one.expression, other.expression)
  }

  /// The quotient by a number; nil where that is zero.
  public static func / (one: ValueExpression, other: Value) -> ValueExpression {
    one / ValueExpression(other)
  }

  /// The remainder of two values of an object.
  public static func % (one: ValueExpression, other: ValueExpression) -> ValueExpression {
    combining("modulus:by:", one.expression, other.expression)
  }

  /// The remainder by a number.
  public static func % (one: ValueExpression, other: Value) -> ValueExpression {
    one % ValueExpression(other)
  }
}
