extension ObjectPredicate {
  /// The names of the `$variables` that have no value yet; those that a
  /// SUBQUERY gives its elements to are not among them.
  public var variables: Set<String> {
    var collector = VariableCollector()
    collector.visit(self)
    return collector.names
  }

  /// The predicate with values in the place of `$variables`.
  ///
  /// Variables that are not named stay; those of a SUBQUERY are its own.
  public func substituting(_ values: [String: ConstantValue]) -> ObjectPredicate {
    guard !values.isEmpty else { return self }
    return switch self {
    case .constant: self
    case .comparison(let comparison): .comparison(comparison.substituting(values))
    case .and(let conditions): .and(conditions.map { $0.substituting(values) })
    case .or(let conditions): .or(conditions.map { $0.substituting(values) })
    case .not(let operand): .not(operand.substituting(values))
    }
  }
}

extension ObjectPredicate.Comparison {
  fileprivate func substituting(_ values: [String: ConstantValue]) -> Self {
    Self(
      left.substituting(values), `operator`, right.substituting(values),
      quantifier: quantifier, options: options)
  }
}

extension ObjectExpression {
  /// The names of the `$variables` that have no value yet.
  public var variables: Set<String> {
    var collector = VariableCollector()
    collector.visit(self)
    return collector.names
  }

  /// The expression with values in the place of `$variables`.
  public func substituting(_ values: [String: ConstantValue]) -> ObjectExpression {
    switch self {
    case .constant, .evaluatedObject:
      return self
    case .variable(let name):
      return values[name].map(ObjectExpression.constant) ?? self
    case .keyPath(let names, of: let base):
      return .keyPath(names, of: base.substituting(values))
    case .element(let index, of: let base):
      return .element(index.substituting(values), of: base.substituting(values))
    case .function(let name, let arguments):
      return .function(name, arguments.map { $0.substituting(values) })
    case .aggregate(let elements):
      return .list(of: elements.map { $0.substituting(values) })
    case .set(let set, let left, let right):
      return .set(set, left.substituting(values), right.substituting(values))
    case .subquery(let collection, variable: let name, let condition):
      let inner = condition.substituting(values.filter { $0.key != name })
      return .subquery(collection.substituting(values), variable: name, inner)
    case .conditional(let test, then: let first, else: let second):
      return .conditional(
        test.substituting(values), then: first.substituting(values),
        else: second.substituting(values))
    case .cast(let value, let type):
      return .cast(value.substituting(values), type: type)
    }
  }
}

extension ObjectExpression.Index {
  fileprivate func substituting(_ values: [String: ConstantValue]) -> Self {
    if case .expression(let index) = self { .expression(index.substituting(values)) } else { self }
  }
}

/// Gathers the variables that are free.
private struct VariableCollector {
  var names: Set<String> = []
  private var bound: [String] = []

  mutating func visit(_ predicate: ObjectPredicate) {
    switch predicate {
    case .constant:
      break
    case .comparison(let comparison):
      visit(comparison.left)
      visit(comparison.right)
    case .and(let conditions), .or(let conditions):
      for condition in conditions { visit(condition) }
    case .not(let operand):
      visit(operand)
    }
  }

  mutating func visit(_ expression: ObjectExpression) {
    switch expression {
    case .constant, .evaluatedObject:
      break
    case .variable(let name):
      if !bound.contains(name) { names.insert(name) }
    case .keyPath(_, of: let base), .cast(let base, type: _):
      visit(base)
    case .element(let index, of: let base):
      visit(base)
      if case .expression(let index) = index { visit(index) }
    case .function(_, let arguments), .aggregate(let arguments):
      for argument in arguments { visit(argument) }
    case .set(_, let left, let right):
      visit(left)
      visit(right)
    case .subquery(let collection, variable: let name, let condition):
      visit(collection)
      bound.append(name)
      visit(condition)
      bound.removeLast()
    case .conditional(let test, then: let first, else: let second):
      visit(test)
      visit(first)
      visit(second)
    }
  }
}
