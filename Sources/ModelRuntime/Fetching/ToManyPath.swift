/// A path to the objects of a to-many relationship.
@dynamicMemberLookup
public struct ToManyPath<Element: ManagedObject>: Sendable {
  let base: ObjectExpression

  init(_ base: ObjectExpression) {
    self.base = base
  }

  /// The number of objects.
  public var count: ValueExpression<Int> { ValueExpression(base.appending("@count")) }

  /// A Boolean value that says whether there is no object.
  public var isEmpty: Condition { count == 0 }

  /// The first object of an ordered relationship; nil leads nowhere.
  public var first: Paths<Element>! { Paths(.element(.first, of: base)) }

  /// The last object of an ordered relationship; nil leads nowhere.
  public var last: Paths<Element>! { Paths(.element(.last, of: base)) }

  /// The object of an ordered relationship at a place, from 0; nil leads
  /// nowhere.
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

  /// A Boolean value that says whether a condition holds for at least one of
  /// the objects.
  public func any(_ condition: (Paths<Element>) -> Condition) -> Condition {
    filter(condition).count > 0
  }

  /// A Boolean value that says whether a condition holds for every object; it
  /// does where there is none.
  public func all(_ condition: (Paths<Element>) -> Condition) -> Condition {
    filter { !condition($0) }.count == 0
  }

  /// A Boolean value that says whether a condition holds for no object.
  public func none(_ condition: (Paths<Element>) -> Condition) -> Condition {
    filter(condition).count == 0
  }

  /// A Boolean value that says whether an object is among them.
  public func contains(_ object: Element) -> Condition {
    Condition(
      .comparison(
        .init(
          base, .equal, .constant(.objectID(object.objectID)), quantifier: .any)))
  }
}

// The names that sets have for it.
extension ToManyPath {
  /// A Boolean value that says whether all of several objects are among them.
  public func isSuperset(of objects: some Sequence<Element>) -> Condition {
    Condition(.and(objects.map { contains($0).predicate }))
  }

  /// A Boolean value that says whether each of them is one of several objects.
  public func isSubset(of objects: some Sequence<Element>) -> Condition {
    all { $0.in(objects) }
  }

  /// A Boolean value that says whether none of them is one of several objects.
  public func isDisjoint(with objects: some Sequence<Element>) -> Condition {
    none { $0.in(objects) }
  }
}

// The names that the same has for sequences.
extension ToManyPath {
  /// `any(_:)` by the name of sequences.
  public func contains(where condition: (Paths<Element>) -> Condition) -> Condition {
    any(condition)
  }

  /// `all(_:)` by the name of sequences.
  public func allSatisfy(_ condition: (Paths<Element>) -> Condition) -> Condition {
    all(condition)
  }
}

extension ToManyPath {
  /// The sum of a number of each object, 0 where there is none.
  public func sum<Value: AttributeValue & Numeric>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Value> { values(value).sum }

  /// The mean of a number of each object; nil where there is none.
  public func average<Value: AttributeValue & Numeric>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Double> { values(value).average }

  /// The least value of an attribute; nil where there is none.
  public func min<Value: AttributeValue>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Value> { values(value).min }

  /// The greatest value of an attribute; nil where there is none.
  public func max<Value: AttributeValue>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Value> { values(value).max }

  /// A value of each object, as sequences say it: `$0.tags.map(\.name).contains("rare")`.
  public func map<Value>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> MemberValues<Value> { values(value) }

  /// A value of each object where it has one, as sequences say it: `map(_:)` by another name.
  public func compactMap<Value>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> MemberValues<Value> { values(value) }

  /// The objects that each object leads to, as sequences say it: `$0.books.flatMap(\.tags)`.
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

/// The values of the objects of a to-many relationship, an attribute of each or one that is
/// computed.
///
/// Whether one of them, or every one, satisfies a condition can be asked of either; what is
/// computed has no sum and no greatest one in a fetch, which throws `ObjectPredicateError`.
public struct MemberValues<Value>: Sendable {
  private let collection: ObjectExpression
  /// The value of an object.
  private let value: ObjectExpression

  init(_ collection: ObjectExpression, _ value: ObjectExpression) {
    self.collection = collection
    self.value = value
  }

  /// The names that lead to the value; nil where it is computed.
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

  /// The values as one of them is compared.
  var members: ValueExpression<Value> {
    ValueExpression(value(of: collection), ofMembers: true)
  }

  private func aggregate<Result>(_ name: String) -> ValueExpression<Result> {
    guard let names else { return ValueExpression<Result>(members.expression.appending(name)) }
    return ValueExpression<Result>(([name] + names).reduce(collection) { $0.appending($1) })
  }

  /// A Boolean value that says whether a value is among them.
  public func contains(_ value: Value) -> Condition where Value: AttributeValue {
    any { $0 == value }
  }

  /// A Boolean value that says whether a condition holds for one of the values.
  public func any(_ condition: (ValueExpression<Value>) -> Condition) -> Condition {
    let any = condition(members)
    guard names != nil, any.isComparison(of: members) else { return contains(where: condition) }
    return any
  }

  /// A Boolean value that says whether a condition holds for one of the values, all of it for
  /// the same one.
  public func contains(where condition: (ValueExpression<Value>) -> Condition) -> Condition {
    count(where: condition) > 0
  }

  /// A Boolean value that says whether a condition holds for every value; it does where there
  /// is none.
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

  /// The least value; nil where there is none.
  public var min: ValueExpression<Value> { aggregate("@min") }

  /// The greatest value; nil where there is none.
  public var max: ValueExpression<Value> { aggregate("@max") }

  /// The sum, 0 where there is no value.
  public var sum: ValueExpression<Value> { aggregate("@sum") }

  /// The mean; nil where there is no value.
  public var average: ValueExpression<Double> { aggregate("@avg") }
}

/// The names of the elements that conditions inside of conditions are about:
/// `x` for the outermost, then `x1`, so that an inner condition can speak of
/// every outer element.
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
