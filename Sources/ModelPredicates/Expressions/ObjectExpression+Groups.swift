extension ObjectExpression {
  /// Returns whether the expression contains an aggregate function that combines a
  /// value of each object in a group.
  ///
  /// - Parameter collections: The arguments that are collections of values of a
  ///   single object. The result of a function of such a collection belongs to
  ///   that object.
  package func hasRowAggregate(besides collections: Set<ObjectExpression> = []) -> Bool {
    switch self {
    case .function(let name, let arguments):
      aggregated(name, arguments, besides: collections) != nil
        || arguments.contains { $0.hasRowAggregate(besides: collections) }
    case .cast(let value, _): value.hasRowAggregate(besides: collections)
    case .conditional(_, let first, let second):
      first.hasRowAggregate(besides: collections) || second.hasRowAggregate(besides: collections)
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .aggregate, .set, .subquery:
      false
    }
  }

  /// Returns the key paths in the expression whose values can differ within a
  /// group. These are paths outside aggregate functions that neither equal a
  /// path of the grouping, nor begin with one.
  package func pathsOutside(
    of groups: [ObjectExpression], besides collections: Set<ObjectExpression> = []
  ) -> [[String]] {
    if groups.contains(self) { return [] }
    return switch self {
    case .constant, .variable, .aggregate, .set, .subquery: []
    case .evaluatedObject: [["self"]]
    case .keyPath(let names, .evaluatedObject):
      groups.contains { $0.leads(to: names) } ? [] : [names]
    case .keyPath(_, let base), .cast(let base, _), .element(_, let base):
      base.pathsOutside(of: groups, besides: collections)
    case .function(let name, let arguments):
      aggregated(name, arguments, besides: collections) != nil
        ? [] : arguments.flatMap { $0.pathsOutside(of: groups, besides: collections) }
    case .conditional(_, let first, let second):
      [first, second].flatMap { $0.pathsOutside(of: groups, besides: collections) }
    }
  }

  /// Returns the arguments of aggregate functions that are collections of
  /// values of a single object.
  package func aggregatedCollections(
    for entity: EntityDescription, in model: ManagedObjectModel
  ) -> Set<ObjectExpression> {
    var collections: Set<ObjectExpression> = []
    _ = rewriting { part in
      guard case .function(let name, let arguments) = part,
        let argument = aggregated(name, arguments, besides: [])
      else { return nil }
      switch (argument.distinctOperand ?? argument).staticType(for: entity, in: model) {
      case .list, .toMany: collections.insert(argument)
      case .unknown, .null, .attribute, .object: break
      }
      return nil
    }
    return collections
  }

  /// The value that `values:` collects: the left side of a SUBQUERY's condition
  /// `value != nil`; nil for other expressions.
  package var mappedValue: ObjectExpression? {
    guard case .subquery(_, variable: _, .comparison(let test)) = self,
      test.operator == .notEqual, test.quantifier == .direct
    else { return nil }
    return test.left
  }

  /// The value whose repetitions a function leaves out; nil for other expressions.
  package var distinctOperand: ObjectExpression? {
    guard case .function("distinct:", let arguments) = self else { return nil }
    return arguments.first
  }

  /// Returns the expression that an aggregate function evaluates for every object of a
  /// group; nil for other functions.
  private func aggregated(
    _ name: String, _ arguments: [ObjectExpression], besides collections: Set<ObjectExpression>
  ) -> ObjectExpression? {
    guard CollectionFunction(rawValue: name) != nil, arguments.count == 1,
      !collections.contains(arguments[0])
    else { return nil }
    return arguments[0]
  }
}

extension ObjectExpression {
  /// Returns whether a path equals this path, or begins with it.
  private func leads(to names: [String]) -> Bool {
    guard case .keyPath(let start, .evaluatedObject) = self else { return false }
    return names.starts(with: start)
  }
}

extension FetchTemplate {
  /// True if each row of the template's result represents a group.
  package var isGrouped: Bool {
    !groupKeyPaths.isEmpty || selections.contains { $0.expression.hasRowAggregate() }
  }
}
