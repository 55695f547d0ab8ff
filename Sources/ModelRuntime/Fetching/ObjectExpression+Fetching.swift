extension ObjectExpression {
  /// Creates a collection of the objects of a request, for a condition on other
  /// objects. It can be an argument for `%@` in a format string, also in
  /// `FETCH`.
  ///
  /// ```swift
  /// let big = try ObjectExpression(fetching: Tag.where { $0.name == "big" })
  /// try context.fetch(FailedBankInfo.self, matching: "%@.@count > 0", big)
  /// ```
  ///
  /// - Throws: `StoreError` (`.untranslatable`) if the request has a limit or an
  ///   offset, because a collection has no order.
  public init<Object: ManagedObject>(
    fetching request: FetchRequest<Object>
  ) throws(StoreError) {
    guard request.limit == nil, request.offset == 0 else {
      throw StoreError(
        .untranslatable, "a fetch inside of a condition has neither a limit nor an offset")
    }
    let name = Object.entityDescription.name
    let objects = ObjectExpression.function(
      PredicateFunction.fetch, [.constant(.string(name))])
    var conditions: [ObjectPredicate] = request.predicate.map { [$0] } ?? []
    if !request.includesSubentities {
      conditions.append(
        .compare(.keyPath("entity"), .equal, .constant(.string(name))))
    }
    guard !conditions.isEmpty else {
      self = objects
      return
    }
    let condition = conditions.count == 1 ? conditions[0] : .and(conditions)
    var variable = "fetched"
    while condition.format.contains("$" + variable) { variable += "_" }
    let element = ObjectExpression.variable(variable)
    self = .subquery(
      objects, variable: variable,
      condition.rewriting { if case .evaluatedObject = $0 { element } else { nil } })
  }
}
