/// A range of values with one or two bounds, for conditions.
///
/// The range types of the standard library conform to this protocol.
public protocol ValueRange<Bound>: RangeExpression {
  /// The bounds of the range.
  var bounds: RangeBounds<Bound> { get }
}

/// The bounds of a range.
public struct RangeBounds<Bound> {
  /// The lower bound, which belongs to the range; nil if the range has no lower
  /// bound.
  let lower: Bound?
  /// The upper bound, which can be excluded; nil if the range has no upper
  /// bound.
  let upper: Bound?
  /// True if the upper bound belongs to the range.
  let includesUpper: Bool
}

extension ClosedRange: ValueRange {
  /// The two bounds of the range, both of which belong to it.
  public var bounds: RangeBounds<Bound> {
    RangeBounds(lower: lowerBound, upper: upperBound, includesUpper: true)
  }
}

extension Range: ValueRange {
  /// The two bounds of the range. The upper bound does not belong to it.
  public var bounds: RangeBounds<Bound> {
    RangeBounds(lower: lowerBound, upper: upperBound, includesUpper: false)
  }
}

extension PartialRangeFrom: ValueRange {
  /// The bounds of the range, which has only a lower bound.
  public var bounds: RangeBounds<Bound> {
    RangeBounds(lower: lowerBound, upper: nil, includesUpper: true)
  }
}

extension PartialRangeThrough: ValueRange {
  /// The bounds of the range, which has only an upper bound. It belongs to the
  /// range.
  public var bounds: RangeBounds<Bound> {
    RangeBounds(lower: nil, upper: upperBound, includesUpper: true)
  }
}

extension PartialRangeUpTo: ValueRange {
  /// The bounds of the range, which has only an upper bound. It does not belong
  /// to the range.
  public var bounds: RangeBounds<Bound> {
    RangeBounds(lower: nil, upper: upperBound, includesUpper: false)
  }
}

extension ValueRange where Bound: AttributeValue {
  /// Returns a condition that is true if the value of an expression is in the
  /// range.
  public func contains(_ value: ValueExpression<Bound>?) -> Condition {
    value.path().between(self)
  }
}

/// Returns a condition that is true if the value of an expression is in a
/// range: `(1...5) ~= $0.rating`.
public func ~= <Bound: AttributeValue>(
  range: some ValueRange<Bound>, value: ValueExpression<Bound>?
) -> Condition {
  range.contains(value)
}

extension Sequence where Element: AttributeValue {
  /// Returns a condition that is true if the value of an expression is one of
  /// the sequence's values.
  @_disfavoredOverload
  public func contains(_ value: ValueExpression<Element>?) -> Condition { value.path().in(self) }
}

extension Sequence {
  /// Returns a condition that is true if the value of an expression is one of
  /// the sequence's values, which can include nil.
  @_disfavoredOverload
  public func contains<Value: AttributeValue>(_ value: ValueExpression<Value>?) -> Condition
  where Element == Value? {
    value.path().compared(.in, .constant(.list(map(\.constantValue))))
  }
}

extension RangeBounds where Bound: AttributeValue {
  /// The bounds as constant expressions.
  var constants: RangeBounds<ObjectExpression> {
    RangeBounds<ObjectExpression>(
      lower: lower.map { .constant($0.constantValue) },
      upper: upper.map { .constant($0.constantValue) }, includesUpper: includesUpper)
  }
}

extension RangeBounds<ObjectExpression> {
  /// Returns the condition that a value is in the range, which is a BETWEEN, or
  /// one or two comparisons. For elements of a collection, both bounds must
  /// apply to the same element.
  func predicate(
    on value: ObjectExpression, _ quantifier: ObjectPredicate.Comparison.Quantifier = .direct
  ) -> ObjectPredicate {
    func comparison(
      _ operator: ObjectPredicate.Comparison.Operator, _ bound: ObjectExpression
    ) -> ObjectPredicate {
      .compare(value, `operator`, bound, quantifier: quantifier)
    }
    switch (lower, upper) {
    case (let lower?, let upper?) where includesUpper:
      return comparison(.between, .list(of: [lower, upper]))
    case (let lower?, let upper?):
      guard quantifier == .direct else {
        let element = ObjectExpression.variable("element")
        let inside = predicate(on: element)
        let found = ObjectExpression.subquery(value, variable: "element", inside)
        return .compare(found.appending("@count"), .greater, .constant(.integer(0)))
      }
      return .and([comparison(.greaterOrEqual, lower), comparison(.less, upper)])
    case (let lower?, nil): return comparison(.greaterOrEqual, lower)
    case (nil, let upper?): return comparison(includesUpper ? .lessOrEqual : .less, upper)
    case (nil, nil): return comparison(.notEqual, .constant(.null))
    }
  }
}
