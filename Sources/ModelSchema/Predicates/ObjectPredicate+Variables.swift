extension ObjectPredicate {
  /// The names of the `$variables` that have no value yet; those that a
  /// SUBQUERY gives its elements to are not among them.
  public var variables: Set<String> {
    if isTooHigh { return [] }
    var collector = VariableCollector()
    collector.visit(self)
    return collector.names
  }

  /// The predicate with values in the place of `$variables`.
  ///
  /// Variables that are not named stay; those of a SUBQUERY are its own.
  public func substituting(_ values: [String: ConstantValue]) -> ObjectPredicate {
    guard !values.isEmpty, !isTooHigh else { return self }
    return replacing(values)
  }

  fileprivate func replacing(_ values: [String: ConstantValue]) -> ObjectPredicate {
    map {
      $0.replacing(values)
    } predicate: {
      $0.replacing(values)
    }
  }
}

extension ObjectExpression {
  /// The names of the `$variables` that have no value yet.
  public var variables: Set<String> {
    if isTooHigh { return [] }
    var collector = VariableCollector()
    collector.visit(self)
    return collector.names
  }

  /// The expression with values in the place of `$variables`.
  public func substituting(_ values: [String: ConstantValue]) -> ObjectExpression {
    guard !values.isEmpty, !isTooHigh else { return self }
    return replacing(values)
  }

  fileprivate func replacing(_ values: [String: ConstantValue]) -> ObjectExpression {
    if case .variable(let name) = self {
      return values[name].map(ObjectExpression.constant) ?? self
    }
    // The variable of a SUBQUERY hides an outer one, in its condition alone.
    var inner = values
    if case .subquery(_, variable: let name, _) = self { inner[name] = nil }
    let replaced = map {
      $0.replacing(values)
    } predicate: {
      $0.replacing(inner)
    }
    // A list that was of variables is a constant, as one that is read from text.
    if case .aggregate(let elements) = replaced { return .list(of: elements) }
    return replaced
  }
}

extension ExpressionTree {
  /// A Boolean value that says whether a path leads on from the elements of a SUBQUERY, which the
  /// name stands for in its condition: a nil element leads nowhere, and is none then.
  package func follows(_ name: String) -> Bool {
    hasPart {
      if case .keyPath(let keys, of: let base) = $0, base.isElement(name),
        let key = keys.first(where: { $0 != "self" }), !key.isOperatorName
      {
        return true
      }
      // The same name inside stands for the inner elements.
      if case .subquery(let inner, variable: name, _) = $0 {
        return ObjectExpression.aggregate([inner]).follows(name)
      }
      return $0.follows(name)
    } predicate: {
      $0.follows(name)
    }
  }
}

extension ObjectExpression {
  /// A Boolean value that says whether it is a variable, maybe as one of a class.
  fileprivate func isElement(_ name: String) -> Bool {
    switch self {
    case .variable(name): true
    case .cast(let value, type: _): value.isElement(name)
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .function, .aggregate, .set,
      .subquery, .conditional:
      false
    }
  }
}

/// The free variables of what it visits.
private struct VariableCollector {
  var names: Set<String> = []
  private var bound: [String] = []

  mutating func visit(_ predicate: ObjectPredicate) {
    predicate.forEach {
      visit($0)
    } predicate: {
      visit($0)
    }
  }

  mutating func visit(_ expression: ObjectExpression) {
    if case .variable(let name) = expression, !bound.contains(name) { names.insert(name) }
    expression.forEach {
      visit($0)
    } predicate: {
      guard case .subquery(_, variable: let name, _) = expression else { return visit($0) }
      bound.append(name)
      visit($0)
      bound.removeLast()
    }
  }
}
