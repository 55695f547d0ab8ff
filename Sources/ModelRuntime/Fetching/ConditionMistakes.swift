// Mistakes that are easily made, with the sentence that the compiler answers
// them with; nothing here can be called.

func never() -> Never { preconditionFailure("it is unavailable") }

// MARK: - Types that differ

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable,
  message: """
    the types differ: convert the value to the property's type, such as 'Decimal(x)' or 'Float(x)'; \
    an enumeration compares with its cases, or by '.rawValue'
    """
)
public func == <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable,
  message: """
    the types differ: convert the value to the property's type, such as 'Decimal(x)' or 'Float(x)'; \
    an enumeration compares with its cases, or by '.rawValue'
    """
)
public func != <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable,
  message: """
    the types differ: convert the value to the property's type, such as 'Decimal(x)' or 'Float(x)'; \
    an enumeration compares with its cases, or by '.rawValue'
    """
)
public func < <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable,
  message: """
    the types differ: convert the value to the property's type, such as 'Decimal(x)' or 'Float(x)'; \
    an enumeration compares with its cases, or by '.rawValue'
    """
)
public func <= <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable,
  message: """
    the types differ: convert the value to the property's type, such as 'Decimal(x)' or 'Float(x)'; \
    an enumeration compares with its cases, or by '.rawValue'
    """
)
public func > <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable,
  message: """
    the types differ: convert the value to the property's type, such as 'Decimal(x)' or 'Float(x)'; \
    an enumeration compares with its cases, or by '.rawValue'
    """
)
public func >= <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// An object is no value.
@available(
  *, unavailable, message: "this is an object: compare it with an object, or one of its properties"
)
public func == <Object: ManagedObject, Other: AttributeValue>(
  one: Paths<Object>?, other: Other
) -> Condition { never() }

/// An object is no value.
@available(
  *, unavailable, message: "this is an object: compare it with an object, or one of its properties"
)
public func != <Object: ManagedObject, Other: AttributeValue>(
  one: Paths<Object>?, other: Other
) -> Condition { never() }

/// A composite value is no single one.
@available(
  *, unavailable, message: "this is a composite value: compare one of its elements, or all with one"
)
public func == <Composite: StoredComposite, Other: AttributeValue>(
  one: CompositePaths<Composite>?, other: Other
) -> Condition { never() }

/// Objects of a store are compared by what they are.
@available(*, unavailable, message: "write '=='")
public func === <Object: ManagedObject>(one: Paths<Object>?, other: Object?) -> Condition {
  never()
}

/// Objects of a store are compared by what they are.
@available(*, unavailable, message: "write '!='")
public func !== <Object: ManagedObject>(one: Paths<Object>?, other: Object?) -> Condition {
  never()
}

// MARK: - Many values in the place of one

/// The values of many objects are not one.
@available(
  *, unavailable,
  message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
)
public func == <Value: AttributeValue>(one: MemberValues<Value>, other: Value?) -> Condition {
  never()
}

/// The values of many objects are not one.
@available(
  *, unavailable,
  message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
)
public func != <Value: AttributeValue>(one: MemberValues<Value>, other: Value?) -> Condition {
  never()
}

/// The values of many objects are not one.
@available(
  *, unavailable,
  message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
)
public func < <Value: AttributeValue>(one: MemberValues<Value>, other: Value?) -> Condition {
  never()
}

/// The values of many objects are not one.
@available(
  *, unavailable,
  message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
)
public func <= <Value: AttributeValue>(one: MemberValues<Value>, other: Value?) -> Condition {
  never()
}

/// The values of many objects are not one.
@available(
  *, unavailable,
  message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
)
public func > <Value: AttributeValue>(one: MemberValues<Value>, other: Value?) -> Condition {
  never()
}

/// The values of many objects are not one.
@available(
  *, unavailable,
  message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
)
public func >= <Value: AttributeValue>(one: MemberValues<Value>, other: Value?) -> Condition {
  never()
}

/// Refuses a comparison of many objects with one.
@available(*, unavailable, message: "these are many objects: write 'contains(object)'")
public func == <Element: ManagedObject>(one: ToManyPath<Element>, other: Element?) -> Condition {
  never()
}

/// Refuses a comparison of many objects with one.
@available(*, unavailable, message: "these are many objects: write 'contains(object)'")
public func != <Element: ManagedObject>(one: ToManyPath<Element>, other: Element?) -> Condition {
  never()
}

extension MemberValues {
  /// Refuses a question about one value, asked of many.
  @available(
    *, unavailable,
    message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
  )
  public func hasPrefix(_ text: String, _ options: StringOptions...) -> Condition { never() }

  /// Refuses a question about one value, asked of many.
  @available(
    *, unavailable,
    message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
  )
  public func hasSuffix(_ text: String, _ options: StringOptions...) -> Condition { never() }

  /// Refuses a question about one value, asked of many.
  @available(
    *, unavailable,
    message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
  )
  public func like(_ text: String, _ options: StringOptions...) -> Condition { never() }

  /// Refuses a question about one value, asked of many.
  @available(
    *, unavailable,
    message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
  )
  public func matches(_ text: String, _ options: StringOptions...) -> Condition { never() }
}

