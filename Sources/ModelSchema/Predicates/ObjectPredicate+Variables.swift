extension ObjectPredicate {
  /// The names of the `$variables` without a value; the element variables of SUBQUERY
  /// expressions are not included.
  public var variables: Set<String> {
    if isTooHigh { return [] }
    var collector = VariableCollector()
    collector.visit(self)
    return collector.names
  }

  /// Returns the predicate with values substituted for `$variables`.
  ///
  /// Variables without a given value are kept, and so are the element variables
  /// of SUBQUERY expressions.
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
  /// The names of the `$variables` without a value.
  public var variables: Set<String> {
    if isTooHigh { return [] }
    var collector = VariableCollector()
    collector.visit(self)
    return collector.names
  }

  /// Returns the expression with values substituted for `$variables`.
  public func substituting(_ values: [String: ConstantValue]) -> ObjectExpression {
    guard !values.isEmpty, !isTooHigh else { return self }
    return replacing(values)
  }

  fileprivate func replacing(_ values: [String: ConstantValue]) -> ObjectExpression {
    if case .variable(let name) = self {
      return values[name].map(ObjectExpression.constant) ?? self
    }
    if case .keyPath(_, of: .evaluatedObject) = self { return self }
    // The variable of a SUBQUERY hides an outer variable of that name, but only in its
    // condition.
    var inner = values
    if case .subquery(_, variable: let name, _) = self { inner[name] = nil }
    let replaced = map {
      $0.replacing(values)
    } predicate: {
      $0.replacing(inner)
    }
    // A list whose variables all have values becomes a constant, as if it had been read
    // from text.
    if case .aggregate(let elements) = replaced { return .list(of: elements) }
    return replaced
  }
}

extension ExpressionTree {
  /// Returns whether a key path begins at the elements of the SUBQUERY whose
  /// variable has the given name. For a nil element, such a path has no value,
  /// so the element is not counted.
  package func follows(_ name: String) -> Bool {
    hasPart {
      if case .keyPath(let keys, of: let base) = $0, base.isElement(name),
        let key = keys.first(where: { $0 != "self" }), !key.isOperatorName
      {
        return true
      }
      // Inside this SUBQUERY's condition, the same name refers to the inner
      // elements.
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
  /// Returns whether the expression is the variable with the given name, or a
  /// cast of it to a class.
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

/// Collects the free variables of expressions and predicates.
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
