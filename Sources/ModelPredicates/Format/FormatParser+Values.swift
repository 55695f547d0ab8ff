extension FormatParser {
  /// Reads a minus sign and its operand as a value. The sign of a literal
  /// becomes part of the number; any other value is multiplied by -1.
  mutating func minus() throws(ObjectPredicateError) -> FormatNode {
    let start = token.range.lowerBound
    try advance()
    if case .integer(Int64.min.magnitude) = token.kind {
      try advance()
      return made(.value(.constant(.integer(.min))), start: start, height: 1)
    }
    let operand = try node(.prefix)
    let value = try value(operand)
    if let number = negated(value) {
      // The sign adds no height, because the number is printed with its sign and the
      // text must remain readable.
      return made(.value(number), start: start, height: operand.height)
    }
    let product = ObjectExpression.function(
      Arithmetic.multiply.rawValue, [value, .constant(.integer(-1))])
    return made(.value(product), start: start, height: operand.height + 1)
  }

  private func negated(_ value: ObjectExpression) -> ObjectExpression? {
    guard case .constant(let constant) = value else { return nil }
    return switch constant {
    case .integer(.min): .constant(.double(-Double(Int64.min)))
    case .integer(let integer): .constant(.integer(-integer))
    case .double(let double): .constant(.double(-double))
    case .decimal(let decimal): .constant(.decimal(-decimal))
    default: nil
    }
  }

  mutating func onesComplement() throws(ObjectPredicateError) -> FormatNode {
    let start = token.range.lowerBound
    try advance()
    let operand = try node(.prefix)
    let content = ObjectExpression.function(
      NumberFunction.onesComplement.rawValue, [try value(operand)])
    return made(.value(content), start: start, height: operand.height + 1)
  }

  /// Reads a term, and the keys and indexes after it.
  mutating func postfix() throws(ObjectPredicateError) -> FormatNode {
    var node = try primary()
    while isAt(".") || isAt("[") {
      // A condition in brackets ends here, because it has no keys.
      guard case .value(let base) = node.content else { break }
      node = isAt(".") ? try keys(of: base, node) : try element(of: base, node)
      try checkHeight(node)
    }
    return node
  }

  /// Reads all keys after a value as one node, so that a long path does not
  /// make the tree higher.
  private mutating func keys(
    of base: ObjectExpression, _ node: FormatNode
  ) throws(ObjectPredicateError) -> FormatNode {
    var names: [String] = []
    while isAt(".") {
      try advance()
      names += try segment()
    }
    let path =
      if case .keyPath = base, isBracketed(node) {
        ObjectExpression.path(names, of: base)
      } else {
        joined(names, to: base)
      }
    return made(.value(path), start: node.range.lowerBound, height: node.height + 1)
  }

  private func isBracketed(_ node: FormatNode) -> Bool {
    lexer.bytes[node.range.lowerBound] == UInt8(ascii: "(")
  }

  /// Appends names to a path that is not in brackets. If the path contains a
  /// collection operator, this also applies to the values of the new names.
  private func joined(_ names: [String], to base: ObjectExpression) -> ObjectExpression {
    guard case .keyPath(let first, of: let root) = base else { return .keyPath(names, of: base) }
    return .keyPath(first + names, of: root)
  }

  /// Reads a key, a collection operator or a `%K` after a dot. A reserved word
  /// in this position can only be a key.
  private mutating func segment() throws(ObjectPredicateError) -> [String] {
    switch token.kind {
    case .identifier(let name):
      note(.key, name, token.range)
      try advance()
      return [name]
    case .reserved:
      let name = lexer.text(token.range)
      note(.key, name, token.range)
      try advance()
      return [name]
    case .symbol("#"), .symbol("@"):
      return [try markedKey()]
    case .specifier("K"):
      return try keyPathArgument()
    default:
      throw unexpected("a key")
    }
  }

  /// Reads `#word` or `@operator`, and returns the name of the key.
  mutating func markedKey() throws(ObjectPredicateError) -> String {
    let mark = isAt("@") ? "@" : ""
    try advance()
    guard token.range.lowerBound == previousEnd else { throw unexpected("a key") }
    if mark.isEmpty { note(.key, lexer.text(token.range), token.range, isMarked: true) }
    switch token.kind {
    case .identifier(let name):
      try advance()
      return mark + name
    case .variable(let name) where mark.isEmpty:
      try advance()
      return "$" + name
    case .reserved:
      let name = lexer.text(token.range)
      try advance()
      return mark + name
    default:
      throw unexpected("a key")
    }
  }

  private mutating func element(
    of base: ObjectExpression, _ node: FormatNode
  ) throws(ObjectPredicateError) -> FormatNode {
    try expect("[")
    let start = node.range.lowerBound
    if case .reserved(let word) = token.kind, let index = Self.namedIndexes[word] {
      try advance()
      try expect("]")
      return made(.value(.element(index, of: base)), start: start, height: node.height + 1)
    }
    if case .string(let key) = token.kind { note(quoted: .key, key, token.range) }
    let inner = try self.node(.set)
    let index = ObjectExpression.Index.expression(try value(inner))
    try expect("]")
    let height = 1 + max(node.height, inner.height)
    return made(.value(.element(index, of: base)), start: start, height: height)
  }

  private static let namedIndexes: [ReservedWord: ObjectExpression.Index] = [
    .first: .first, .last: .last, .size: .size,
  ]
}
