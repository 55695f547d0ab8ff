extension FormatParser {
  /// Reads a literal, a key, a call or an expression in brackets.
  mutating func primary() throws(ObjectPredicateError) -> FormatNode {
    switch token.kind {
    case .string(let text):
      return try leaf(.value(.constant(.string(text))))
    case .integer(let magnitude):
      return try integer(magnitude)
    case .real(let value):
      return try leaf(.value(.constant(.double(value))))
    case .variable(let name):
      note(.variable, name, token.range.lowerBound + 1..<token.range.upperBound)
      return try leaf(.value(.variable(name)))
    case .specifier:
      return try argument()
    case .identifier(let name):
      return try keyOrCall(name)
    case .reserved(let word):
      return try reserved(word)
    case .symbol("#"), .symbol("@"):
      let start = token.range.lowerBound
      let name = try markedKey()
      return made(.value(.keyPath([name], of: .evaluatedObject)), start: start, height: 2)
    case .symbol("("):
      return try bracketed()
    case .symbol("{"):
      return try list()
    default:
      throw unexpected("a value")
    }
  }

  private mutating func integer(_ magnitude: UInt64) throws(ObjectPredicateError) -> FormatNode {
    guard let value = Int64(exactly: magnitude) else {
      throw lexer.error(
        .numberOutOfRange(lexer.text(token.range)), at: token.range,
        suggestion: "write it with a fraction, '.0', for the nearest floating-point number")
    }
    return try leaf(.value(.constant(.integer(value))))
  }

  private mutating func bracketed() throws(ObjectPredicateError) -> FormatNode {
    let start = token.range.lowerBound
    try advance()
    let inner = try node(.or)
    try expect(")")
    return made(inner.content, start: start, height: inner.height)
  }

  private mutating func list() throws(ObjectPredicateError) -> FormatNode {
    let start = token.range.lowerBound
    try advance()
    let (elements, height) = try values(until: "}")
    return made(.value(.list(of: elements)), start: start, height: height + 1)
  }

  /// Reads values that are separated by commas, and the closing bracket after
  /// them.
  mutating func values(
    until end: String
  ) throws(ObjectPredicateError) -> (values: [ObjectExpression], height: Int) {
    var values: [ObjectExpression] = []
    var height = 0
    while !isAt(end) {
      if !values.isEmpty {
        guard isAt(",") else { throw unexpected("',' or '\(end)'") }
        try advance()
      }
      let node = try node(.set)
      values.append(try value(node))
      height = max(height, node.height)
    }
    try advance()
    return (values, height)
  }

  private mutating func reserved(_ word: ReservedWord) throws(ObjectPredicateError) -> FormatNode {
    switch word {
    case .self: return try leaf(.value(.evaluatedObject))
    case .true, .yes: return try leaf(.value(.constant(.boolean(true))))
    case .false, .no: return try leaf(.value(.constant(.boolean(false))))
    case .null, .nil: return try leaf(.value(.constant(.null)))
    case .subquery: return try subquery()
    case .ternary: return try ternary()
    case .cast: return try cast()
    case .function: return try functionCall()
    case .fetch: return try fetch()
    case .anyKey, .apply, .tokenMatches:
      throw lexer.error(.unsupported("'\(word.rawValue)'"), at: token.range)
    default:
      throw reservedWord(token)
    }
  }
}
