// The traversal of expressions and predicates. Only this file knows the parts
// of each case; code that visits all parts, or replaces some of them, uses
// `map` or `forEach`, and handles only the cases that it treats specially. Like
// all switches over these cases, the switches in this file have no `default`,
// so that a new case compiles only once every switch handles it.
//
// The parts have the same order everywhere, with an index before its collection.
// Constants are numbered in this order, in `Parameterization` and in its fingerprints.

/// An expression or a predicate: a tree of both.
package protocol ExpressionTree {
  /// Calls one of the closures with each direct part, which is an expression or
  /// a predicate.
  func forEach(
    _ expression: (ObjectExpression) throws -> Void,
    predicate: (ObjectPredicate) throws -> Void
  ) rethrows
}

extension ExpressionTree {
  /// Returns whether one of the direct parts satisfies the condition for
  /// expressions or for predicates.
  package func hasPart(
    where expression: (ObjectExpression) -> Bool, predicate: (ObjectPredicate) -> Bool
  ) -> Bool {
    var found = false
    forEach {
      found = found || expression($0)
    } predicate: {
      found = found || predicate($0)
    }
    return found
  }

  /// Returns the height of the highest direct part; 0 if there are no parts.
  func heightOfParts(limit: Int) -> Int {
    var height = 0
    forEach {
      height = max(height, $0.height(limit: limit))
    } predicate: {
      height = max(height, $0.height(limit: limit))
    }
    return height
  }
}

extension ObjectExpression: ExpressionTree {
  /// Returns the expression with each of its direct parts replaced.
  package func map(
    _ expression: (ObjectExpression) throws -> ObjectExpression,
    predicate: (ObjectPredicate) throws -> ObjectPredicate
  ) rethrows -> ObjectExpression {
    switch self {
    case .constant, .evaluatedObject, .variable: return self
    case .keyPath(let names, of: let base): return .keyPath(names, of: try expression(base))
    case .element(.expression(let index), of: let base):
      let index = try expression(index)
      return .element(.expression(index), of: try expression(base))
    case .element(let index, of: let base): return .element(index, of: try expression(base))
    case .function(let name, let arguments):
      return .function(name, try arguments.map(expression))
    case .aggregate(let elements): return .aggregate(try elements.map(expression))
    case .set(let set, let left, let right):
      let left = try expression(left)
      return .set(set, left, try expression(right))
    case .subquery(let collection, variable: let name, let condition):
      let collection = try expression(collection)
      return .subquery(collection, variable: name, try predicate(condition))
    case .conditional(let test, then: let first, else: let second):
      let test = try predicate(test)
      let first = try expression(first)
      return .conditional(test, then: first, else: try expression(second))
    case .cast(let value, let type): return .cast(try expression(value), type: type)
    }
  }

  /// Calls one of the closures with each direct part of the expression.
  package func forEach(
    _ expression: (ObjectExpression) throws -> Void,
    predicate: (ObjectPredicate) throws -> Void
  ) rethrows {
    switch self {
    case .constant, .evaluatedObject, .variable: break
    case .keyPath(_, of: let base), .cast(let base, type: _): try expression(base)
    case .element(let index, of: let base):
      if case .expression(let index) = index { try expression(index) }
      try expression(base)
    case .function(_, let parts), .aggregate(let parts): for part in parts { try expression(part) }
    case .set(_, let left, let right):
      try expression(left)
      try expression(right)
    case .subquery(let collection, variable: _, let condition):
      try expression(collection)
      try predicate(condition)
    case .conditional(let test, then: let first, else: let second):
      try predicate(test)
      try expression(first)
      try expression(second)
    }
  }

  /// Returns whether the expression, or an expression at any depth inside it,
  /// satisfies the condition.
  package func contains(where body: (ObjectExpression) -> Bool) -> Bool {
    body(self)
      || hasPart {
        $0.contains(where: body)
      } predicate: {
        $0.contains(where: body)
      }
  }

  /// Returns the expression with parts replaced, the outermost first. An
  /// expression for which the body returns nil is kept, and its own parts are
  /// visited.
  package func rewriting(
    _ body: (ObjectExpression) throws -> ObjectExpression?
  ) rethrows -> ObjectExpression {
    try body(self)
      ?? map {
        try $0.rewriting(body)
      } predicate: {
        try $0.rewriting(body)
      }
  }
}

extension ObjectPredicate: ExpressionTree {
  /// Returns the predicate with each of its direct parts replaced.
  package func map(
    _ expression: (ObjectExpression) throws -> ObjectExpression,
    predicate: (ObjectPredicate) throws -> ObjectPredicate
  ) rethrows -> ObjectPredicate {
    switch self {
    case .constant: return self
    case .and(let parts): return .and(try parts.map(predicate))
    case .or(let parts): return .or(try parts.map(predicate))
    case .not(let part): return .not(try predicate(part))
    case .comparison(var comparison):
      comparison.left = try expression(comparison.left)
      comparison.right = try expression(comparison.right)
      return .comparison(comparison)
    }
  }

  /// Calls one of the closures with each direct part of the predicate.
  package func forEach(
    _ expression: (ObjectExpression) throws -> Void,
    predicate: (ObjectPredicate) throws -> Void
  ) rethrows {
    switch self {
    case .constant: break
    case .and(let parts), .or(let parts): for part in parts { try predicate(part) }
    case .not(let part): try predicate(part)
    case .comparison(let comparison):
      try expression(comparison.left)
      try expression(comparison.right)
    }
  }

  /// Returns whether an expression at any depth inside the predicate satisfies
  /// the condition.
  package func contains(where body: (ObjectExpression) -> Bool) -> Bool {
    hasPart {
      $0.contains(where: body)
    } predicate: {
      $0.contains(where: body)
    }
  }

  /// Returns the predicate with parts of its expressions replaced.
  package func rewriting(
    _ body: (ObjectExpression) throws -> ObjectExpression?
  ) rethrows -> ObjectPredicate {
    try map {
      try $0.rewriting(body)
    } predicate: {
      try $0.rewriting(body)
    }
  }
}
