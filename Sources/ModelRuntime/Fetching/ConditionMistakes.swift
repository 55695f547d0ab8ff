// Common mistakes are declared here, with the messages that the compiler shows for
// them; none of these declarations can be called.

func never() -> Never { preconditionFailure("it is unavailable") }

// MARK: - Types that differ

/// Unavailable: only numbers can be compared with values of other types.
@available(
  *, unavailable,
  message: """
    the types differ: convert the value to the property's type, such as 'Decimal(x)' or 'Float(x)'; \
    an enumeration compares with its cases, or by '.rawValue'
    """
)
extension Optional {
  /// Unavailable: only numbers can be compared with values of other types.
  public static func == <Value: AttributeValue>(one: Self, other: some AttributeValue) -> Condition
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: only numbers can be compared with values of other types.
  public static func != <Value: AttributeValue>(one: Self, other: some AttributeValue) -> Condition
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: only numbers can be compared with values of other types.
  public static func < <Value: AttributeValue>(one: Self, other: some AttributeValue) -> Condition
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: only numbers can be compared with values of other types.
  public static func <= <Value: AttributeValue>(one: Self, other: some AttributeValue) -> Condition
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: only numbers can be compared with values of other types.
  public static func > <Value: AttributeValue>(one: Self, other: some AttributeValue) -> Condition
  where Wrapped == ValueExpression<Value> { never() }

  /// Unavailable: only numbers can be compared with values of other types.
  public static func >= <Value: AttributeValue>(one: Self, other: some AttributeValue) -> Condition
  where Wrapped == ValueExpression<Value> { never() }
}

/// Unavailable: an object cannot be compared with a value.
@available(
  *, unavailable, message: "this is an object: compare it with an object, or one of its properties"
)
extension Optional {
  /// Unavailable: an object cannot be compared with a value.
  public static func == <Object>(one: Self, other: some AttributeValue) -> Condition
  where Wrapped == Paths<Object> { never() }

  /// Unavailable: an object cannot be compared with a value.
  public static func != <Object>(one: Self, other: some AttributeValue) -> Condition
  where Wrapped == Paths<Object> { never() }
}

/// Unavailable: a composite value cannot be compared with a single value.
@available(
  *, unavailable, message: "this is a composite value: compare one of its elements, or all with one"
)
public func == <Composite: StoredComposite, Other: AttributeValue>(
  one: CompositePaths<Composite>?, other: Other
) -> Condition { never() }

/// Unavailable: objects in conditions are compared with `==`, not with `===`.
@available(*, unavailable, message: "write '=='")
public func === <Object: ManagedObject>(one: Paths<Object>?, other: Object?) -> Condition {
  never()
}

/// Unavailable: objects in conditions are compared with `!=`, not with `!==`.
@available(*, unavailable, message: "write '!='")
public func !== <Object: ManagedObject>(one: Paths<Object>?, other: Object?) -> Condition {
  never()
}

// MARK: - Many values instead of one

/// Unavailable: the values of many objects cannot be compared with one value.
@available(
  *, unavailable,
  message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
)
extension MemberValues where Value: AttributeValue {
  /// Unavailable: the values of many objects cannot be compared with one value.
  public static func == (one: MemberValues, other: Value?) -> Condition { never() }

  /// Unavailable: the values of many objects cannot be compared with one value.
  public static func != (one: MemberValues, other: Value?) -> Condition { never() }

  /// Unavailable: the values of many objects cannot be compared with one value.
  public static func < (one: MemberValues, other: Value?) -> Condition { never() }

  /// Unavailable: the values of many objects cannot be compared with one value.
  public static func <= (one: MemberValues, other: Value?) -> Condition { never() }

  /// Unavailable: the values of many objects cannot be compared with one value.
  public static func > (one: MemberValues, other: Value?) -> Condition { never() }

  /// Unavailable: the values of many objects cannot be compared with one value.
  public static func >= (one: MemberValues, other: Value?) -> Condition { never() }

  /// Unavailable: the values of many objects cannot be tested as one string.
  public func hasPrefix(_ text: String, _ options: StringOptions...) -> Condition { never() }

