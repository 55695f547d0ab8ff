internal import ModelPredicates
public import ModelSchema

extension ObjectExpression {
  /// The objects that a request asks for, as a collection in a condition on
  /// other objects (F-17); `%@` takes it, in FETCH too.
  ///
  /// ```swift
  /// let big = try ObjectExpression(fetching: Tag.where { $0.name == "big" })
  /// try context.fetch(FailedBankInfo.self, matching: "%@.@count > 0", big)
  /// ```
  ///
  /// - Throws: `StoreError` (`.untranslatable`) for a request with a limit or an
  ///   offset, since a collection has no order.
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
        .comparison(.init(.keyPath("entity"), .equal, .constant(.string(name)))))
    }
    guard !conditions.isEmpty else {
      self = objects
      return
    }
    let condition = conditions.count == 1 ? conditions[0] : .and(conditions)
    var variable = "fetched"
    while condition.format.contains("$" + variable) { variable += "_" }
    self = .subquery(
      objects, variable: variable, condition.moved(to: .variable(variable)))
  }
}

extension ObjectPredicate {
  /// The condition with another expression in the place of SELF.
  fileprivate func moved(to root: ObjectExpression) -> ObjectPredicate {
    switch self {
    case .constant: return self
    case .and(let parts): return .and(parts.map { $0.moved(to: root) })
    case .or(let parts): return .or(parts.map { $0.moved(to: root) })
    case .not(let part): return .not(part.moved(to: root))
    case .comparison(var comparison):
      comparison.left = comparison.left.moved(to: root)
      comparison.right = comparison.right.moved(to: root)
      return .comparison(comparison)
    }
  }
}

extension ObjectExpression {
  fileprivate func moved(to root: ObjectExpression) -> ObjectExpression {
    switch self {
    case .constant, .variable: self
    case .evaluatedObject: root
    case .keyPath(let names, let base): .keyPath(names, of: base.moved(to: root))
    case .element(.expression(let index), let base):
      .element(.expression(index.moved(to: root)), of: base.moved(to: root))
    case .element(let index, let base): .element(index, of: base.moved(to: root))
    case .function(let name, let arguments):
      .function(name, arguments.map { $0.moved(to: root) })
    case .aggregate(let elements): .aggregate(elements.map { $0.moved(to: root) })
    case .set(let set, let one, let other):
      .set(set, one.moved(to: root), other.moved(to: root))
    case .subquery(let collection, let variable, let condition):
      .subquery(
        collection.moved(to: root), variable: variable, condition.moved(to: root))
    case .conditional(let condition, let one, let other):
      .conditional(
        condition.moved(to: root), then: one.moved(to: root), else: other.moved(to: root))
    case .cast(let value, let type): .cast(value.moved(to: root), type: type)
    }
  }
}
