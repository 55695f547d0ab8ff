extension Parser {
  /// Reports the token after a complete expression, which is an operator of
  /// another language or an unexpected token, and returns the error to throw.
  func unexpectedOperator(_ message: String) -> Recovery {
    if kind == .assign {
      return fail(
        .foreignSyntax, "'=' gives a value; write '==' to compare", at: span,
        edit: .init(span: span, replacement: "=="))
    }
    if let word = prefixWord {
      var whole = span(at: index - 1)
      whole.end = token.start
      return fail(
        .foreignSyntax, "'\(text(at: index - 1))' is not used here; \(word.cure)",
        at: span(at: index - 1), edit: .init(span: whole, replacement: word.replacement))
    }
    guard kind == .identifier, let sign = ForeignWords.operators[text.lowercased()] else {
      return unexpected(message)
    }
    // Only a person can move the operand into the parentheses of the replacement.
    let isPlain = !sign.contains("(")
    return fail(
      .foreignSyntax, "'\(text)' is not used here; write '\(sign)'", at: span,
      edit: isPlain ? .init(span: span, replacement: sign) : nil)
  }

  /// A word from another language before the current token, as in `not x` and
  /// `sort by x`, or nil if there is none.
  private var prefixWord: (cure: String, replacement: String)? {
    guard index > 0, tokens[index - 1].kind == .identifier, !token.startsLine else { return nil }
    switch (text(at: index - 1).lowercased(), kind) {
    case ("not", .identifier), ("not", .quotedIdentifier), ("not", .parameter):
      return ("write '!'", "!")
    case ("by", .identifier), ("by", .quotedIdentifier): return ("leave the word out", "")
    default: return nil
    }
  }

  /// Reports a number without its first or last digit, or a range with two
  /// dots. Returns nil if the current token, which follows a dot, belongs to
  /// neither.
  ///
  /// - Parameter start: The first token of the number.
  func mistakenDot(from start: Int) -> Recovery? {
    let isBehindNumber = tokens[start].kind == .integer
    switch kind {
    case .dot where isBehindNumber:
      var dots = span(at: index - 1)
      dots.end = span.end
      return fail(.syntaxError, "a range is written '...', or '..<' without its end", at: dots)
    case .integer, .float:
      guard !isBehindNumber else { return nil }
      let digits = text
      return fail(
        .invalidLiteral, "a number begins with a digit: write '0.\(digits)'",
        at: span(at: index - 1).through(span),
        edit: .init(span: span(at: index - 1).through(span), replacement: "0.\(digits)"))
    default:
      guard isBehindNumber, kind != .identifier, kind != .quotedIdentifier else { return nil }
      let (number, stretch) = (text(at: start), span(from: start))
      diagnostics.add(
        SourceDiagnostic(
          .invalidLiteral, "a number ends with a digit: write '\(number)' or '\(number).0'",
          at: stretch
        ).replacing(stretch, with: [number, number + ".0"]))
      return Recovery()
    }
  }
}
