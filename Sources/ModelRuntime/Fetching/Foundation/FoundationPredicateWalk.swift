internal import Foundation
internal import ModelSchema

/// A node of a `#Predicate` that has a counterpart among our expressions.
protocol TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode
}

/// A node of a `#Predicate`.
enum TranslatedNode {
  case predicate(ObjectPredicate)
  case expression(ObjectExpression)

  /// The node as a condition; an attribute stands for being true.
  var predicate: ObjectPredicate {
    switch self {
    case .predicate(let predicate): predicate
    case .expression(let expression):
      .comparison(.init(expression, .equal, .constant(.boolean(true))))
    }
  }

  /// The node as a value.
  var expression: ObjectExpression {
    switch self {
    case .expression(let expression): expression
    case .predicate(let predicate):
      .conditional(
        predicate, then: .constant(.boolean(true)), else: .constant(.boolean(false)))
    }
  }
}

/// Translates the tree of a `#Predicate`.
struct FoundationPredicateWalk {
  private var variables: [PredicateExpressions.VariableID: ObjectExpression] = [:]
  private var variableCount = 0

  static func refusal(_ what: String) -> StoreError {
    StoreError(.untranslatable, "\(what) has no counterpart that a store could answer")
  }

  /// Says what a variable stands for.
  mutating func bind<Value>(
    _ variable: PredicateExpressions.Variable<Value>, to expression: ObjectExpression
  ) {
    variables[variable.key] = expression
  }

  /// Gives the variable of a closure a name.
  mutating func name<Value>(_ variable: PredicateExpressions.Variable<Value>) -> String {
    variableCount += 1
    let name = "p\(variableCount)"
    bind(variable, to: .variable(name))
    return name
  }

  func value(of key: PredicateExpressions.VariableID) throws -> ObjectExpression {
    guard let expression = variables[key] else { throw Self.refusal("a variable") }
    return expression
  }

  mutating func node(_ expression: Any) throws -> TranslatedNode {
    guard let translated = expression as? any TranslatedExpression else {
      throw Self.refusal("'\(Swift.type(of: expression))'")
    }
    return try translated.translated(&self)
  }

  mutating func predicate(_ expression: Any) throws -> ObjectPredicate {
    try node(expression).predicate
  }

  mutating func expression(_ expression: Any) throws -> ObjectExpression {
    try node(expression).expression
  }

  mutating func comparison(
    _ left: Any, _ operator: ObjectPredicate.Comparison.Operator, _ right: Any
  ) throws -> TranslatedNode {
    let left = try expression(left)
    return .predicate(.comparison(.init(left, `operator`, try expression(right))))
  }

  mutating func call(_ name: String, _ arguments: Any...) throws -> TranslatedNode {
    .expression(.function(name, try arguments.map { try expression($0) }))
  }

  /// The name that a key path of a class stands for, or nil.
  static func names(of path: AnyKeyPath, in type: Any.Type) -> [String]? {
    guard let type = type as? ManagedObject.Type else { return nil }
    return type.bindings.first { $0.keyPath == path }.map { [$0.name] }
  }
}
