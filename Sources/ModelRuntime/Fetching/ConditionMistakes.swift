internal import ModelSchema

// Mistakes that are easily made, with the sentence that the compiler answers
// them with; nothing here can be called.

private func never() -> Never { preconditionFailure("it is unavailable") }

// MARK: - Types that differ

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable, message: "the types differ: compare with a value of the property's own type"
)
public func == <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable, message: "the types differ: compare with a value of the property's own type"
)
public func != <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable, message: "the types differ: compare with a value of the property's own type"
)
public func < <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable, message: "the types differ: compare with a value of the property's own type"
)
public func <= <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable, message: "the types differ: compare with a value of the property's own type"
)
public func > <Value: AttributeValue, Other: AttributeValue>(
  one: ValueExpression<Value>?, other: Other
) -> Condition { never() }

/// Values of two types that are not numbers do not compare.
@available(
  *, unavailable, message: "the types differ: compare with a value of the property's own type"
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

/// Many objects are not one.
@available(*, unavailable, message: "these are many objects: write 'contains(object)'")
public func == <Element: ManagedObject>(one: ToManyPath<Element>, other: Element?) -> Condition {
  never()
}

/// Many objects are not one.
@available(*, unavailable, message: "these are many objects: write 'contains(object)'")
public func != <Element: ManagedObject>(one: ToManyPath<Element>, other: Element?) -> Condition {
  never()
}

extension MemberValues {
  /// Of many values none is the one.
  @available(
    *, unavailable,
    message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
  )
  public func hasPrefix(_ text: String, _ options: StringOptions...) -> Condition { never() }

  /// Of many values none is the one.
  @available(
    *, unavailable,
    message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
  )
  public func hasSuffix(_ text: String, _ options: StringOptions...) -> Condition { never() }

  /// Of many values none is the one.
  @available(
    *, unavailable,
    message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
  )
  public func like(_ text: String, _ options: StringOptions...) -> Condition { never() }

  /// Of many values none is the one.
  @available(
    *, unavailable,
    message: "these are values of many objects: write 'any { }', 'all { }' or 'none { }'"
  )
  public func matches(_ text: String, _ options: StringOptions...) -> Condition { never() }
}

extension ToManyPath {
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

extension Fetchable {
  /// `where`.
  @available(*, unavailable, renamed: "where")
  public static func filter(_ condition: (Paths<Self>) -> Condition) -> FetchRequest<Self> {
    never()
  }

  /// Contexts fetch.
  @available(*, unavailable, message: "a context fetches: 'context.fetch(X.all)'")
  public static func fetchAll(_ context: ManagedObjectContext) throws -> [Self] { never() }

  /// Contexts fetch.
  @available(*, unavailable, message: "a context fetches: 'context.first(X.all)'")
  public static func fetchOne(_ context: ManagedObjectContext) throws -> Self? { never() }

  /// Contexts count.
  @available(*, unavailable, message: "a context counts: 'context.count(X.all)'")
  public static func fetchCount(_ context: ManagedObjectContext) throws -> Int { never() }
}

extension Fetchable {
  /// A truth value of Swift's is the same for every object.
  @available(
    *, unavailable,
    message: """
      this is a Bool of Swift's, and no condition on objects: numbers of all types compare as they \
      are ('$0.number.double' divides), and a Bool of yours is 'Condition(flag)'
      """
  )
  @_disfavoredOverload
  public static func `where`(_ condition: (Paths<Self>) -> Bool) -> FetchRequest<Self> { never() }
}

extension FetchRequest {
  /// `where`.
  @available(*, unavailable, renamed: "where")
  public func filter(_ condition: (Paths<Object>) -> Condition) -> FetchRequest { never() }

  /// `sorted`.
  @available(*, unavailable, renamed: "sorted")
  public func order<Order>(_ order: (Paths<Object>) -> Order) -> FetchRequest { never() }

  /// `limit`.
  @available(*, unavailable, renamed: "limit")
  public func prefix(_ count: Int) -> FetchRequest { never() }

  /// `offset`.
  @available(*, unavailable, renamed: "offset")
  public func dropFirst(_ count: Int) -> FetchRequest { never() }

  /// The offset is a call by itself.
  @available(*, unavailable, message: "write 'limit(count).offset(count)'")
  public func limit(_ count: Int, offset: Int) -> FetchRequest { never() }
}

extension ManagedObjectContext {
  /// A class is no request.
  @available(*, unavailable, message: "write 'fetch(X.all)' or 'fetch(X.where { })'")
  public func fetch<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] { never() }
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
