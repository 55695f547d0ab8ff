/// A path to the objects of a to-many relationship.
@dynamicMemberLookup
public struct ToManyPath<Element: ManagedObject>: Sendable {
  let base: ObjectExpression

  init(_ base: ObjectExpression) {
    self.base = base
  }

  /// The number of the relationship's objects.
  public var count: ValueExpression<Int> { ValueExpression(base.appending("@count")) }

  /// True if the relationship has no objects.
  public var isEmpty: Condition { count == 0 }

  /// The first object of an ordered relationship; the path leads to nil if there are no
  /// objects.
  public var first: Paths<Element>! { Paths(.element(.first, of: base)) }

  /// The last object of an ordered relationship; the path leads to nil if there are no
  /// objects.
  public var last: Paths<Element>! { Paths(.element(.last, of: base)) }

  /// The object of an ordered relationship at the given index; the path leads to nil if
  /// there is no such object.
  public subscript(_ place: Int) -> Paths<Element> {
    Paths(.element(.expression(.constant(.integer(Int64(place)))), of: base))
  }

  /// Returns the path to the objects that satisfy a condition.
  public func filter(_ condition: (Paths<Element>) -> Condition) -> ToManyPath {
    let (variable, predicate) = ElementVariable.bound { condition(Paths($0)).predicate }
    return ToManyPath(.subquery(base, variable: variable, predicate))
  }

  /// Returns an expression for the number of objects that satisfy a condition.
  public func count(where condition: (Paths<Element>) -> Condition) -> ValueExpression<Int> {
    filter(condition).count
  }

  /// Returns a condition that is true if the given condition is true for at
  /// least one of the objects.
  public func any(_ condition: (Paths<Element>) -> Condition) -> Condition {
    filter(condition).count > 0
  }

  /// Returns a condition that is true if the given condition is true for every
  /// object, or if there are no objects.
  public func all(_ condition: (Paths<Element>) -> Condition) -> Condition {
    filter { !condition($0) }.count == 0
  }

  /// Returns a condition that is true if the given condition is not true for
  /// any object.
  public func none(_ condition: (Paths<Element>) -> Condition) -> Condition {
    filter(condition).count == 0
  }

  /// Returns a condition that is true if the given object is one of the
  /// relationship's objects.
  public func contains(_ object: Element) -> Condition {
    Condition(.compare(base, .equal, .constant(.objectID(object.objectID)), quantifier: .any))
  }
}

// The same conditions, with the names that `Set` uses.
extension ToManyPath {
  /// Returns a condition that is true if all of the given objects are among the
  /// relationship's objects.
  public func isSuperset(of objects: some Sequence<Element>) -> Condition {
    Condition(.and(objects.map { contains($0).predicate }))
  }

  /// Returns a condition that is true if each of the relationship's objects is
  /// one of the given objects.
  public func isSubset(of objects: some Sequence<Element>) -> Condition {
    all { $0.in(objects) }
  }

  /// Returns a condition that is true if none of the relationship's objects is
  /// one of the given objects.
  public func isDisjoint(with objects: some Sequence<Element>) -> Condition {
    none { $0.in(objects) }
  }
}

// The same conditions, with the names that `Sequence` uses.
extension ToManyPath {
  /// Returns a condition that is true if the given condition is true for at
  /// least one of the objects. This is `any(_:)` with the name that `Sequence`
  /// uses.
  public func contains(where condition: (Paths<Element>) -> Condition) -> Condition {
    any(condition)
  }

  /// Returns a condition that is true if the given condition is true for every
  /// object, or if there are no objects. This is `all(_:)` with the name that
  /// `Sequence` uses.
  public func allSatisfy(_ condition: (Paths<Element>) -> Condition) -> Condition {
    all(condition)
  }
}

extension ToManyPath {
  /// Returns the sum of an expression for each object; 0 if there are no
  /// objects.
  public func sum<Value: AttributeValue & Numeric>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Value> { values(value).sum }

  /// Returns the mean of an expression for each object; nil if there are no
  /// objects.
  public func average<Value: AttributeValue & Numeric>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Double> { values(value).average }

  /// Returns the minimum of an expression for each object; nil if there are no
  /// objects.
  public func min<Value: AttributeValue>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Value> { values(value).min }

  /// Returns the maximum of an expression for each object; nil if there are no
  /// objects.
  public func max<Value: AttributeValue>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> ValueExpression<Value> { values(value).max }

  /// Returns the values of an expression for each object, like the method of
  /// `Sequence`: `$0.tags.map(\.name).contains("rare")`.
  public func map<Value>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> MemberValues<Value> { values(value) }

  /// Returns the values of an expression for each object for which it is not
  /// nil. This is `map(_:)` with the name that `Sequence` uses.
  public func compactMap<Value>(
    _ value: (Paths<Element>) -> ValueExpression<Value>?
  ) -> MemberValues<Value> { values(value) }

