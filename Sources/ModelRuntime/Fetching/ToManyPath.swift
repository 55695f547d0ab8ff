internal import ModelSchema

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

  private func values<Value>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> MemberValues<Value> {
    MemberValues(base, value(Paths()).path().keyPath)
  }

  /// An attribute of all objects.
  public subscript<Value>(
    dynamicMember member: KeyPath<Paths<Element>, ValueExpression<Value>>
  ) -> MemberValues<Value> {
    MemberValues(base, Paths<Element>()[keyPath: member].keyPath)
  }

  /// An optional attribute of all objects.
  public subscript<Value>(
    dynamicMember member: KeyPath<Paths<Element>, ValueExpression<Value>?>
  ) -> MemberValues<Value> {
    MemberValues(base, Paths<Element>()[keyPath: member].path().keyPath)
  }
}

/// The values of an attribute of the objects of a to-many relationship.
public struct MemberValues<Value>: Sendable {
  private let collection: ObjectExpression
  private let names: [String]

  init(_ collection: ObjectExpression, _ names: [String]) {
    self.collection = collection
    self.names = names
  }

  /// The values as one of them is compared.
  private var members: ValueExpression<Value> {
    ValueExpression(names.reduce(collection) { $0.appending($1) }, ofMembers: true)
  }

  private func aggregate<Result>(_ name: String) -> ValueExpression<Result> {
    ValueExpression<Result>(([name] + names).reduce(collection) { $0.appending($1) })
  }

  /// A Boolean value that says whether a value is among them.
  public func contains(_ value: Value) -> Condition where Value: AttributeValue {
    members == value
  }

  /// A Boolean value that says whether a condition holds for one of the values.
  public func any(_ condition: (ValueExpression<Value>) -> Condition) -> Condition {
    condition(members)
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
