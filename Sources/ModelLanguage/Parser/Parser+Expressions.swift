extension Parser {
  mutating func expression() throws(Recovery) -> Expression {
    try nested { parser throws(Recovery) in try parser.ternary() }
  }

  private mutating func ternary() throws(Recovery) -> Expression {
    let start = index
    let condition = try binary(.or)
    guard accept(.question, as: .ternary) else { return condition }
    let first = try expression()
    try expect(.colon, "':' of '? :'", as: .ternary)
    let second = try expression()
    return Expression(.ternary(condition, then: first, else: second), span(from: start))
  }

  private mutating func binary(_ level: Expression.Precedence) throws(Recovery) -> Expression {
    switch level {
    case .ternary: try ternary()
    case .or, .and, .coalesce: try chain(level)
    case .comparison: try comparison()
    case .range: try range()
    case .sum, .term: try arithmetic(level)
    case .unary, .primary: try unary()
    }
  }

  private mutating func chain(_ level: Expression.Precedence) throws(Recovery) -> Expression {
    let start = index
    let sign: Token.Kind = level == .or ? .or : level == .and ? .and : .coalesce
    var operands = [try binary(level.next)]
    while accept(sign) {
      operands.append(try binary(level.next))
      // The parts of a condition are not nested, but each `??` nests the operators
      // after it.
      try checkChain(level == .coalesce ? operands.count * 4 : operands.count)
    }
    guard operands.count > 1 else { return operands[0] }
    let span = span(from: start)
    switch level {
    case .or: return Expression(.or(operands), span)
    case .and: return Expression(.and(operands), span)
    default:
      let last = operands.removeLast()
      return operands.reversed().reduce(last) { right, left in
        Expression(.binary(.coalesce, left, right), left.span.through(span))
      }
    }
  }

  private mutating func comparison() throws(Recovery) -> Expression {
    let start = index
    let left = try binary(.coalesce)
    guard let sign = comparisonSign else { return left }
    advance()
    let right = try binary(.coalesce)
    if comparisonSign != nil {
      throw fail(
        .syntaxError, "comparisons cannot be chained; join two with '&&'", at: span)
    }
    return Expression(.binary(sign, left, right), span(from: start))
  }

  private var comparisonSign: Expression.Operator? {
    switch kind {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .identifier: isWord("in") ? .isIn : nil
    default: nil
    }
  }

  private mutating func range() throws(Recovery) -> Expression {
    let start = index
    if let isHalfOpen = acceptRange(as: .prefix) {
      let upper = try binary(.sum)
      return Expression(
        .range(lower: nil, upper: upper, isHalfOpen: isHalfOpen), span(from: start))
    }
    let lower = try binary(.sum)
    guard let isHalfOpen = acceptRange(as: .range) else { return lower }
    let upper = startsOperand ? try binary(.sum) : nil
    return Expression(
      .range(lower: lower, upper: upper, isHalfOpen: isHalfOpen), span(from: start))
  }

  private mutating func acceptRange(as role: Layout.Role) -> Bool? {
    if accept(.closedRange, as: role) { return false }
    if accept(.halfOpenRange, as: role) { return true }
    return nil
  }

  /// True if an operand can start at the current token, which distinguishes
  /// `1...` from `1...2`.
  private var startsOperand: Bool {
    switch kind {
    case .identifier, .quotedIdentifier, .parameter, .integer, .float, .string, .multilineString,
      .leftParenthesis, .leftBracket, .minus, .dot:
      !isWord("in") && !isWord("as")
    default: false
    }
  }

  private mutating func arithmetic(_ level: Expression.Precedence) throws(Recovery) -> Expression {
    let start = index
    var left = try binary(level.next)
    var count = 0
    while let sign = arithmeticSign(level) {
      advance()
      count += 1
      // Each operator nests the left side.
      try checkChain(count * 4)
      let right = try binary(level.next)
      left = Expression(.binary(sign, left, right), span(from: start))
    }
    return left
  }

  private func arithmeticSign(_ level: Expression.Precedence) -> Expression.Operator? {
    switch (level, kind) {
    case (.sum, .plus): .plus
    case (.sum, .minus): .minus
    case (.term, .star): .times
    case (.term, .slash): .divided
    case (.term, .percent): .remainder
    default: nil
    }
  }

  private mutating func unary() throws(Recovery) -> Expression {
    let start = index
    if accept(.not, as: .prefix) {
      let operand = try nested { parser throws(Recovery) in try parser.unary() }
      return Expression(.not(operand), span(from: start))
    }
    if accept(.minus, as: .prefix) {
      let operand = try nested { parser throws(Recovery) in try parser.unary() }
      return negative(operand, span(from: start))
    }
    return try postfix()
  }

  /// Returns a number with a `-` before it as a single number.
  private func negative(_ operand: Expression, _ span: Span) -> Expression {
    switch operand.kind {
    case .integer(let digits) where !digits.hasPrefix("-"):
      Expression(.integer("-" + digits), span)
    case .float(let digits) where !digits.hasPrefix("-"): Expression(.float("-" + digits), span)
    default: Expression(.negative(operand), span)
    }
  }

  private mutating func postfix() throws(Recovery) -> Expression {
    let start = index
    var result = try primary()
    var count = 0
    while true {
      if kind == .dot {
        advance()
        if let mistake = mistakenDot(from: start) { throw mistake }
        let member = try name("a name after '.'")
        result = Expression(.member(result, member), span(from: start))
      } else if kind == .leftParenthesis, result.isCallable {
        layout.roles[index] = .call
        let arguments = try arguments()
        result = Expression(.call(result, arguments), span(from: start))
      } else {
        return result
      }
      count += 1
      try checkChain(count * 4)
    }
  }
}

extension Expression {
  /// True if parentheses after the expression form a call.
  fileprivate var isCallable: Bool {
    switch kind {
    case .name, .member: true
    default: false
    }
  }
}
