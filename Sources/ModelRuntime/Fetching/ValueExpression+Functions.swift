extension ValueExpression where Value: AttributeValue {
  /// Creates an expression with a constant value.
  public init(_ value: Value) {
    self.init(.constant(value.constantValue))
  }

  fileprivate func replacingNil(with other: ObjectExpression) -> ValueExpression {
    computing { value in
      let isMissing = (operands ?? [value]).map { operand in
        ObjectPredicate.compare(operand, .equal, .constant(.null))
      }
      return .conditional(.or(isMissing), then: other, else: value)
    }
  }

  /// The operands that would make a comparison nil in Swift if one of them were
  /// nil; nil for other expressions.
  ///
  /// The store's conditions are never nil, but `$0.notes?.isEmpty ?? true` must
  /// have the same meaning as in Swift.
  private var operands: [ObjectExpression]? {
    guard case .predicate(.comparison(let comparison)) = node, comparison.quantifier == .direct
    else { return nil }
    return [comparison.left, comparison.right].filter { operand in
      if case .constant = operand { false } else { true }
    }
  }
}

/// Returns an expression that has the value of the first operand or, if this is
/// nil, the given value.
@_disfavoredOverload
public func ?? <Value: AttributeValue>(
  one: ValueExpression<Value>, other: Value
) -> ValueExpression<Value> { one.replacingNil(with: .constant(other.constantValue)) }

/// Returns an expression that has the value of the first operand or, if this is
/// nil, the value of the second.
public func ?? <Value: AttributeValue>(
  one: ValueExpression<Value>, other: ValueExpression<Value>
) -> ValueExpression<Value> { one.replacingNil(with: other.expression) }

/// Returns an expression that has the value of the first operand or, if this is
/// nil, the given value.
@_disfavoredOverload
public func ?? <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: Value
) -> ValueExpression<Value> { one.path().replacingNil(with: .constant(other.constantValue)) }

/// Returns an expression that has the value of the first operand or, if this is
/// nil, the value of the second.
public func ?? <Value: AttributeValue>(
  one: ValueExpression<Value>?, other: ValueExpression<Value>
) -> ValueExpression<Value> { one.path().replacingNil(with: other.expression) }

extension ValueExpression where Value: StoredEnumeration {
  /// The raw value of the enumeration case, which the store contains.
  public var rawValue: ValueExpression<Value.RawValue> {
    if case .computed = node { return computing { $0 } }
    return ValueExpression<Value.RawValue>(expression, ofMembers: node.quantifier == .any)
  }
}

extension ValueExpression where Value == String {
  /// The string without case and accents, as it is stored by derived
  /// attributes.
  public var canonical: ValueExpression<String> { applying("canonical:") }

  /// The string in lower case.
  public var lowercased: ValueExpression<String> { applying("lowercase:") }

  /// The string in upper case.
  public var uppercased: ValueExpression<String> { applying("uppercase:") }

  /// The number of Unicode scalars in the string.
  public var length: ValueExpression<Int> { ownLength }

  /// The number of Unicode scalars in the string.
  public var count: ValueExpression<Int> { length }

  /// True if the string is not nil and has no characters.
  public var isEmpty: Condition { compared(.equal, .constant(.string(""))) }
}

extension ValueExpression where Value == Data {
  /// The number of bytes in the data.
  public var count: ValueExpression<Int> { ownLength }

  /// True if the data is not nil and has no bytes.
  public var isEmpty: Condition { count == 0 }
}

extension ValueExpression where Value == Double {
  /// Returns the distance, in metres, between an object's geographical point
  /// and the given point.
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

extension ValueExpression {
  /// Returns the expression itself, so that `lowercased()` and `max()` can be
  /// written in the same way as for strings and collections.
  public func callAsFunction() -> ValueExpression { self }

  /// The length of the value. For the values of many objects, it is the length
  /// of each value, because the function `length:` would count the values.
  fileprivate var ownLength: ValueExpression<Int> {
    guard case .members(let values) = node else { return calling("length:") }
    return ValueExpression<Int>(values.appending("length"), ofMembers: true)
  }

  func applying(_ function: String) -> ValueExpression { calling(function) }

  /// Returns a call of a predicate function whose arguments are the value and
  /// the given expressions.
  func calling<Result>(
    _ function: String, _ arguments: ObjectExpression...
  ) -> ValueExpression<Result> {
    computing { .function(function, [$0] + arguments) }
  }

  /// Returns a call of a predicate function whose arguments are two values.
  static func combining<One, Other>(
    _ function: String, _ one: ValueExpression<One>, _ other: ValueExpression<Other>
  ) -> ValueExpression {
    switch other.node {
    // If both operands have many values, it is not known which values belong together,
    // and a fetch throws an error.
    case .members, .computed: other.computing { .function(function, [one.expression, $0]) }
    case .expression, .predicate: one.computing { .function(function, [$0, other.expression]) }
    }
  }

  /// Returns an expression that is computed from the value. If there are many
  /// values, it is computed from each of them.
  func computing<Result>(
    _ change: (ObjectExpression) -> ObjectExpression
  ) -> ValueExpression<Result> {
    switch node {
    case .members(let members):
      ValueExpression<Result>(change(.variable(Self.memberName)), computedOf: members)
    case .computed(let value, of: let members):
      ValueExpression<Result>(change(value), computedOf: members)
    case .expression, .predicate: ValueExpression<Result>(change(expression))
    }
  }
}
