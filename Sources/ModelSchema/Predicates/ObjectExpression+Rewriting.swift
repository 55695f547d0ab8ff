extension ObjectExpression {
  /// The expression with parts replaced, the outermost first: what the body
  /// returns nil for stays, and its own parts are looked at.
  package func rewriting(
    _ body: (ObjectExpression) throws -> ObjectExpression?
  ) rethrows -> ObjectExpression {
    if let replaced = try body(self) { return replaced }
    switch self {
    case .constant, .evaluatedObject, .variable: return self
    case .keyPath(let names, of: let base): return .keyPath(names, of: try base.rewriting(body))
    case .element(let index, of: let base):
      return .element(try index.rewriting(body), of: try base.rewriting(body))
    case .function(let name, let arguments):
      return .function(name, try arguments.map { try $0.rewriting(body) })
    case .aggregate(let elements): return .aggregate(try elements.map { try $0.rewriting(body) })
    case .set(let set, let left, let right):
      return .set(set, try left.rewriting(body), try right.rewriting(body))
    case .subquery(let collection, variable: let name, let condition):
      return .subquery(
        try collection.rewriting(body), variable: name, try condition.rewriting(body))
    case .conditional(let test, then: let first, else: let second):
      return .conditional(
        try test.rewriting(body), then: try first.rewriting(body),
        else: try second.rewriting(body))
    case .cast(let value, let type): return .cast(try value.rewriting(body), type: type)
    }
  }
}

extension ObjectPredicate {
  /// The predicate with parts of its expressions replaced.
  package func rewriting(
    _ body: (ObjectExpression) throws -> ObjectExpression?
  ) rethrows -> ObjectPredicate {
    switch self {
    case .constant: return self
    case .and(let parts): return .and(try parts.map { try $0.rewriting(body) })
    case .or(let parts): return .or(try parts.map { try $0.rewriting(body) })
    case .not(let part): return .not(try part.rewriting(body))
    case .comparison(let comparison):
      return .comparison(
        Comparison(
          try comparison.left.rewriting(body), comparison.operator,
          try comparison.right.rewriting(body), quantifier: comparison.quantifier,
          options: comparison.options))
    }
  }
}

extension ObjectExpression.Index {
  fileprivate func rewriting(
    _ body: (ObjectExpression) throws -> ObjectExpression?
  ) rethrows -> Self {
    guard case .expression(let index) = self else { return self }
    return .expression(try index.rewriting(body))
  }
}
