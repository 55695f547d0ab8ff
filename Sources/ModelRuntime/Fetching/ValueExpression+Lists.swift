internal import ModelSchema

// Lists in attributes.

extension ValueExpression {
  /// A Boolean value that says whether a value is in the list.
  public func contains<Element: AttributeValue>(_ value: Element) -> Condition
  where Value == [Element] { elements() == value }

  /// A Boolean value that says whether a condition holds for a value of the
  /// list.
  public func any<Element: AttributeValue>(
    _ condition: (ValueExpression<Element>) -> Condition
  ) -> Condition where Value == [Element] { condition(elements()) }

  /// A Boolean value that says whether a condition holds for a value of the
  /// list.
  public func contains<Element: AttributeValue>(
    where condition: (ValueExpression<Element>) -> Condition
  ) -> Condition where Value == [Element] { filter(condition).count > 0 }

  /// A Boolean value that says whether a condition holds for every value of the
  /// list.
  public func allSatisfy<Element: AttributeValue>(
    _ condition: (ValueExpression<Element>) -> Condition
  ) -> Condition where Value == [Element] { filter { !condition($0) }.count == 0 }

  /// The values of the list that satisfy a condition.
  public func filter<Element: AttributeValue>(
    _ condition: (ValueExpression<Element>) -> Condition
  ) -> ValueExpression where Value == [Element] {
    let (variable, predicate) = ElementVariable.condition {
      condition(ValueExpression<Element>($0)).predicate
    }
    return ValueExpression(.subquery(expression, variable: variable, predicate))
  }

  /// The value at a place, from 0; nil where there is none.
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
  /// The first value of the list; nil where there is none.
  public var first: ValueExpression<Value.Element> {
    ValueExpression<Value.Element>(.element(.first, of: expression))
  }

  /// The last value of the list; nil where there is none.
  public var last: ValueExpression<Value.Element> {
    ValueExpression<Value.Element>(.element(.last, of: expression))
  }
}

extension ValueExpression where Value: MutableCollection & RangeReplaceableCollection {
  /// The number of values in the list.
  public var count: ValueExpression<Int> { ValueExpression<Int>(expression.appending("@count")) }

  /// A Boolean value that says whether there is no value in the list.
  public var isEmpty: Condition { count == 0 }
}
