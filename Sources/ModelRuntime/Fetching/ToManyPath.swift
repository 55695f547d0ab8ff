/// A path to the objects of a to-many relationship.
@dynamicMemberLookup
public struct ToManyPath<Element: ManagedObject>: Sendable {
  let base: ObjectExpression

  init(_ base: ObjectExpression) {
    self.base = base
  }

  /// The number of objects.
  public var count: ValueExpression<Int> { ValueExpression(base.appending("@count")) }

  /// True if the relationship has no objects.
  public var isEmpty: Condition { count == 0 }

  /// The first object of an ordered relationship; a path that leads to nil if there are
  /// no objects.
  public var first: Paths<Element>! { Paths(.element(.first, of: base)) }

  /// The last object of an ordered relationship; a path that leads to nil if there are
  /// no objects.
  public var last: Paths<Element>! { Paths(.element(.last, of: base)) }

  /// The object of an ordered relationship at a place, from 0; a path that leads to nil
  /// if the place does not exist.
  public subscript(_ place: Int) -> Paths<Element> {
    Paths(.element(.expression(.constant(.integer(Int64(place)))), of: base))
  }

  /// The objects that satisfy a condition.
  public func filter(_ condition: (Paths<Element>) -> Condition) -> ToManyPath {
    let (variable, predicate) = ElementVariable.condition { condition(Paths($0)).predicate }
    return ToManyPath(.subquery(base, variable: variable, predicate))
  }

  /// The number of objects that satisfy a condition.
  public func count(where condition: (Paths<Element>) -> Condition) -> ValueExpression<Int> {
    filter(condition).count
  }

  /// True if a condition holds for at least one of the objects.
  public func any(_ condition: (Paths<Element>) -> Condition) -> Condition {
    filter(condition).count > 0
  }

  /// True if a condition holds for every object, or if there are no objects.
  public func all(_ condition: (Paths<Element>) -> Condition) -> Condition {
    filter { !condition($0) }.count == 0
  }

  /// True if a condition holds for no object.
  public func none(_ condition: (Paths<Element>) -> Condition) -> Condition {
    filter(condition).count == 0
  }

  /// True if an object is among the relationship's objects.
  public func contains(_ object: Element) -> Condition {
    Condition(
      .comparison(
        .init(
          base, .equal, .constant(.objectID(object.objectID)), quantifier: .any)))
  }
}

// The same conditions under the names of `Set`.
extension ToManyPath {
  /// True if all of several objects are among the relationship's objects.
  public func isSuperset(of objects: some Sequence<Element>) -> Condition {
    Condition(.and(objects.map { contains($0).predicate }))
  }

  /// True if each of the relationship's objects is one of several objects.
  public func isSubset(of objects: some Sequence<Element>) -> Condition {
    all { $0.in(objects) }
  }

  /// True if none of the relationship's objects is one of several objects.
  public func isDisjoint(with objects: some Sequence<Element>) -> Condition {
    none { $0.in(objects) }
  }
}

// The same conditions under the names of `Sequence`.
extension ToManyPath {
  /// `any(_:)` under the name of `Sequence`.
  public func contains(where condition: (Paths<Element>) -> Condition) -> Condition {
    any(condition)
  }

  /// `all(_:)` under the name of `Sequence`.
  public func allSatisfy(_ condition: (Paths<Element>) -> Condition) -> Condition {
    all(condition)
  }
}

extension ToManyPath {
  /// The sum of a number of each object; 0 without objects.
  public func sum<Value: AttributeValue & Numeric>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Value> { values(value).sum }

  /// The mean of a number of each object; nil without objects.
  public func average<Value: AttributeValue & Numeric>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Double> { values(value).average }

  /// The least value of an attribute; nil without objects.
  public func min<Value: AttributeValue>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Value> { values(value).min }

  /// The greatest value of an attribute; nil without objects.
  public func max<Value: AttributeValue>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Value> { values(value).max }

  /// A value of each object, named as in `Sequence`:
  /// `$0.tags.map(\.name).contains("rare")`.
  public func map<Value>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> MemberValues<Value> { values(value) }

  /// A value of each object that has one, named as in `Sequence`; the same as
  /// `map(_:)`.
  public func compactMap<Value>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> MemberValues<Value> { values(value) }

  /// The objects that each object leads to, named as in `Sequence`:
  /// `$0.books.flatMap(\.tags)`.
  public func flatMap<Other: ManagedObject>(
    _ path: (Paths<Element>) -> ToManyPath<Other>
  ) -> ToManyPath<Other> {
    ToManyPath<Other>(
      path(Paths()).base.rewriting { [base] part in
        if case .evaluatedObject = part { base } else { nil }
      })
  }

