// Conditions are evaluated by the store, but Swift's own `if`, `guard` and `? :` need a
// Boolean immediately.

/// A path in a condition. Its Swift type is optional if the property is
/// optional, but the path itself is never nil.
public protocol ConditionPath {}

extension ValueExpression: ConditionPath {}

extension Paths: ConditionPath {}

extension CompositePaths: ConditionPath {}

// Swift itself compares every optional with nil, and would find that the path is there.
// These are its choice where a truth value is wanted, and do not compile there: nothing
// in a condition takes a call without `try` that throws.
@available(
  *, deprecated,
  message: """
    the store evaluates this condition for each object, so 'if' and '? :' cannot use it: write \
    '(condition).then(value, else: other)', or combine conditions with '&&' and '||'
    """
)
extension Optional where Wrapped: ConditionPath {
  /// Does not compile: the store evaluates the comparison when the request
  /// runs.
  public static func == (one: Self, other: _OptionalNilComparisonType) throws -> Bool { never() }

  /// Does not compile: the store evaluates the comparison when the request
  /// runs.
  public static func != (one: Self, other: _OptionalNilComparisonType) throws -> Bool { never() }

  /// Does not compile: the store evaluates the comparison when the request
  /// runs.
  public static func == (one: _OptionalNilComparisonType, other: Self) throws -> Bool { never() }

  /// Does not compile: the store evaluates the comparison when the request
  /// runs.
  public static func != (one: _OptionalNilComparisonType, other: Self) throws -> Bool { never() }
}

/// Unavailable: the result is not known when the request is created, because
/// the store evaluates the comparison for each object when the request runs.
@available(
  *, unavailable,
  message: """
    the store evaluates this condition for each object, so 'if' and '? :' cannot use it: write \
    '(condition).then(value, else: other)', or combine conditions with '&&' and '||'
    """
)
extension Optional {
  /// Unavailable: the store evaluates the comparison when the request runs.
  @_disfavoredOverload
  public static func == <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store evaluates the comparison when the request runs.
  @_disfavoredOverload
  public static func != <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store evaluates the comparison when the request runs.
  @_disfavoredOverload
  public static func < <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store evaluates the comparison when the request runs.
  @_disfavoredOverload
  public static func <= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store evaluates the comparison when the request runs.
  @_disfavoredOverload
  public static func > <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store evaluates the comparison when the request runs.
  @_disfavoredOverload
  public static func >= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }
}
