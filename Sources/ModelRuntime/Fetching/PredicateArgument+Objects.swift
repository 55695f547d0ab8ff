// Generated types that can be arguments for `%@` and `%K`.

extension StoredEnumeration {
  /// The raw value as a constant.
  public var predicateExpression: ObjectExpression { .constant(constantValue) }
}

extension StoredEnumeration where RawValue: PredicateArgument {
  /// The raw value as a constant.
  public var predicateExpression: ObjectExpression { .constant(constantValue) }
}

extension PropertyKey {
  /// The name of the property, in the form that `%K` expects.
  public var predicateExpression: ObjectExpression { .constant(.string("\(self)")) }
}

extension ObjectSet: PredicateArgument {
  /// The objects as a list in braces, in no particular order.
  public var predicateExpression: ObjectExpression {
    .constant(.list(map { .objectID($0.objectID) }))
  }
}

extension OrderedObjects: PredicateArgument {
  /// The objects as a list in braces.
  public var predicateExpression: ObjectExpression {
    .constant(.list(map { .objectID($0.objectID) }))
  }
}