  private func values<Value>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> MemberValues<Value> {
    MemberValues(base, value(Paths()).path().expression)
  }

  /// An attribute of all objects.
  public subscript<Value>(
    dynamicMember member: KeyPath<Paths<Element>, ValueExpression<Value>>
  ) -> MemberValues<Value> {
    MemberValues(base, Paths<Element>()[keyPath: member].expression)
  }

  /// An optional attribute of all objects.
  public subscript<Value>(
    dynamicMember member: KeyPath<Paths<Element>, ValueExpression<Value>?>
  ) -> MemberValues<Value> {
    MemberValues(base, Paths<Element>()[keyPath: member].path().expression)
  }
}

/// The values of the objects of a to-many relationship, either an attribute of each or
/// a computed value.
///
/// Conditions on one or every value are possible for both. A computed value has no sum,
/// least or greatest value in a fetch, which throws `ObjectPredicateError`.
public struct MemberValues<Value>: Sendable {
  private let collection: ObjectExpression
  /// The expression of an object's value, in which SELF is the object.
  private let value: ObjectExpression

  init(_ collection: ObjectExpression, _ value: ObjectExpression) {
    self.collection = collection
    self.value = value
  }

  /// The names that lead to the value; nil if it is computed.
  private var names: [String]? {
    switch value {
    case .keyPath(let names, .evaluatedObject): names
    case .evaluatedObject: []
    case .constant, .variable, .keyPath, .function, .aggregate, .set, .subquery, .cast, .element,
      .conditional:
      nil
    }
  }

  /// The value of one object.
  private func value(of element: ObjectExpression) -> ObjectExpression {
    if let names { return names.reduce(element) { $0.appending($1) } }
    return value.rewriting { part in if case .evaluatedObject = part { element } else { nil } }
  }

  /// The values as an expression that compares each of them.
  var members: ValueExpression<Value> {
    ValueExpression(value(of: collection), ofMembers: true)
  }

  private func aggregate<Result>(_ name: String) -> ValueExpression<Result> {
    guard let names else { return ValueExpression<Result>(members.expression.appending(name)) }
    return ValueExpression<Result>(([name] + names).reduce(collection) { $0.appending($1) })
  }

  /// True if a value is among the objects' values.
  public func contains(_ value: Value) -> Condition where Value: AttributeValue {
    any { $0 == value }
  }

  /// True if a condition holds for one of the values.
  public func any(_ condition: (ValueExpression<Value>) -> Condition) -> Condition {
    let any = condition(members)
    guard names != nil, any.isComparison(of: members) else { return contains(where: condition) }
    return any
  }

  /// True if a condition holds for one of the values. All parts of the condition have
  /// to hold for the same value.
  public func contains(where condition: (ValueExpression<Value>) -> Condition) -> Condition {
    count(where: condition) > 0
  }

  /// True if a condition holds for every value, or if there are no values.
  public func allSatisfy(_ condition: (ValueExpression<Value>) -> Condition) -> Condition {
    count { !condition($0) } == 0
  }

  /// The number of objects whose value satisfies a condition.
  private func count(
    where condition: (ValueExpression<Value>) -> Condition
  ) -> ValueExpression<Int> {
    let (variable, predicate) = ElementVariable.condition { element in
      condition(ValueExpression(value(of: element))).predicate
    }
    let found = ObjectExpression.subquery(collection, variable: variable, predicate)
    return ValueExpression<Int>(found.appending("@count"))
  }

  /// The least value; nil without values.
  public var min: ValueExpression<Value> { aggregate("@min") }

  /// The greatest value; nil without values.
  public var max: ValueExpression<Value> { aggregate("@max") }

  /// The sum; 0 without values.
  public var sum: ValueExpression<Value> { aggregate("@sum") }

  /// The mean; nil without values.
  public var average: ValueExpression<Double> { aggregate("@avg") }
}

/// The names of elements in nested conditions: `x` for the outermost, then `x1`, so
/// that an inner condition can refer to every outer element.
enum ElementVariable {
  @TaskLocal private static var depth = 0

  /// A condition on an element, and the element's name in it.
  static func condition(
    _ body: (ObjectExpression) -> ObjectPredicate
  ) -> (variable: String, ObjectPredicate) {
    let name = depth == 0 ? "x" : "x\(depth)"
    return (name, $depth.withValue(depth + 1) { body(.variable(name)) })
  }
}
