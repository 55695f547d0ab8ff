import ModelSchema

extension BuilderText {
  func comparison(
    _ comparison: ObjectPredicate.Comparison, in scope: Scope
  ) throws(GenerationIssue) -> CodeLayout {
    if let text = try elements(comparison, in: scope) { return text }
    guard comparison.quantifier == .direct else {
      return .text(try quantified(comparison, in: scope))
    }
    if let text = try valueless(comparison) { return .text(text) }
    let left = try expression(comparison.left, in: scope)
    return .text(
      try compared(
        left, comparison.operator, comparison.right, options: comparison.options, in: scope))
  }

  /// `ANY tags.name == x`: the collection, then the condition of an element.
  private func quantified(
    _ comparison: ObjectPredicate.Comparison, in scope: Scope
  ) throws(GenerationIssue) -> String {
    guard case .keyPath(let names, let base) = comparison.left,
      let split = toManySplit(names, of: base, in: scope)
    else { throw unsupported("'\(comparison.quantifier.rawValue)' over what is no to-many") }
    let collection = try expression(.keyPath(split.collection, of: base), in: scope)
    let element = split.rest.reduce("$0") { "\($0).\(SwiftName.escaped($1))" }
    let text = try compared(
      element, comparison.operator, comparison.right, options: comparison.options, in: scope)
    return "\(collection).\(comparison.quantifier.rawValue) { \(text) }"
  }

  /// A comparison of parameters and constants alone, which Swift can make.
  private func valueless(
    _ comparison: ObjectPredicate.Comparison
  ) throws(GenerationIssue) -> String? {
    guard isValue(comparison.left), isValue(comparison.right), comparison.options.isEmpty,
      let sign = Self.sign(of: comparison.operator)
    else { return nil }
    let scope = Scope(object: "$0", entity: nil)
    let left = try expression(comparison.left, in: scope)
    return "Condition(\(left) \(sign) \(try expression(comparison.right, in: scope)))"
  }

  private func isValue(_ expression: ObjectExpression) -> Bool {
    switch expression {
    case .constant: true
    case .variable(let name): parameters[name] != nil
    default: false
    }
  }

  /// A left side that is code already, compared with an expression.
  private func compared(
    _ left: String, _ comparison: ObjectPredicate.Comparison.Operator, _ right: ObjectExpression,
    options: StringOptions, in scope: Scope
  ) throws(GenerationIssue) -> String {
    if case .between = comparison { return try between(left, right, in: scope) }
    let other = try expression(right, in: scope)
    if let sign = Self.sign(of: comparison), options.isEmpty { return "\(left) \(sign) \(other)" }
    let names = DescriptionLiteral.optionNames(options)
    let arguments = ([other] + names).joined(separator: ", ")
    switch comparison {
    case .equal: return "\(left).equals(\(arguments))"
    case .notEqual: return "!\(left).equals(\(arguments))"
    case .beginsWith: return "\(left).hasPrefix(\(arguments))"
    case .endsWith: return "\(left).hasSuffix(\(arguments))"
    case .contains, .like, .matches, .in: return "\(left).\(comparison.rawValue)(\(arguments))"
    default: throw unsupported("an order of texts with options")
    }
  }

  private func between(
    _ left: String, _ right: ObjectExpression, in scope: Scope
  ) throws(GenerationIssue) -> String {
    guard case .aggregate(let bounds) = right, bounds.count == 2 else {
      throw unsupported("BETWEEN with anything but two bounds")
    }
    let lower = try expression(bounds[0], in: scope)
    let upper = try expression(bounds[1], in: scope)
    return "\(left).between(\(lower)...\(upper))"
  }

  static func sign(of comparison: ObjectPredicate.Comparison.Operator) -> String? {
    switch comparison {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    default: nil
    }
  }
}
