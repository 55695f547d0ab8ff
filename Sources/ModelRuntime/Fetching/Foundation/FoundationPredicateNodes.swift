// The nodes of `#Predicate` trees that have counterparts in this library. Foundation's
// types are public and their conformances cannot be private, but the protocol is
// internal, so the conformances are not visible in other modules.

extension PredicateExpressions.Variable: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .expression(try walk.value(of: key))
  }
}

/// A node of a `#Predicate` with a constant value.
protocol ConstantNode {
  /// The value of the node, unwrapped if it is optional; nil if it is empty.
  var constant: Any? { get }
}

extension PredicateExpressions.Value: ConstantNode {
  var constant: Any? { CompositeSubject.unwrapped(value) }
}

extension PredicateExpressions.Value: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    guard let constant = Self.constant(value) else {
      throw FoundationPredicateWalk.refusal(
        "a value of type '\(Output.self)'", "give a number, a text, a date, an object or the like")
    }
    return .expression(.constant(constant))
  }

  private static func constant(_ value: Any) -> ConstantValue? {
    switch value {
    case let value as any AttributeValue: return value.constantValue
    case nil as Any?: return .null
    case let object as ManagedObject: return .objectID(object.objectID)
    case let id as ObjectID: return .objectID(id)
    case let values as any Sequence:
      var list: [ConstantValue] = []
      for element in values {
        guard let constant = constant(element) else { return nil }
        list.append(constant)
      }
      return .list(list)
    default: return nil
    }
  }
}

extension PredicateExpressions.KeyPath: ConstantNode {
  /// A member of a value that the predicate captured, which Swift reads itself.
  var captured: PredicateExpressions.Value<Output>? {
    let base = (root as? any ConstantNode)?.constant as? Root.Output
    return base.map { PredicateExpressions.Value($0[keyPath: keyPath]) }
  }

  var constant: Any? { captured?.constant }
}

extension PredicateExpressions.KeyPath: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    if let captured { return try captured.translated(&walk) }
    let base = try walk.expression(root)
    guard let steps = KeyPathReader.steps(of: keyPath) else {
      throw FoundationPredicateWalk.refusal(
        "a key path of '\(Root.Output.self)' to '\(Output.self)'",
        "compare stored properties, or filter the objects that were fetched")
    }
    return steps.reduce(.expression(base)) { $1.node(from: $0.expression) }
  }
}

extension PredicateExpressions.NilLiteral: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .expression(.constant(.null))
  }
}

extension PredicateExpressions.Equal: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.equality(lhs, rhs, isEqual: true)
  }
}

extension PredicateExpressions.NotEqual: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.equality(lhs, rhs, isEqual: false)
  }
}

extension PredicateExpressions.Comparison: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    switch op {
    case .lessThan: try walk.comparison(lhs, .less, rhs)
    case .lessThanOrEqual: try walk.comparison(lhs, .lessOrEqual, rhs)
    case .greaterThan: try walk.comparison(lhs, .greater, rhs)
    case .greaterThanOrEqual: try walk.comparison(lhs, .greaterOrEqual, rhs)
    @unknown default:
      throw FoundationPredicateWalk.refusal("the operator '\(op)'", "use another one")
    }
  }
}

extension PredicateExpressions.Conjunction: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .predicate(.and([try walk.predicate(lhs), try walk.predicate(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .predicate(.or([try walk.predicate(lhs), try walk.predicate(rhs)]))
  }
}

extension PredicateExpressions.Negation: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .predicate(.not(try walk.predicate(wrapped)))
  }
}

extension PredicateExpressions.Conditional: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let test = try walk.predicate(test)
    let (first, second) = (try walk.node(trueBranch), try walk.node(falseBranch))
    guard case (.predicate(let one), .predicate(let other)) = (first, second) else {
      return .expression(
        .conditional(test, then: first.expression, else: second.expression))
    }
    return .predicate(.or([.and([test, one]), .and([.not(test), other])]))
  }
}

extension PredicateExpressions.Arithmetic: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    switch op {
    case .add: try walk.call("add:to:", lhs, rhs)
    case .subtract: try walk.call("from:subtract:", lhs, rhs)
    case .multiply: try walk.call("multiply:by:", lhs, rhs)
    @unknown default:
      throw FoundationPredicateWalk.refusal("the operator '\(op)'", "use another one")
    }
  }
}

extension PredicateExpressions.FloatDivision: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.call("divide:by:", lhs, rhs)
  }
}

extension PredicateExpressions.IntDivision: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.call("divide:by:", lhs, rhs)
  }
}

extension PredicateExpressions.IntRemainder: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.call("modulus:by:", lhs, rhs)
  }
}

extension PredicateExpressions.UnaryMinus: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .expression(
      .function("multiply:by:", [try walk.expression(wrapped), .constant(.integer(-1))]))
  }
}
