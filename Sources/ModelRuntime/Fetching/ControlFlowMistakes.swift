// Conditions are evaluated by the store, but Swift's own `if`, `guard` and `? :` need a
// Boolean immediately.

/// Unavailable: the Boolean is not known when the request is created, because the store
/// evaluates the comparison later, for every object.
@available(
  *, unavailable,
  message: """
    the store asks this of every object, so 'if' and '? :' do not know it: write \
    '(condition).then(value, else: other)', or combine conditions with '&&' and '||'
    """
)
extension Optional {
  /// Unavailable: the store makes this comparison later.
  @_disfavoredOverload
  public static func == <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store makes this comparison later.
  @_disfavoredOverload
  public static func != <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store makes this comparison later.
  @_disfavoredOverload
  public static func < <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store makes this comparison later.
  @_disfavoredOverload
  public static func <= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store makes this comparison later.
  @_disfavoredOverload
  public static func > <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: the store makes this comparison later.
  @_disfavoredOverload
  public static func >= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }
}
