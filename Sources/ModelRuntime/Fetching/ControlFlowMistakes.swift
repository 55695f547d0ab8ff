// Conditions are evaluated by the store, but Swift's own `if`, `guard` and `? :` need a
// Boolean immediately.

/// A path in a condition: an optional in Swift where its property is, and never nil.
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
    the store asks this of every object, so 'if' and '? :' do not know it: write \
    '(condition).then(value, else: other)', or combine conditions with '&&' and '||'
    """
)
extension Optional where Wrapped: ConditionPath {
  /// Does not compile: the store makes this comparison later.
  public static func == (one: Self, other: _OptionalNilComparisonType) throws -> Bool { never() }

  /// Does not compile: the store makes this comparison later.
  public static func != (one: Self, other: _OptionalNilComparisonType) throws -> Bool { never() }

  /// Does not compile: the store makes this comparison later.
  public static func == (one: _OptionalNilComparisonType, other: Self) throws -> Bool { never() }

  /// Does not compile: the store makes this comparison later.
  public static func != (one: _OptionalNilComparisonType, other: Self) throws -> Bool { never() }
}

/// Unavailable: the truth value is not known when the request is made, since the store
/// compares for every object later.
@available(
  *, unavailable,
  message: """
    the store asks this of every object, so 'if' and '? :' do not know it: write \
    '(condition).then(value, else: other)', or combine conditions with '&&' and '||'
    """
)
extension Optional {
  /// Unavailable: a comparison in a request is evaluated later, by the store.
  @_disfavoredOverload
  public static func == <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: a comparison in a request is evaluated later, by the store.
  @_disfavoredOverload
  public static func != <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: a comparison in a request is evaluated later, by the store.
  @_disfavoredOverload
  public static func < <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: a comparison in a request is evaluated later, by the store.
  @_disfavoredOverload
  public static func <= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: a comparison in a request is evaluated later, by the store.
  @_disfavoredOverload
  public static func > <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: a comparison in a request is evaluated later, by the store.
  @_disfavoredOverload
  public static func >= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }
}
