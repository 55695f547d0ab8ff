internal import ModelSchema

extension ObjectExpression {
  /// A Boolean value that says whether something in it is computed of all
  /// objects of a group: an aggregate function of one value of each.
  package var hasRowAggregate: Bool {
    switch self {
    case .function(let name, let arguments):
      PredicateFunction.aggregates.contains(name) && arguments.count == 1
        || arguments.contains(where: \.hasRowAggregate)
    case .cast(let value, _): value.hasRowAggregate
    case .conditional(_, let first, let second): first.hasRowAggregate || second.hasRowAggregate
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .aggregate, .set, .subquery:
      false
    }
  }

  /// The paths in it that may differ within a group: those that neither are,
  /// nor begin with, one of the group's own, and stand in no aggregate.
  package func pathsOutside(of groups: [[String]]) -> [[String]] {
    switch self {
    case .constant, .variable, .aggregate, .set, .subquery: []
    case .evaluatedObject: [["self"]]
    case .keyPath(let names, .evaluatedObject):
      groups.contains { names.starts(with: $0) } ? [] : [names]
    case .keyPath(_, let base), .cast(let base, _), .element(_, let base):
      base.pathsOutside(of: groups)
    case .function(let name, let arguments):
      PredicateFunction.aggregates.contains(name) && arguments.count == 1
        ? [] : arguments.flatMap { $0.pathsOutside(of: groups) }
    case .conditional(_, let first, let second):
      first.pathsOutside(of: groups) + second.pathsOutside(of: groups)
    }
  }
}

extension FetchTemplate {
  /// A Boolean value that says whether its rows are of groups.
  package var isGrouped: Bool {
    !groupKeyPaths.isEmpty || selections.contains { $0.expression.hasRowAggregate }
  }
}
