// Functions and arithmetic, as far as the typed builder supports them. An operand has
// only one operation, since type checking takes long for more.

extension BuilderText {
  /// A function of an expression as code.
  func call(
    _ name: String, _ arguments: [ObjectExpression], in scope: Scope
  ) throws(Wordless) -> String {
    guard let type = functionType(name, arguments, in: scope) else { throw Wordless() }
    guard let first = arguments.first else { return "ValueExpression.now" }
    let operand = try expression(first, in: scope)
    if let function = TextFunction(rawValue: name) { return "\(operand).\(function.word)" }
    guard let sign = Self.sign(of: name), arguments.count == 2,
      fits(arguments[1], type, in: scope)
    else { throw Wordless() }
    return "\(operand) \(sign) \(SwiftConstant.operand(try right(arguments[1], type, in: scope)))"
  }

  /// The type of a function's value; nil if the builder has no function for it.
  func functionType(
    _ name: String, _ arguments: [ObjectExpression], in scope: Scope
  ) -> ExpressionType? {
    if name == "now", arguments.isEmpty {
      return .date
    }
    guard let first = arguments.first, case .keyPath = first,
      let type = type(of: first, in: scope)?.attribute
    else { return nil }
    let isKnown = TextFunction(rawValue: name) != nil ? type == .string : type.isNumber
    return isKnown ? .attribute(type) : nil
  }

  /// True if an expression is an operation, which needs parentheses in a call.
  static func isOperation(_ expression: ObjectExpression) -> Bool {
    if case .function(let name, _) = expression { sign(of: name) != nil } else { false }
  }

  /// True if the second operand has the type of the first, and cannot be nil.
  private func fits(_ operand: ObjectExpression, _ type: ExpressionType, in scope: Scope) -> Bool {
    guard let type = type.attribute else { return false }
    switch operand {
    case .constant(.integer): return true
    case .constant(.double), .constant(.decimal): return !type.isInteger
    case .variable(let name):
      if case .attribute? = parameters[name]?.type { return true }
      return false
    case .keyPath: return true
    case .constant, .evaluatedObject, .element, .function, .aggregate, .set, .subquery,
      .conditional, .cast:
      return false
    }
  }

  /// The sign that the builder has for an operation on two numbers.
  private static func sign(of function: String) -> String? {
    Arithmetic(rawValue: function).flatMap { $0.isElementary ? $0.sign : nil }
  }
}

extension TextFunction {
  /// The name of the operation in the builder.
  fileprivate var word: String {
    switch self {
    case .canonical: "canonical"
    case .lowercase: "lowercased"
    case .uppercase: "uppercased"
    }
  }
}