  /// Unavailable: the values of many objects cannot be tested as one string.
  public func hasSuffix(_ text: String, _ options: StringOptions...) -> Condition { never() }

  /// Unavailable: the values of many objects cannot be tested as one string.
  public func like(_ text: String, _ options: StringOptions...) -> Condition { never() }

  /// Unavailable: the values of many objects cannot be tested as one string.
  public func matches(_ text: String, _ options: StringOptions...) -> Condition { never() }
}

/// Unavailable: many objects cannot be compared with one object.
@available(*, unavailable, message: "these are many objects: write 'contains(object)'")
extension ToManyPath {
  /// Unavailable: many objects cannot be compared with one object.
  public static func == (one: ToManyPath, other: Element?) -> Condition { never() }

  /// Unavailable: many objects cannot be compared with one object.
  public static func != (one: ToManyPath, other: Element?) -> Condition { never() }
}

extension MemberValues {
  /// Unavailable: many values are combined by a property such as `sum`.
  @available(*, unavailable, message: "write '.sum', '.min', '.max' or '.average'")
  public func reduce<Result>(_ start: Result, _ step: (Result, Value) -> Result) -> Condition {
    never()
  }
}

extension ToManyPath {
  /// Unavailable: the relationship contains objects, not values.
  @available(
    *, unavailable, message: "these are objects: write 'contains { $0.name == value }'"
  )
  @_disfavoredOverload
  public func contains<Value: AttributeValue>(_ value: Value) -> Condition { never() }

  /// Unavailable: `any` requires a condition on one object as its argument.
  @available(*, unavailable, message: "write 'any { $0.name == value }'")
  public var any: ToManyPath { never() }

  /// Unavailable: `all` requires a condition on one object as its argument.
  @available(*, unavailable, message: "write 'all { $0.name == value }'")
  public var all: ToManyPath { never() }

  /// Unavailable: `none` requires a condition on one object as its argument.
  @available(*, unavailable, message: "write 'none { $0.name == value }'")
  public var none: ToManyPath { never() }

  /// Unavailable: the order of the objects is not defined, so there is no first
  /// object.
  @available(*, unavailable, message: "ask whether there is one: write 'contains { }'")
  public func first(where condition: (Paths<Element>) -> Condition) -> Paths<Element>? { never() }

  /// Unavailable: the mean is called `average`, not `avg`.
  @available(*, unavailable, renamed: "average")
  public func avg<Value>(_ value: (Paths<Element>) -> Value) -> ValueExpression<Double> { never() }

  /// Unavailable: values are combined by a method such as `sum`.
  @available(*, unavailable, message: "write 'sum { }', 'min { }', 'max { }' or 'average { }'")
  public func reduce(
    _ start: Int, _ step: (ValueExpression<Int>, Paths<Element>) -> ValueExpression<Int>
  ) -> ValueExpression<Int> { never() }

  /// Unavailable: a sum is computed from a property of the objects.
  @available(*, unavailable, message: "name the value to sum: 'sum { $0.amount }'")
  public var sum: ValueExpression<Int> { never() }

  /// Unavailable: a maximum is computed from a property of the objects.
  @available(*, unavailable, message: "name the value to compare: 'max { $0.amount }'")
  public var max: ValueExpression<Int> { never() }

  /// Unavailable: a minimum is computed from a property of the objects.
  @available(*, unavailable, message: "name the value to compare: 'min { $0.amount }'")
  public var min: ValueExpression<Int> { never() }
}

// MARK: - Names of other libraries

extension ValueExpression {
  /// Unavailable: a value is compared with nil using `==`.
  @available(*, unavailable, message: "write '== nil'")
  public var isNil: Condition { never() }

  /// Unavailable: a value is compared with nil using `==`.
  @available(*, unavailable, message: "write '== nil'")
  public var isNull: Condition { never() }

  /// Unavailable: the property is called `ascending`, not `asc`.
  @available(*, unavailable, renamed: "ascending")
  public var asc: SortKey { never() }

  /// Unavailable: the property is called `descending`, not `desc`.
  @available(*, unavailable, renamed: "descending")
  public var desc: SortKey { never() }

