/// A node of a `#Predicate` that can be translated into an expression of this
/// library.
protocol TranslatedExpression {
  func translated(_ walk: inout FoundationPredicateWalk) throws -> TranslatedNode
}

/// A translated node of a `#Predicate`: a condition or a value.
enum TranslatedNode {
  case predicate(ObjectPredicate)
  case expression(ObjectExpression)
  /// A Boolean value that is nil unless a condition is satisfied, as in an
  /// expression with `?.`.
  case optional(ObjectPredicate, where: ObjectPredicate)

  /// The node as a condition. A Boolean attribute is compared with true, and
  /// nil counts as false.
  var predicate: ObjectPredicate { self.predicate(that: true) }

  /// Returns the condition that the node has the given Boolean value.
  func predicate(that value: Bool) -> ObjectPredicate {
    switch self {
    case .predicate(let predicate): value ? predicate : .not(predicate)
    case .expression(let expression):
      .compare(expression, .equal, .constant(.boolean(value)))
    case .optional(let predicate, where: let isThere):
      .and([isThere, value ? predicate : .not(predicate)])
    }
  }

  /// The node as a value. A condition becomes a Boolean value.
  var expression: ObjectExpression {
    switch self {
    case .expression(let expression): expression
    case .predicate(let predicate): Condition(predicate).expression
    case .optional(let predicate, where: let isThere):
      .conditional(
        isThere, then: Condition(predicate).expression, else: .constant(.null))
    }
  }

  /// The Boolean value that the node has for every object; nil if the value
  /// varies.
  var constant: Bool? {
    switch self {
    case .predicate(.constant(let value)), .expression(.constant(.boolean(let value))): value
    case .predicate, .expression, .optional: nil
    }
  }
}

/// A translation of the tree of a `#Predicate` into the expressions of this
/// library.
struct FoundationPredicateWalk {
  private var variables: [PredicateExpressions.VariableID: ObjectExpression] = [:]
  private var variableCount = 0

  /// Returns the error for a part that cannot be translated.
  ///
  /// - Parameters:
  ///   - what: The part that cannot be translated.
  ///   - cure: The suggested replacement.
  static func refusal(_ what: String, _ cure: String) -> StoreError {
    StoreError(.untranslatable, "\(what) cannot be translated for the store; \(cure)")
  }

  /// Sets the expression that a variable represents.
  mutating func bind<Value>(
    _ variable: PredicateExpressions.Variable<Value>, to expression: ObjectExpression
  ) {
    variables[variable.key] = expression
  }

  /// Assigns a name to the variable of a closure, and returns the name.
  mutating func name<Value>(_ variable: PredicateExpressions.Variable<Value>) -> String {
    variableCount += 1
    let name = "p\(variableCount)"
    bind(variable, to: .variable(name))
    return name
  }

  func value(of key: PredicateExpressions.VariableID) throws -> ObjectExpression {
    guard let expression = variables[key] else {
      throw Self.refusal(
        "a variable of another closure", "use the parameters of the predicate's own closures")
    }
    return expression
  }

  mutating func node(_ expression: Any) throws -> TranslatedNode {
    guard let translated = expression as? any TranslatedExpression else {
      throw Self.refusal(ofNode: "\(Swift.type(of: expression))")
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
    return .predicate(.compare(left, `operator`, try expression(right)))
  }

  /// Returns the comparison of two nodes. If they are Boolean conditions, these
  /// are combined.
  mutating func equality(_ left: Any, _ right: Any, isEqual: Bool) throws -> TranslatedNode {
    if let composite = try composite(left, right) ?? composite(right, left) {
      return .predicate(isEqual ? composite : .not(composite))
    }
    let (first, second) = (try node(left), try node(right))
    let sides = [(first, second.constant), (second, first.constant)]
    if let (node, value) = sides.lazy.compactMap({ side in side.1.map { (side.0, $0) } }).first {
      switch node {
      case .predicate, .optional:
        let predicate = node.predicate(that: value)
        return .predicate(isEqual ? predicate : .not(predicate))
      case .expression: break
      }
    }
    return .predicate(.compare(first.expression, isEqual ? .equal : .notEqual, second.expression))
  }

  /// Returns the condition that the value of a path equals a composite value,
  /// element by element; nil if the value is not a composite.
  private mutating func composite(_ path: Any, _ value: Any) throws -> ObjectPredicate? {
    guard let value = (value as? any ConstantNode)?.constant as? any StoredComposite else {
      return nil
    }
    return CompositeSubject.predicate(that: try expression(path), is: value)
  }

  mutating func call(_ name: String, _ arguments: Any...) throws -> TranslatedNode {
    .expression(.function(name, try arguments.map { try expression($0) }))
  }
}

extension FoundationPredicateWalk {
  /// Returns the error for a node that cannot be translated.
  ///
  /// - Parameter type: The name of the node's type, which is shown without its
  ///   type arguments.
  fileprivate static func refusal(ofNode type: String) -> StoreError {
    let name = type.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? type
    return switch name {
    case "DictionaryKeySubscript", "DictionaryKeyDefaultValueSubscript":
      refusal("the value of a dictionary's key", "compare attributes")
    case "CollectionRangeSubscript":
      refusal("a part of a collection", "ask for its elements with 'contains(where:)'")
    case "ExpressionEvaluate":
      refusal("the call of an '#Expression'", "write what it computes into the predicate")
    default: refusal("the part '\(name)' of the predicate", "write it with 'where { }'")
    }
  }
}
