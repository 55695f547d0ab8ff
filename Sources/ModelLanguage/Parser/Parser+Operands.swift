extension Parser {
  /// Reads a name, a literal, or an expression in parentheses.
  mutating func primary() throws(Recovery) -> Expression {
    let start = index
    switch kind {
    case .identifier: return try word()
    case .quotedIdentifier:
      let name = try name("a name")
      return Expression(.name(name), name.span)
    case .parameter:
      let name = NameSyntax(text: String(text.dropFirst()), span: span)
      advance()
      return Expression(.parameter(name), name.span)
    case .dot:
      layout.roles[index] = .leadingDot
      advance()
      if let mistake = mistakenDot(from: start) { throw mistake }
      let name = try name("the name of a case after '.'")
      return Expression(
        .caseName(NameSyntax(text: name.text, span: span(from: start))), span(from: start))
    case .leftParenthesis: return try parenthesized()
    case .leftBracket: return try list()
    default: return try literal()
    }
  }

  private mutating func word() throws(Recovery) -> Expression {
    let start = index
    // Without an entity, `find` can be a property.
    if isWord("find"), nextKind == .identifier || nextKind == .quotedIdentifier {
      advance()
      let entity = try name("an entity")
      guard kind == .leftParenthesis else { throw unexpected("expected '('") }
      layout.roles[index] = .call
      let arguments = try arguments()
      return Expression(.find(entity: entity, arguments), span(from: start))
    }
    let name = try name("a name")
    switch name.text {
    case "true": return Expression(.boolean(true), name.span)
    case "false": return Expression(.boolean(false), name.span)
    case "nil": return Expression(.null, name.span)
    default: return Expression(.name(name), name.span)
    }
  }

  private mutating func parenthesized() throws(Recovery) -> Expression {
    layout.roles[index] = .typeStart
    advance()
    parentheses += 1
    let inner = try expression()
    try closeParenthesis()
    return inner
  }

  private mutating func list() throws(Recovery) -> Expression {
    let start = index
    layout.roles[index] = .typeStart
    advance()
    parentheses += 1
    var elements: [Expression] = []
    while kind != .rightBracket {
      elements.append(try expression())
      guard accept(.comma) else { break }
    }
    guard kind == .rightBracket else { throw unexpected("expected ',' or ']'") }
    parentheses -= 1
    advance()
    return Expression(.list(elements), span(from: start))
  }

  /// Reads a `)`. Afterwards, line endings are significant again.
  mutating func closeParenthesis() throws(Recovery) {
    guard kind == .rightParenthesis else { throw unexpectedOperator("expected ')'") }
    parentheses -= 1
    advance()
  }

  /// Reads arguments in parentheses. The current token is the `(`.
  mutating func arguments() throws(Recovery) -> [ArgumentSyntax] {
    advance()
    parentheses += 1
    var arguments: [ArgumentSyntax] = []
    while kind != .rightParenthesis {
      arguments.append(try argument())
      guard accept(.comma) else { break }
    }
    guard kind == .rightParenthesis else { throw unexpectedOperator("expected ',' or ')'") }
    parentheses -= 1
    advance()
    return arguments
  }

  private mutating func argument() throws(Recovery) -> ArgumentSyntax {
    let start = index
    let label = try label()
    if kind == .diagnosticName {
      let name = NameSyntax(text: String(text.dropFirst()), span: span)
      advance()
      return ArgumentSyntax(label: label, value: .diagnosticName(name), span: name.span)
    }
    let value = try expression()
    return ArgumentSyntax(label: label, value: .expression(value), span: span(from: start))
  }

  private mutating func label() throws(Recovery) -> NameSyntax? {
    guard nextKind == .colon else { return nil }
    switch kind {
    case .identifier, .quotedIdentifier:
      let label = try name("a label")
      advance()
      return label
    case .string:
      let span = span
      let text = try textValue()
      advance()
      return NameSyntax(text: text, span: span)
    default: return nil
    }
  }

  private mutating func literal() throws(Recovery) -> Expression {
    let span = span
    switch kind {
    case .integer, .float:
      let digits = text.filter { $0 != "_" }
      let isInteger = kind == .integer
      advance()
      return Expression(isInteger ? .integer(digits) : .float(digits), span)
    case .string, .multilineString: return Expression(.text(try textValue()), span)
    case .regex:
      let pattern = TextLiteral.pattern(of: text)
      advance()
      return Expression(.regex(pattern), span)
    default: throw unexpected("expected a value or a name")
    }
  }

  /// Reads the value of a string literal.
  mutating func textValue() throws(Recovery) -> String {
    let token = token
    let bytes = source.bytes[Int(token.start)..<Int(token.end)]
    guard kind == .string || kind == .multilineString else {
      throw unexpected("expected a text in quotes")
    }
    advance()
    do throws(TextLiteral.Diagnostic) {
      return token.kind == .string
        ? try TextLiteral.value(of: bytes) : try TextLiteral.multilineValue(of: bytes)
    } catch {
      let start = token.start + Int32(error.offset)
      throw fail(
        .invalidLiteral, error.message,
        at: Span(file: file, start: start, end: max(start + 1, token.end)))
    }
  }
}
