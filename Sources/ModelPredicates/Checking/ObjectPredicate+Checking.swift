extension ObjectPredicate {
  /// Returns the errors of the condition when it is applied to objects of an
  /// entity, such as unknown keys and functions, values that cannot be
  /// compared, and to-many paths without a quantifier. If the list is empty,
  /// the condition can be evaluated and compiled.
  ///
  /// Every error contains its location in the condition's canonical text (`format`).
  ///
  /// - Parameters:
  ///   - entity: The entity of the objects, which are `SELF` in the condition.
  ///   - model: The model of the entity.
  ///   - variables: The types of `$variables`; a variable without an entry can have any
  ///     type.
  public func errors(
    for entity: EntityDescription, in model: ManagedObjectModel,
    variables: [String: ValueType] = [:]
  ) -> [ObjectPredicateError] {
    if isTooHigh { return [.nestedTooDeeply] }
    var checker = PredicateChecker(model, .object(entity.name), variables)
    checker.check(self)
    return checker.locatedErrors { $0.print(self, in: .or) }
  }

  /// Returns the condition itself, if it has no errors when it is applied to
  /// objects of an entity.
  ///
  /// - Throws: The first error that `errors(for:in:variables:)` returns.
  @discardableResult
  public func checked(
    for entity: EntityDescription, in model: ManagedObjectModel,
    variables: [String: ValueType] = [:]
  ) throws(ObjectPredicateError) -> ObjectPredicate {
    if let first = errors(for: entity, in: model, variables: variables).first { throw first }
    return self
  }

  /// Returns the errors of the condition when it is applied to values of an attribute,
  /// each of which is `SELF`.
  public func errors(
    forValuesOf type: AttributeType, in model: ManagedObjectModel
  ) -> [ObjectPredicateError] {
    if isTooHigh { return [.nestedTooDeeply] }
    var checker = PredicateChecker(model, ExpressionType.attribute(type).compared, [:])
    checker.check(self)
    return checker.locatedErrors { $0.print(self, in: .or) }
  }
}

extension ObjectExpression {
  /// Returns the errors of the expression when it is applied to objects of an entity.
  public func errors(
    for entity: EntityDescription, in model: ManagedObjectModel,
    variables: [String: ValueType] = [:]
  ) -> [ObjectPredicateError] {
    if isTooHigh { return [.nestedTooDeeply] }
    var checker = PredicateChecker(model, .object(entity.name), variables)
    _ = checker.type(of: self)
    return checker.locatedErrors { $0.print(self, in: .set) }
  }

  /// Returns the type of the expression's values when it is applied to objects
  /// of an entity; unknown if the expression does not fit the model.
  package func staticType(
    for entity: EntityDescription, in model: ManagedObjectModel,
    variables: [String: ValueType] = [:]
  ) -> ExpressionType {
    if isTooHigh { return .unknown }
    var checker = PredicateChecker(model, .object(entity.name), variables)
    return checker.type(of: self)
  }
}

extension ObjectPredicateError {
  /// The error for a condition, created in code, that is nested more deeply
  /// than the limit allows.
  package static var nestedTooDeeply: ObjectPredicateError {
    ObjectPredicateError(
      .nestedTooDeeply(limit: ObjectPredicate.heightLimit),
      suggestion: "join conditions in one AND or OR, and take the rest apart")
  }
}
