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

  private func elements<Element>() -> ValueExpression<Element> where Value == [Element] {
    ValueExpression<Element>(expression, ofMembers: true)
  }
}

extension ValueExpression where Value: MutableCollection & RangeReplaceableCollection {
  /// The number of values in the list.
  public var count: ValueExpression<Int> { ValueExpression<Int>(expression.appending("@count")) }

  /// A Boolean value that says whether there is no value in the list.
  public var isEmpty: Condition { count == 0 }
}
