// Lists in attributes.

/// Returns a condition that is true if both lists contain the same elements in
/// the same order. A missing list equals nil.
public func == <Element: AttributeValue>(
  one: ValueExpression<[Element]>, other: [Element]?
) -> Condition { Optional(one) == other }

/// Returns a condition that is true if the lists differ in their elements or in
/// their order. A missing list equals nil.
public func != <Element: AttributeValue>(
  one: ValueExpression<[Element]>, other: [Element]?
) -> Condition { Optional(one) != other }

/// Returns a condition that is true if both lists contain the same elements in
/// the same order. A missing list equals nil.
public func == <Element: AttributeValue>(
  one: ValueExpression<[Element]>?, other: [Element]?
) -> Condition {
  one.path().compared(.equal, .constant(other?.listValue ?? .null))
}

/// Returns a condition that is true if the lists differ in their elements or in
/// their order. A missing list equals nil.
public func != <Element: AttributeValue>(
  one: ValueExpression<[Element]>?, other: [Element]?
) -> Condition {
  one.path().compared(.notEqual, .constant(other?.listValue ?? .null))
}

extension Array where Element: AttributeValue {
  fileprivate var listValue: ConstantValue { .list(map(\.constantValue)) }
}

extension ValueExpression {
  /// Returns a condition that is true if the given value is in the list.
  public func contains<Element: AttributeValue>(_ value: Element) -> Condition
  where Value == [Element] { elements() == value }

  /// Returns a condition that is true if the given condition is true for at
  /// least one value in the list.
  public func any<Element: AttributeValue>(
    _ condition: (ValueExpression<Element>) -> Condition
  ) -> Condition where Value == [Element] {
    let members: ValueExpression<Element> = elements()
    let any = condition(members)
    guard any.isComparison(of: members) else { return contains(where: condition) }
    return any
  }

  /// Returns a condition that is true if the given condition is true for at
  /// least one value in the list.
  public func contains<Element: AttributeValue>(
    where condition: (ValueExpression<Element>) -> Condition
  ) -> Condition where Value == [Element] { filter(condition).count > 0 }

  /// Returns a condition that is true if the given condition is true for every
  /// value in the list.
  public func allSatisfy<Element: AttributeValue>(
    _ condition: (ValueExpression<Element>) -> Condition
  ) -> Condition where Value == [Element] { filter { !condition($0) }.count == 0 }

  /// Returns the list of those values that satisfy a condition.
  public func filter<Element: AttributeValue>(
    _ condition: (ValueExpression<Element>) -> Condition
  ) -> ValueExpression where Value == [Element] {
    let (variable, predicate) = ElementVariable.bound {
      condition(ValueExpression<Element>($0)).predicate
    }
    return ValueExpression(.subquery(expression, variable: variable, predicate))
  }

  /// The value at the given index; nil if the index is not in the list.
  public subscript<Element: AttributeValue>(_ place: Int) -> ValueExpression<Element>
  where Value == [Element] {
    let index = ObjectExpression.constant(.integer(Int64(place)))
    return ValueExpression<Element>(.element(.expression(index), of: expression))
  }

  private func elements<Element>() -> ValueExpression<Element> where Value == [Element] {
    ValueExpression<Element>(expression, ofMembers: true)
  }
}

extension ValueExpression
where Value: MutableCollection & RangeReplaceableCollection, Value.Element: AttributeValue {
  /// The first value in the list; nil if the list is empty.
  public var first: ValueExpression<Value.Element> {
    ValueExpression<Value.Element>(.element(.first, of: expression))
  }

  /// The last value in the list; nil if the list is empty.
  public var last: ValueExpression<Value.Element> {
    ValueExpression<Value.Element>(.element(.last, of: expression))
  }
}

extension ValueExpression
where Value: MutableCollection & RangeReplaceableCollection, Value.Element: AttributeValue & Numeric
{
  /// The sum of the values in the list; 0 if the list is empty.
  public var sum: ValueExpression<Value.Element> {
    ValueExpression<Value.Element>(expression.appending("@sum"))
  }
}

extension MemberValues {
  /// Returns a condition that is true if the given value is in the list of at
  /// least one of the objects.
  public func contains<Element: AttributeValue>(_ value: Element) -> Condition
  where Value == [Element] { members.contains(value) }

  /// Returns a condition that is true if the given condition is true for a
  /// value in the list of at least one of the objects.
  public func any<Element: AttributeValue>(
    _ condition: (ValueExpression<Element>) -> Condition
  ) -> Condition where Value == [Element] { members.any(condition) }
}

extension ValueExpression where Value: MutableCollection & RangeReplaceableCollection {
  /// The number of values in the list.
  public var count: ValueExpression<Int> { ValueExpression<Int>(expression.appending("@count")) }

  /// True if the list has no values.
  public var isEmpty: Condition { count == 0 }
}