  /// Unavailable: the method is called `hasPrefix`, not `startsWith`.
  @available(*, unavailable, renamed: "hasPrefix")
  public func startsWith(_ text: String) -> Condition { never() }

  /// Unavailable: the beginning of a string is tested with `hasPrefix`.
  @available(*, unavailable, message: "write 'hasPrefix(text)', or 'like' with a pattern")
  public func prefix(_ length: Int) -> ValueExpression<String> { never() }

  /// Unavailable: the end of a string is tested with `hasSuffix`.
  @available(*, unavailable, message: "write 'hasSuffix(text)', or 'like' with a pattern")
  public func suffix(_ length: Int) -> ValueExpression<String> { never() }

  /// Unavailable: the mean is called `average`, not `avg`.
  @available(*, unavailable, renamed: "average")
  public var avg: ValueExpression<Double> { never() }

  /// Unavailable: only rows can be distinct; `distinctCount` counts different
  /// values.
  @available(*, unavailable, message: "write 'distinctCount', or 'distinct()' after 'selecting'")
  public var distinct: ValueExpression { never() }

  /// Unavailable: a value cannot contain a range; `in` tests whether a range
  /// contains it.
  @available(*, unavailable, message: "write 'in(range)'")
  public func contains(_ range: some ValueRange<Value>) -> Condition { never() }

  /// Unavailable: a regular expression is passed as a string.
  @available(*, unavailable, message: "write the pattern as text: 'matches(\"[0-9]+\")'")
  public func matches(_ pattern: some RegexComponent) -> Condition { never() }

  /// Unavailable: options are passed as separate arguments.
  @available(*, unavailable, message: "write the options behind the text, without 'options:'")
  public func contains(_ text: String, options: StringOptions) -> Condition { never() }

  /// Unavailable: several values are passed as a list.
  @available(*, unavailable, message: "write the values as a list: 'in([a, b])'")
  public func `in`(_ first: Value, _ second: Value, _ others: Value...) -> Condition { never() }

  /// Unavailable: two bounds are passed as a range.
  @available(*, unavailable, message: "write the bounds as a range: 'between(a...b)'")
  public func between(_ lower: Value, _ upper: Value) -> Condition { never() }
}

extension Paths {
  /// Unavailable: the number of objects in a row is called `objectCount`.
  @available(*, unavailable, renamed: "objectCount")
  public var count: ValueExpression<Int> { never() }
}

// MARK: - Conversions

extension Double {
  /// Unavailable: numbers of different types can be compared without a
  /// conversion.
  @available(
    *, unavailable,
    message:
      "numbers of different types can be compared; remove 'Double()', or write '$0.number.double'"
  )
  public init<Value: AttributeValue & Numeric>(_ number: ValueExpression<Value>) { never() }
}

extension Int {
  /// Unavailable: numbers of different types can be compared without a
  /// conversion.
  @available(
    *, unavailable,
    message:
      "numbers of different types can be compared; remove 'Int()', or write '.rounded(.towardZero)'"
  )
  public init<Value: AttributeValue & Numeric>(_ number: ValueExpression<Value>) { never() }
}

extension Decimal {
  /// Unavailable: numbers of different types can be compared and combined
  /// without a conversion.
  @available(
    *, unavailable,
    message: "numbers of different types can be compared and combined; remove 'Decimal()'"
  )
  public init<Value: AttributeValue>(_ number: ValueExpression<Value>) { never() }
}

extension Float {
  /// Unavailable: numbers of different types can be compared without a
  /// conversion.
  @available(
    *, unavailable,
    message:
      "numbers of different types can be compared; remove 'Float()', or write '$0.number.double'"
  )
  public init<Value: AttributeValue & Numeric>(_ number: ValueExpression<Value>) { never() }
}

extension String {
  /// Unavailable: values can be compared without a conversion.
  @available(
    *, unavailable,
    message: "compare the value itself; numbers also have 'hasPrefix' and similar methods"
  )
  public init<Value: AttributeValue>(_ value: ValueExpression<Value>) { never() }
}
