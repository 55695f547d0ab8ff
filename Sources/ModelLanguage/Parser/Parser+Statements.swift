extension Parser {
  /// Reads the braces of a block and the statements in it, up to the `}` or the
  /// end of the file.
  ///
  /// - Returns: The span of the `}`, or nil if it is missing.
  mutating func block(
    _ what: String, _ statement: (inout Parser) throws(Recovery) -> Void
  ) throws(Recovery) -> Span? {
    guard kind == .leftBrace else { throw unexpected("expected '{' and \(what)") }
    let opening = span
    layout.roles[index] = .blockStart
    layout.levels[index] = blockDepth
    advance()
    blockDepth += 1
    defer { blockDepth -= 1 }
    while token.kind != .endOfFile {
      if token.kind == .rightBrace {
        layout.roles[index] = .blockEnd
        layout.levels[index] = blockDepth - 1
        let closing = span
        advance()
        return closing
      }
      // A `}` is missing here. The declaration must not become a part of this
      // block.
      if token.startsLine, isDeclarationWord { break }
      self.statement(statement)
    }
    // An unterminated comment extends to the end of the file, so the missing
    // brace is not also reported.
    guard !diagnostics.contains(.unterminatedText, in: span.file) else { return nil }
    diagnostics.add(
      SourceDiagnostic(.missingBrace, "this '{' has no '}'", at: opening)
        .note("'}' is missing before this", at: span))
    return nil
  }

  /// Reads a statement up to its end, or skips it if it cannot be read.
  mutating func statement(_ body: (inout Parser) throws(Recovery) -> Void) {
    let start = index
    statementStart = index
    layout.roles[index] = .statement
    layout.levels[index] = blockDepth
    parentheses = 0
    depth = 0
    do throws(Recovery) {
      try body(&self)
      try endOfStatement()
    } catch {
      // The role of the first token may have been changed while the statement
      // was read.
      layout.roles[start] = .statement
      skipStatement(from: start)
    }
  }

  /// Reports any token other than a line ending, a `}` or the end of the file.
  mutating func endOfStatement() throws(Recovery) {
    guard !isAtStatementEnd else { return }
    switch kind {
    case .semicolon: throw needless("no ';' is needed: the line end ends the line")
    case .comma: throw needless("no ',' is needed: every property has its own line")
    case .not: throw needless("no '!' is needed: a type without '?' is required")
    case .assign where !Self.clauseWords.contains(text(at: statementStart)):
      throw unexpected("expected the end of the line")
    default: throw unexpectedOperator("expected the end of the line")
    }
  }

  private func needless(_ message: String) -> Recovery {
    fail(.foreignSyntax, message, at: span, edit: .init(span: span, replacement: ""))
  }

  /// True if the current token starts a declaration in the file.
  var isDeclarationWord: Bool {
    guard token.kind == .identifier, nextKind == .identifier || nextKind == .quotedIdentifier
    else { return false }
    return Self.declarationWords.contains(text)
  }

  static let declarationWords: Set = [
    "model", "typealias", "enum", "composite", "abstract", "entity", "configuration", "query",
    "migration",
  ]

  /// Reads the documentation of the current token, which consists of the `///`
  /// lines directly above it, and returns it, or nil if there is none.
  mutating func documentation() -> String? {
    while commentIndex < comments.count, Int(comments[commentIndex].tokenIndex) < index {
      commentIndex += 1
    }
    var lines: [String] = []
    while commentIndex < comments.count, Int(comments[commentIndex].tokenIndex) == index {
      let comment = comments[commentIndex]
      if comment.kind == .documentation {
        lines.append(documentationLine(comment))
      } else {
        // A comment between the lines and the declaration separates them.
        lines = []
      }
      commentIndex += 1
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private func documentationLine(_ comment: Comment) -> String {
    var start = Int(comment.start) + 3
    if start < Int(comment.end), source.bytes[start] == UInt8(ascii: " ") { start += 1 }
    var end = Int(comment.end)
    while end > start, source.bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return source.string(start..<end)
  }
}
