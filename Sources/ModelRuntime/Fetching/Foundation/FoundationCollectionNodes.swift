internal import Foundation
internal import ModelSchema

// Optionals and collections of `#Predicate` trees.

extension PredicateExpressions.OptionalFlatMap: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    // A path through nil is nil, so the value itself stands for what is in it.
    let value = try walk.expression(wrapped)
    walk.bind(variable, to: value)
    return try walk.node(transform)
  }
}

extension PredicateExpressions.ForcedUnwrap: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    try walk.node(inner)
  }
}

extension PredicateExpressions.NilCoalesce: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let value = try walk.expression(lhs)
    return .expression(
      .conditional(
        .comparison(.init(value, .notEqual, .constant(.null))), then: value,
        else: try walk.expression(rhs)))
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
    return .predicate(
      .comparison(
        .init(.keyPath(["@count"], of: matches), .greater, .constant(.integer(0)))))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let collection = try walk.expression(sequence)
    let name = walk.name(variable)
    let failures = ObjectExpression.subquery(
      collection, variable: name, .not(try walk.predicate(test)))
    return .predicate(
      .comparison(.init(.keyPath(["@count"], of: failures), .equal, .constant(.integer(0)))))
  }
}

extension PredicateExpressions.Filter: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    let collection = try walk.expression(sequence)
    let name = walk.name(variable)
    return .expression(.subquery(collection, variable: name, try walk.predicate(filter)))
  }
}

extension PredicateExpressions.ClosedRange: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    .expression(.aggregate([try walk.expression(lower), try walk.expression(upper)]))
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode {
    guard RangeExpression.Output.self is any ClosedRangeType.Type else {
      throw FoundationPredicateWalk.refusal("a range that is not closed")
    }
    return try walk.comparison(element, .between, range)
  }
}

/// A closed range of any type.
private protocol ClosedRangeType {}

extension ClosedRange: ClosedRangeType {}