extension MemberValues {
  /// Refuses a step for each value: what is computed of many values has a name
  /// each.
  @available(*, unavailable, message: "write '.sum', '.min', '.max' or '.average'")
  public func reduce<Result>(_ start: Result, _ step: (Result, Value) -> Result) -> Condition {
    never()
  }
}

extension ToManyPath {
  /// A value is no object.
  @available(
    *, unavailable, message: "these are objects: write 'contains { $0.name == value }'"
  )
  @_disfavoredOverload
  public func contains<Value: AttributeValue>(_ value: Value) -> Condition { never() }

  /// A condition is on one object.
  @available(*, unavailable, message: "write 'any { $0.name == value }'")
  public var any: ToManyPath { never() }

  /// A condition is on one object.
  @available(*, unavailable, message: "write 'all { $0.name == value }'")
  public var all: ToManyPath { never() }

  /// A condition is on one object.
  @available(*, unavailable, message: "write 'none { $0.name == value }'")
  public var none: ToManyPath { never() }

  /// An object that may be another one each time.
  @available(*, unavailable, message: "ask whether there is one: write 'contains { }'")
  public func first(where condition: (Paths<Element>) -> Condition) -> Paths<Element>? { never() }

  /// A sum of what.
  @available(*, unavailable, message: "say what is summed: 'sum { $0.amount }'")
  public var sum: ValueExpression<Int> { never() }

  /// The greatest of what.
  @available(*, unavailable, message: "say what is compared: 'max { $0.amount }'")
  public var max: ValueExpression<Int> { never() }

  /// The least of what.
  @available(*, unavailable, message: "say what is compared: 'min { $0.amount }'")
  public var min: ValueExpression<Int> { never() }
}

// MARK: - Names from elsewhere

extension ValueExpression {
  /// nil is a value like others.
  @available(*, unavailable, message: "write '== nil'")
  public var isNil: Condition { never() }

  /// nil is a value like others.
  @available(*, unavailable, message: "write '== nil'")
  public var isNull: Condition { never() }

  /// `ascending`.
  @available(*, unavailable, renamed: "ascending")
  public var asc: SortKey { never() }

  /// `descending`.
  @available(*, unavailable, renamed: "descending")
  public var desc: SortKey { never() }

  /// `hasPrefix`.
  @available(*, unavailable, renamed: "hasPrefix")
  public func startsWith(_ text: String) -> Condition { never() }

  /// Refuses a part of a text: what begins with a text has a name.
  @available(*, unavailable, message: "write 'hasPrefix(text)', or 'like' with a pattern")
  public func prefix(_ length: Int) -> ValueExpression<String> { never() }

  /// Refuses a part of a text: what ends with a text has a name.
  @available(*, unavailable, message: "write 'hasSuffix(text)', or 'like' with a pattern")
  public func suffix(_ length: Int) -> ValueExpression<String> { never() }

  /// Patterns are texts.
  @available(*, unavailable, message: "write the pattern as text: 'matches(\"[0-9]+\")'")
  public func matches(_ pattern: some RegexComponent) -> Condition { never() }

  /// Options are arguments by themselves.
  @available(*, unavailable, message: "write the options behind the text, without 'options:'")
  public func contains(_ text: String, options: StringOptions) -> Condition { never() }

  /// Several values are a list.
  @available(*, unavailable, message: "write the values as a list: 'in([a, b])'")
  public func `in`(_ first: Value, _ second: Value, _ others: Value...) -> Condition { never() }

  /// Two bounds are a range.
  @available(*, unavailable, message: "write the bounds as a range: 'between(a...b)'")
  public func between(_ lower: Value, _ upper: Value) -> Condition { never() }
}

extension Paths {
  /// `objectCount`.
  @available(*, unavailable, renamed: "objectCount")
  public var count: ValueExpression<Int> { never() }
}

// MARK: - Conversions

extension Double {
  /// Numbers compare by their values.
  @available(
    *, unavailable,
    message: "numbers of all types compare: leave 'Double()' out, or write '$0.number.double'"
  )
  public init<Value: AttributeValue & Numeric>(_ number: ValueExpression<Value>) { never() }
}

extension Int {
  /// Numbers compare by their values.
  @available(
    *, unavailable,
    message: "numbers of all types compare: leave 'Int()' out, or write '.rounded(.towardZero)'"
  )
  public init<Value: AttributeValue & Numeric>(_ number: ValueExpression<Value>) { never() }
}

extension Decimal {
  /// Numbers compare, and are combined, by their values.
  @available(
    *, unavailable, message: "numbers of all types compare and are combined: leave 'Decimal()' out"
  )
  public init<Value: AttributeValue>(_ number: ValueExpression<Value>) { never() }
}

extension Float {
  /// Numbers compare by their values.
  @available(
    *, unavailable,
    message: "numbers of all types compare: leave 'Float()' out, or write '$0.number.double'"
  )
  public init<Value: AttributeValue & Numeric>(_ number: ValueExpression<Value>) { never() }
}

extension String {
  /// Values compare as what they are.
  @available(
    *, unavailable,
    message: "compare the value itself; numbers have 'hasPrefix' and its kind too"
  )
  public init<Value: AttributeValue>(_ value: ValueExpression<Value>) { never() }
}
