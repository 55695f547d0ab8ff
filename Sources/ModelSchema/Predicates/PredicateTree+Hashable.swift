// The comparison of trees. Code can build a tree of any height, and the
// compiler-generated `==` uses stack space for every level; these functions
// keep a list of pending parts instead.

/// A node of a tree without its parts.
private enum TreeNode: Hashable {
  case constant(ConstantValue)
  case truth(Bool)
  case evaluatedObject
  case variable(String)
  case keyPath([String])
  case element(String)
  case function(String, Int)
  case aggregate(Int)
  case set(ObjectExpression.SetOperator)
  case subquery(String)
  case conditional
  case cast(String)
  case comparison(
    ObjectPredicate.Comparison.Quantifier, ObjectPredicate.Comparison.Operator, StringOptions)
  case and(Int)
  case or(Int)
  case not

  init(_ expression: ObjectExpression) {
    switch expression {
    case .constant(let value): self = .constant(value)
    case .evaluatedObject: self = .evaluatedObject
    case .variable(let name): self = .variable(name)
    case .keyPath(let names, of: _): self = .keyPath(names)
    case .element(.first, of: _): self = .element("first")
    case .element(.last, of: _): self = .element("last")
    case .element(.size, of: _): self = .element("size")
    case .element(.expression, of: _): self = .element("")
    case .function(let name, let arguments): self = .function(name, arguments.count)
    case .aggregate(let elements): self = .aggregate(elements.count)
    case .set(let set, _, _): self = .set(set)
    case .subquery(_, variable: let name, _): self = .subquery(name)
    case .conditional: self = .conditional
    case .cast(_, let type): self = .cast(type)
    }
  }

  init(_ predicate: ObjectPredicate) {
    switch predicate {
    case .constant(let value): self = .truth(value)
    case .comparison(let comparison):
      self = .comparison(comparison.quantifier, comparison.operator, comparison.options)
    case .and(let parts): self = .and(parts.count)
    case .or(let parts): self = .or(parts.count)
    case .not: self = .not
    }
  }
}

/// The nodes of a tree in sequence, each node before its parts.
private struct TreeNodes: IteratorProtocol, Sequence {
  private enum Part {
    case expression(ObjectExpression)
    case predicate(ObjectPredicate)
  }

  private var waiting: [Part]

  init(_ expression: ObjectExpression) { waiting = [.expression(expression)] }
  init(_ predicate: ObjectPredicate) { waiting = [.predicate(predicate)] }

  mutating func next() -> TreeNode? {
    switch waiting.popLast() {
    case .expression(let expression):
      expression.forEach {
        waiting.append(.expression($0))
      } predicate: {
        waiting.append(.predicate($0))
      }
      return TreeNode(expression)
    case .predicate(let predicate):
      predicate.forEach {
        waiting.append(.expression($0))
      } predicate: {
        waiting.append(.predicate($0))
      }
      return TreeNode(predicate)
    case nil: return nil
    }
  }
}

extension ObjectPredicate {
  /// Returns whether two predicates are written in the same way.
  public static func == (one: ObjectPredicate, other: ObjectPredicate) -> Bool {
    TreeNodes(one).elementsEqual(TreeNodes(other))
  }

  /// Hashes the predicate as it is written.
  public func hash(into hasher: inout Hasher) {
    for node in TreeNodes(self) { hasher.combine(node) }
  }
}

extension ObjectExpression {
  /// Returns whether two expressions are written in the same way.
  public static func == (one: ObjectExpression, other: ObjectExpression) -> Bool {
    TreeNodes(one).elementsEqual(TreeNodes(other))
  }

  /// Hashes the expression as it is written.
  public func hash(into hasher: inout Hasher) {
    for node in TreeNodes(self) { hasher.combine(node) }
  }
}