  /// Returns the path to the objects to which a path leads from each object,
  /// like the method of `Sequence`: `$0.books.flatMap(\.tags)`.
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
    MemberValues(base) { value($0).path().expression }
  }

  /// The values of an attribute of all objects.
  public subscript<Value>(
    dynamicMember member: KeyPath<Paths<Element>, ValueExpression<Value>>
  ) -> MemberValues<Value> {
    MemberValues(base) { (paths: Paths<Element>) in paths[keyPath: member].expression }
  }

  /// The values of an optional attribute of all objects.
  public subscript<Value>(
    dynamicMember member: KeyPath<Paths<Element>, ValueExpression<Value>?>
  ) -> MemberValues<Value> {
    MemberValues(base) { (paths: Paths<Element>) in paths[keyPath: member].path().expression }
  }
}

/// The values of the objects of a to-many relationship: either an attribute of each
/// object, or a computed value.
///
/// Both allow conditions on at least one value or on every value, and sums and
/// similar functions.
public struct MemberValues<Value>: Sendable {
  private let collection: ObjectExpression
  /// The name of the variable that represents an object in `value`.
  private let variable: String
  /// The expression for the value of an object.
  private let value: ObjectExpression

  init<Element>(_ collection: ObjectExpression, _ value: (Paths<Element>) -> ObjectExpression) {
    self.collection = collection
    (variable, self.value) = ElementVariable.bound { value(Paths($0)) }
  }

  /// The names on the path from an object to its value; nil if the value is
  /// computed.
  private var names: [String]? {
    switch value {
    case .keyPath(let names, .variable(variable)): names
    case .variable(variable): []
    case .constant, .evaluatedObject, .variable, .keyPath, .function, .aggregate, .set, .subquery,
      .cast, .element,
      .conditional:
      nil
    }
  }

  /// Returns the expression of the value of the given object.
  private func value(of element: ObjectExpression) -> ObjectExpression {
    if let names { return names.reduce(element) { $0.appending($1) } }
    return value.rewriting { $0 == .variable(variable) ? element : nil }
  }

  /// An expression of all values; a comparison with it applies to each of them.
  var members: ValueExpression<Value> {
    ValueExpression(value(of: collection), ofMembers: true)
  }

  private func aggregate<Result>(_ name: String) -> ValueExpression<Result> {
    guard let names else {
      let isThere = ObjectPredicate.compare(value, .notEqual, .constant(.null))
      let values = ObjectExpression.subquery(collection, variable: variable, isThere)
      return ValueExpression<Result>(.keyPath([name], of: .function("values:", [values])))
    }
    return ValueExpression<Result>(([name] + names).reduce(collection) { $0.appending($1) })
  }

  /// Returns a condition that is true if the given value is one of the objects'
  /// values.
  public func contains(_ value: Value) -> Condition where Value: AttributeValue {
    any { $0 == value }
  }

  /// Returns a condition that is true if the given condition is true for at
  /// least one of the values.
  public func any(_ condition: (ValueExpression<Value>) -> Condition) -> Condition {
    let any = condition(members)
    guard names != nil, any.isComparison(of: members) else { return contains(where: condition) }
    return any
  }

  /// Returns a condition that is true if the given condition is true for at
  /// least one of the values. All parts of the condition must be true for the
  /// same value.
  public func contains(where condition: (ValueExpression<Value>) -> Condition) -> Condition {
    count(where: condition) > 0
  }

  /// Returns a condition that is true if the given condition is true for every
  /// value, or if there are no values.
  public func allSatisfy(_ condition: (ValueExpression<Value>) -> Condition) -> Condition {
    count { !condition($0) } == 0
  }

  /// Returns an expression for the number of objects whose values satisfy a
  /// condition.
  private func count(
    where condition: (ValueExpression<Value>) -> Condition
  ) -> ValueExpression<Int> {
    let (variable, predicate) = ElementVariable.bound { element in
      condition(ValueExpression(value(of: element))).predicate
    }
    let found = ObjectExpression.subquery(collection, variable: variable, predicate)
    return ValueExpression<Int>(found.appending("@count"))
  }

  /// The minimum of the values; nil if there are no values.
  public var min: ValueExpression<Value> { aggregate("@min") }

  /// The maximum of the values; nil if there are no values.
  public var max: ValueExpression<Value> { aggregate("@max") }

  /// The sum of the values; 0 if there are no values.
  public var sum: ValueExpression<Value> { aggregate("@sum") }

  /// The mean of the values; nil if there are no values.
  public var average: ValueExpression<Double> { aggregate("@avg") }
}

/// The names of the elements in nested conditions: `x` in the outermost
/// condition, then `x1` and so on, so that an inner condition can refer to the
/// elements of all outer conditions.
enum ElementVariable {
  @TaskLocal private static var depth = 0

  /// Passes a variable for an element to a closure, and returns the name of the
  /// variable and the result of the closure: a condition on the element, or a
  /// value of it.
  static func bound<Tree>(
    _ body: (ObjectExpression) -> Tree
  ) -> (variable: String, Tree) {
    let name = depth == 0 ? "x" : "x\(depth)"
    return (name, $depth.withValue(depth + 1) { body(.variable(name)) })
  }
}
