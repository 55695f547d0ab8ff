extension PredicateCompiler {
  /// A test of a value against a fixed value.
  typealias Match = (EvaluatedValue) throws(ObjectPredicateError) -> Bool

  /// Returns the test for a comparison, applied to the two values or to each
  /// element of the left value.
  mutating func test(
    _ comparison: ObjectPredicate.Comparison
  ) throws(ObjectPredicateError) -> Test {
    let left = try value(comparison.left)
    let right = try value(comparison.right)
    let comparator = ValueComparator(comparison, regularExpressions)
    // A constant is folded, hashed or parsed as a pattern once, not for each
    // object.
    if let constant = constantValue(comparison.right) {
      let match = try comparator.match(with: constant)
      return quantified(comparison.quantifier, left) { (_) throws(ObjectPredicateError) in match }
    }
    return quantified(comparison.quantifier, left) { (scope) throws(ObjectPredicateError) in
      let other = try right(scope)
      return { (value) throws(ObjectPredicateError) in try comparator.compare(value, other) }
    }
  }

  private func constantValue(_ expression: ObjectExpression) -> EvaluatedValue? {
    switch expression {
    case .constant(let constant): EvaluatedValue(constant)
    case .variable(let name): bound.contains(name) ? nil : variables[name]
    case .evaluatedObject, .keyPath, .element, .function, .aggregate, .set, .subquery,
      .conditional, .cast:
      nil
    }
  }

  private func quantified(
    _ quantifier: ObjectPredicate.Comparison.Quantifier, _ left: @escaping Value,
    _ match: @escaping (EvaluationScope) throws(ObjectPredicateError) -> Match
  ) -> Test {
    switch quantifier {
    case .direct:
      return { (scope) throws(ObjectPredicateError) in try match(scope)(left(scope)) }
    case .any:
      return { (scope) throws(ObjectPredicateError) in
        let matches = try match(scope)
        for element in try left(scope).elements where try matches(element) { return true }
        return false
      }
    case .all:
      return { (scope) throws(ObjectPredicateError) in
        let matches = try match(scope)
        for element in try left(scope).elements where try !matches(element) { return false }
        return true
      }
    }
  }
}
