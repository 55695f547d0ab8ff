// What the store is asked, where Swift's own `if`, `guard` and `? :` need an answer at once.

/// What the store compares for every object has no answer when the request is made.
@available(
  *, unavailable,
  message: """
    the store asks this of every object, so 'if' and '? :' do not know it: write \
    '(condition).then(value, else: other)', or combine conditions with '&&' and '||'
    """
)
extension Optional {
  /// What the store compares.
  @_disfavoredOverload
  public static func == <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// What the store compares.
  @_disfavoredOverload
  public static func != <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// What the store compares.
  @_disfavoredOverload
  public static func < <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// What the store compares.
  @_disfavoredOverload
  public static func <= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// What the store compares.
  @_disfavoredOverload
  public static func > <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }

  /// What the store compares.
  @_disfavoredOverload
  public static func >= <Value: AttributeValue>(one: Self, other: Value?) -> Bool
  where Wrapped == ValueExpression<Value> { never() }
}
