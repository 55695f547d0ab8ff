// Optionals and collections in `#Predicate` trees.

extension PredicateExpressions.OptionalFlatMap: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let value = try walk.expression(wrapped)
    walk.bind(variable, to: value)
    let isThere = ObjectPredicate.compare(value, .notEqual, .constant(.null))
    switch try walk.node(transform) {
    case .predicate(let predicate): return .optional(predicate, where: isThere)
    case .optional(let predicate, where: let condition):
      return .optional(predicate, where: .and([isThere, condition]))
    // A path through nil is nil, and so is arithmetic with nil; a conditional value is
    // not always nil.
    case .expression(let result) where result.hasChoice:
      return .expression(.conditional(isThere, then: result, else: .constant(.null)))
    case .expression(let result): return .expression(result)
    }
  }
}

extension ObjectExpression {
  /// True if the expression can have a value although a part of it is nil.
  fileprivate var hasChoice: Bool {
    contains { if case .conditional = $0 { true } else { false } } || isCount
  }

  /// True if the expression is not a path, or is the path to a count or a sum,
  /// which is 0 for nil.
  private var isCount: Bool {
    switch self {
    case .keyPath(let names, of: _): names.contains { $0 == "@count" || $0 == "@sum" }
    case .constant, .variable: true
    case .evaluatedObject, .element, .function, .aggregate, .set, .subquery, .conditional, .cast:
      false
    }
  }
}

extension PredicateExpressions.ForcedUnwrap: ConstantNode {
  var constant: Any? { (inner as? any ConstantNode)?.constant }
}

extension PredicateExpressions.ForcedUnwrap: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.node(inner)
  }
}

extension PredicateExpressions.NilCoalesce: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let (first, second) = (try walk.node(lhs), try walk.node(rhs))
    if case .optional(let predicate, where: let isThere) = first {
      if second.constant == false { return .predicate(first.predicate) }
      return .predicate(
        .or([.and([isThere, predicate]), .and([.not(isThere), second.predicate])]))
    }
    let value = first.expression
    return .expression(
      .conditional(
        .compare(value, .notEqual, .constant(.null)), then: value,
        else: second.expression))
  }
}

extension PredicateExpressions.SequenceContains: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.comparison(element, .in, sequence)
  }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.comparison(base, .contains, other)
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.comparison(base, .beginsWith, prefix)
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let collection = try walk.expression(sequence)
    let name = walk.name(variable)
    let matches = ObjectExpression.subquery(
      collection, variable: name, try walk.predicate(test))
    return .predicate(.compare(.keyPath(["@count"], of: matches), .greater, .constant(.integer(0))))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let collection = try walk.expression(sequence)
    let name = walk.name(variable)
    let failures = ObjectExpression.subquery(
      collection, variable: name, .not(try walk.predicate(test)))
    return .predicate(.compare(.keyPath(["@count"], of: failures), .equal, .constant(.integer(0))))
  }
}

extension PredicateExpressions.Filter: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let collection = try walk.expression(sequence)
    let name = walk.name(variable)
    return .expression(.subquery(collection, variable: name, try walk.predicate(filter)))
  }
}

extension PredicateExpressions.SequenceMinimum: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .expression(try walk.expression(elements).appending("@min"))
  }
}

extension PredicateExpressions.SequenceMaximum: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .expression(try walk.expression(elements).appending("@max"))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let collection = try walk.expression(wrapped)
    return .expression(.element(.expression(try walk.expression(index)), of: collection))
  }
}

// MARK: - Ranges

/// A range whose bounds are expressions.
protocol TranslatedRange {
  func bounds(
    _ walk: inout FoundationPredicateWalk
  ) throws -> RangeBounds<ObjectExpression>
}

extension PredicateExpressions.ClosedRange: TranslatedRange {
  func bounds(
    _ walk: inout FoundationPredicateWalk
  ) throws -> RangeBounds<ObjectExpression> {
    RangeBounds(
      lower: try walk.expression(lower), upper: try walk.expression(upper), includesUpper: true)
  }
}

extension PredicateExpressions.Range: TranslatedRange {
  func bounds(
    _ walk: inout FoundationPredicateWalk
  ) throws -> RangeBounds<ObjectExpression> {
    RangeBounds(
      lower: try walk.expression(lower), upper: try walk.expression(upper), includesUpper: false)
  }
}

extension PredicateExpressions.Value: TranslatedRange {
  func bounds(
    _ walk: inout FoundationPredicateWalk
  ) throws -> RangeBounds<ObjectExpression> {
    guard let bounds = (value as? any ValueRange)?.constants else {
      throw FoundationPredicateWalk.refusal(
        "a range of type '\(Output.self)'", "give a range of numbers, texts or dates")
    }
    return bounds
  }
}

extension PredicateExpressions.KeyPath: TranslatedRange {
  func bounds(
    _ walk: inout FoundationPredicateWalk
  ) throws -> RangeBounds<ObjectExpression> {
    guard let captured else {
      throw FoundationPredicateWalk.refusal("a range of an object", "compare with its bounds")
    }
    return try captured.bounds(&walk)
  }
}

extension ValueRange {
  /// The bounds as constant expressions; nil if no attribute can have their
  /// type.
  fileprivate var constants: RangeBounds<ObjectExpression>? {
    guard Bound.self is any AttributeValue.Type else { return nil }
    func constant(_ bound: Bound?) -> ObjectExpression? {
      (bound as? any AttributeValue).map { .constant($0.constantValue) }
    }
    return RangeBounds<ObjectExpression>(
      lower: constant(bounds.lower), upper: constant(bounds.upper),
      includesUpper: bounds.includesUpper)
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    guard let range = range as? any TranslatedRange else {
      throw FoundationPredicateWalk.refusal(
        "a range of type '\(RangeExpression.Output.self)'", "compare with its bounds")
    }
    let bounds = try range.bounds(&walk)
    return .predicate(bounds.predicate(on: try walk.expression(element)))
  }
}

// MARK: - Types and patterns

extension PredicateExpressions.ConditionalCast: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .expression(try walk.cast(input, to: Desired.self))
  }
}

extension PredicateExpressions.ForceCast: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .expression(try walk.cast(input, to: Desired.self))
  }
}

extension PredicateExpressions.TypeCheck: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .predicate(.compare(try walk.cast(input, to: Desired.self), .notEqual, .constant(.null)))
  }
}

extension FoundationPredicateWalk {
  /// Casts a value to a type; an object that does not belong to the subentity becomes
  /// nil.
  fileprivate mutating func cast<Desired>(
    _ input: Any, to type: Desired.Type
  ) throws -> ObjectExpression {
    let value = try expression(input)
    let wrapped = (type as? any OptionalType.Type)?.wrapped ?? type
    guard let entity = wrapped as? ManagedObject.Type else {
      throw Self.refusal("a cast to '\(type)'", "cast objects only, to the class of a subentity")
    }
    return .cast(value, type: entity.entityDescription.name)
  }
}

extension PredicateExpressions.StringContainsRegex: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    guard let value = regex as? PredicateExpressions.Value<PredicateExpressions.PredicateRegex>
    else {
      throw FoundationPredicateWalk.refusal(
        "a regular expression that is no constant", "write it between slashes")
    }
    // `MATCHES` tests the whole text, and its dots and anchors must match at line
    // endings.
    let pattern = "(?s:.*)(?-sm:\(value.value.stringRepresentation))(?s:.*)"
    return .predicate(.compare(try walk.expression(subject), .matches, .constant(.string(pattern))))
  }
}
