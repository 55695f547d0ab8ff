extension ObjectExpression {
  /// A Boolean value that says whether something in it is computed of all
  /// objects of a group: an aggregate function of one value of each.
  ///
  /// - Parameter collections: Arguments that are many values of one object, of
  ///   which a function is a value of that object.
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

  /// The paths in it that may differ within a group: those that neither are,
  /// nor begin with, one of the group's own, and stand in no aggregate.
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

  /// The arguments of aggregate functions in it that are many values of one object.
  package func aggregatedCollections(
    for entity: EntityDescription, in model: ManagedObjectModel
  ) -> Set<ObjectExpression> {
    var collections: Set<ObjectExpression> = []
    _ = rewriting { part in
      guard case .function(let name, let arguments) = part,
        let argument = aggregated(name, arguments, besides: [])
      else { return nil }
      switch argument.staticType(for: entity, in: model) {
      case .list, .toMany: collections.insert(argument)
      case .unknown, .null, .attribute, .object: break
      }
      return nil
    }
    return collections
  }

  /// Returns what a function takes of every object of a group; nil where it is
  /// no such function.
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
  /// A Boolean value that says whether a path is this one, or begins with it.
  private func leads(to names: [String]) -> Bool {
    guard case .keyPath(let start, .evaluatedObject) = self else { return false }
    return names.starts(with: start)
  }
}

extension FetchTemplate {
  /// A Boolean value that says whether its rows are of groups.
  package var isGrouped: Bool {
    !groupKeyPaths.isEmpty || selections.contains { $0.expression.hasRowAggregate() }
  }
}
