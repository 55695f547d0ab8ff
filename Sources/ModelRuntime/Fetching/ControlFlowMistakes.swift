// What the store is asked, where Swift's own `if`, `guard` and `? :` need an answer at once.

/// Refuses an answer at the time of the request: the store compares for every
/// object, later.
@available(
  *, unavailable,
  message: """
    the store asks this of every object, so 'if' and '? :' do not know it: write \
    '(condition).then(value, else: other)', or combine conditions with '&&' and '||'
    """
)
extension Optional {
  /// Refuses a comparison that the store makes.
  @_disfavoredOverload
  public static func == <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Refuses a comparison that the store makes.
  @_disfavoredOverload
  public static func != <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Refuses a comparison that the store makes.
  @_disfavoredOverload
  public static func < <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Refuses a comparison that the store makes.
  @_disfavoredOverload
  public static func <= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Refuses a comparison that the store makes.
  @_disfavoredOverload
  public static func > <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// Refuses a comparison that the store makes.
  @_disfavoredOverload
  public static func >= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }
}
