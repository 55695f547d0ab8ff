// Conditions are evaluated by the store, but Swift's own `if`, `guard` and `? :` need a
// Boolean immediately.

/// Unavailable: a comparison in a request has no Boolean value when the request
/// is created, because the store evaluates it later, for every object.
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
