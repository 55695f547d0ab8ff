extension FormatParser {
  /// Reads a key or, if a bracket or a colon follows the name, a function call.
  mutating func keyOrCall(_ name: String) throws(ObjectPredicateError) -> FormatNode {
    let range = token.range
    let start = range.lowerBound
    try advance()
    guard isAt(":") || isAt("(") else {
      note(.key, name, range)
      return made(.value(.keyPath([name], of: .evaluatedObject)), start: start, height: 2)
    }
    var selector = name
    while isAt(":") {
      selector += ":"
      try advance()
      if !isAt("("), let part = selectorPart() {
        selector += part
        try advance()
      }
    }
    try expect("(")
    let (values, height) = try values(until: ")")
    let canonical = PredicateFunction.canonicalName(selector, argumentCount: values.count)
    return made(.value(.function(canonical, values)), start: start, height: height + 1)
  }

  private func selectorPart() -> String? {
    switch token.kind {
    case .identifier(let name): name
    case .reserved: lexer.text(token.range)
    default: nil
    }
  }

  /// Reads `SUBQUERY(collection, $variable, condition)`.
  mutating func subquery() throws(ObjectPredicateError) -> FormatNode {
    let start = try openCall()
    let collection = try node(.set)
    let source = try value(collection)
    try expect(",")
    guard case .variable(let name) = token.kind else { throw unexpected("a variable, as in '$x'") }
    try advance()
    try expect(",")
    let inner = try node(.or)
    let condition = try condition(inner)
    try expect(")")
    let height = 1 + max(collection.height, inner.height)
    return made(
      .value(.subquery(source, variable: name, condition)), start: start, height: height)
  }

  /// Reads `TERNARY(condition, value, value)`.
  mutating func ternary() throws(ObjectPredicateError) -> FormatNode {
    let start = try openCall()
    let test = try node(.or)
    let condition = try condition(test)
    try expect(",")
    let first = try node(.set)
    let whenTrue = try value(first)
    try expect(",")
    let second = try node(.set)
    let whenFalse = try value(second)
    try expect(")")
    let content = ObjectExpression.conditional(condition, then: whenTrue, else: whenFalse)
    let height = 1 + max(test.height, first.height, second.height)
    return made(.value(content), start: start, height: height)
  }

  /// Reads `CAST(value, 'Type')`. If the value is a literal, the cast becomes a
  /// constant. The type can also be the name of an entity, which the checker
  /// resolves.
  mutating func cast() throws(ObjectPredicateError) -> FormatNode {
    let start = try openCall()
    let operand = try node(.set)
    let value = try value(operand)
    try expect(",")
    let range = token.range
    let (name, type) = try castType(of: value)
    if type == nil { note(quoted: .entity, name, range) }
    try expect(")")
    guard let type, let constant = try literal(value, type, at: operand.range) else {
      let content = ObjectExpression.cast(value, type: type?.rawValue ?? name)
      return made(.value(content), start: start, height: operand.height + 1)
    }
    return made(.value(.constant(constant)), start: start, height: 1)
  }

  private func literal(
    _ value: ObjectExpression, _ type: CastType, at range: Range<Int>
  ) throws(ObjectPredicateError) -> ConstantValue? {
    guard case .constant(let constant) = value else { return nil }
    do {
      return try type.literal(of: constant)
    } catch {
      let suggestion =
        type == .date ? "give the seconds since 2001-01-01 00:00 UTC, or a Date for '%@'" : nil
      throw lexer.error(error.reason, at: range, suggestion: suggestion)
    }
  }

  /// Reads the name of a type, and returns it together with the type. The type
  /// is nil if the name can only be the name of an entity.
  private mutating func castType(
    of value: ObjectExpression
  ) throws(ObjectPredicateError) -> (name: String, CastType?) {
    guard case .string(let name) = token.kind else {
      throw unexpected("the name of a type in quotes")
    }
    let type = CastType(name)
    if type == nil, case .constant = value {
      throw lexer.error(
        .unknownType(name), at: token.range,
        suggestion: nearestSuggestion(for: name, in: CastType.allCases.map(\.rawValue)))
    }
    try advance()
    return (name, type)
  }

  /// Reads `FUNCTION(target, 'selector:', arguments)` as a call of the function
  /// with the name of the selector. The first argument of the call is the
  /// target.
  mutating func functionCall() throws(ObjectPredicateError) -> FormatNode {
    let start = try openCall()
    let target = try node(.set)
    let first = try value(target)
    try expect(",")
    guard case .string(let name) = token.kind, isSelector(name) else {
      throw unexpected("the name of a function in quotes")
    }
    try advance()
    if isAt(",") {
      try advance()
    } else if !isAt(")") {
      throw unexpected("',' or ')'")
    }
    let (rest, height) = try values(until: ")")
    let content = ObjectExpression.function(name, [first] + rest)
    return made(.value(content), start: start, height: 1 + max(target.height, height))
  }

  /// Returns whether the given name can be printed as the name of a call.
  private func isSelector(_ name: String) -> Bool {
    let parts = name.split(separator: ":", omittingEmptySubsequences: true)
    guard let first = parts.first, name.utf8.first != UInt8(ascii: ":"),
      ReservedWord(String(first)) == nil
    else { return false }
    return parts.allSatisfy { FormatLexer.isIdentifier(String($0)) }
  }

  private mutating func openCall() throws(ObjectPredicateError) -> Int {
    let start = token.range.lowerBound
    try advance()
    try expect("(")
    return start
  }
}

extension FormatLexer {
  /// Returns whether a string consists of a single name.
  static func isIdentifier(_ text: String) -> Bool {
    var lexer = FormatLexer(text)
    return lexer.identifier() != nil && lexer.position == lexer.bytes.count
  }
}
