/// Reads tokens into a syntax tree by recursive descent.
///
/// Each mistake is reported where it is found, and thrown as `Recovery`. The
/// code that reads the statement catches the error and continues with the next
/// line, so that a mistake affects only one statement.
///
/// 1. A line ending ends a statement, except within parentheses and before a
///    token that continues the line.
/// 2. Nesting is limited by `depthLimit`, and chains are limited by `chainLimit`, so
///    that recursion over the tree does not overflow the stack.
/// 3. The facts about tokens that the formatter needs, including the unreadable
///    statements, are recorded in `layout` while the tokens are read.
struct Parser {
  /// The error that ends the reading of a statement, after a mistake in it has
  /// been reported.
  struct Recovery: Error {}

  /// The maximum depth of nested expressions, types and attributes.
  static let depthLimit = 64
  /// The maximum number of consecutive operators of the same precedence.
  static let chainLimit = 256

  let source: SourceText
  let file: Int32
  let diagnostics: SourceDiagnostics
  let tokens: [Token]
  let comments: [Comment]
  var layout: Layout
  var index = 0
  /// The number of open parentheses and brackets. Within them, line endings are
  /// not significant.
  var parentheses = 0
  /// The number of blocks that have not been closed yet.
  var blockDepth = 0
  /// The number of nested expressions around the current token.
  var depth = 0
  /// The first token of the current statement.
  var statementStart = 0
  /// True if the `model` line has a `{` whose `}` has not been read yet.
  var isWrapped = false
  /// The index of the first comment that has not been considered as
  /// documentation.
  var commentIndex = 0

  init(_ source: SourceText, file: Int32, diagnostics: SourceDiagnostics) {
    var lexer = Lexer(source, file: file, diagnostics: diagnostics)
    let stream = lexer.tokenize()
    self.source = source
    self.file = file
    self.diagnostics = diagnostics
    tokens = stream.tokens
    comments = stream.comments
    layout = Layout(roles: Array(repeating: .none, count: stream.tokens.count))
  }
}

// MARK: - The current token

extension Parser {
  /// The current token.
  var token: Token { tokens[index] }

  /// The kind of the current token, or `.newline` if the statement has ended.
  var kind: Token.Kind {
    // The first token of a statement is at the start of a line, but does not end the
    // statement.
    index == statementStart ? token.kind : kind(of: token)
  }

  /// The kind of the next token, or `.newline` if the statement ends before it.
  var nextKind: Token.Kind {
    index + 1 < tokens.count ? kind(of: tokens[index + 1]) : .endOfFile
  }

  /// Returns the kind of a token that does not begin the statement.
  private func kind(of token: Token) -> Token.Kind {
    token.startsLine && parentheses == 0 && !token.kind.continuesLine ? .newline : token.kind
  }

  /// True if the statement ends before the current token.
  var isAtStatementEnd: Bool {
    switch kind {
    case .newline, .rightBrace, .endOfFile: true
    default: false
    }
  }

  /// The text of the current token.
  var text: String { text(at: index) }

  func text(at index: Int) -> String {
    source.string(Int(tokens[index].start)..<Int(tokens[index].end))
  }

  /// Returns whether the current token is a word, without back-ticks.
  func isWord(_ word: StaticString) -> Bool {
    guard kind == .identifier, Int(token.end - token.start) == word.utf8CodeUnitCount else {
      return false
    }
    return word.withUTF8Buffer { word in
      source.bytes[Int(token.start)..<Int(token.end)].elementsEqual(word)
    }
  }

  func span(at index: Int) -> Span {
    Span(file: file, start: tokens[index].start, end: tokens[index].end)
  }

  /// The span of the current token.
  var span: Span { span(at: index) }

  /// Returns the span from a token to the end of the previous token.
  func span(from start: Int) -> Span {
    Span(file: file, start: tokens[start].start, end: tokens[max(start, index - 1)].end)
  }

  /// The position after the last token that has been read.
  var endOfPrevious: Span {
    guard index > 0 else { return span }
    let end = tokens[index - 1].end
    return Span(file: file, start: end, end: end)
  }
}

// MARK: - Reading tokens

extension Parser {
  /// Moves to the next token.
  mutating func advance() {
    if index + 1 < tokens.count { index += 1 }
  }

  /// Moves to the next token if the current token has the given kind, and
  /// returns true in that case.
  mutating func accept(_ kind: Token.Kind, as role: Layout.Role = .none) -> Bool {
    guard self.kind == kind else { return false }
    if role != .none { layout.roles[index] = role }
    advance()
    return true
  }

  /// Moves to the next token if the current token is the given word, and
  /// returns true in that case.
  mutating func acceptWord(_ word: StaticString) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  /// Moves past a required token.
  mutating func expect(
    _ kind: Token.Kind, _ what: String, as role: Layout.Role = .none
  ) throws(Recovery) {
    guard accept(kind, as: role) else { throw unexpected("expected \(what)") }
  }

  /// Moves past a required word.
  mutating func expectWord(_ word: StaticString) throws(Recovery) {
    guard acceptWord(word) else { throw unexpected("expected '\(word)'") }
  }

  /// Reads a required name.
  mutating func name(_ what: String) throws(Recovery) -> NameSyntax {
    switch kind {
    case .identifier:
      defer { advance() }
      return NameSyntax(text: text, span: span)
    case .quotedIdentifier:
      defer { advance() }
      return NameSyntax(text: String(text.dropFirst().dropLast()), span: span, isQuoted: true)
    case .string where PrintedName.isIdentifier(String(text.dropFirst().dropLast())):
      let name = String(text.dropFirst().dropLast())
      throw fail(
        .foreignSyntax, "\(what) has no quotes here: write '\(name)'", at: span,
        edit: .init(span: span, replacement: name))
    default: throw unexpected("expected \(what)")
    }
  }
}

// MARK: - Mistakes

extension Parser {
  /// Reports a mistake at the current token, unless the lexer has reported it, and
  /// returns the error to throw.
  func unexpected(_ message: String) -> Recovery {
    let message = "\(message), found \(found)"
    switch kind {
    case .unknown: break
    case .newline, .endOfFile:
      diagnostics.add(SourceDiagnostic(.syntaxError, message, at: endOfPrevious))
    default: diagnostics.add(SourceDiagnostic(.syntaxError, message, at: span))
    }
    return Recovery()
  }

  /// Reports a mistake, and returns the error to throw.
  ///
  /// - Parameter edit: The edit that fixes the mistake.
  func fail(
    _ name: DiagnosticName, _ message: String, at span: Span,
    edit: SourceDiagnostic.Edit? = nil
  ) -> Recovery {
    var diagnostic = SourceDiagnostic(name, message, at: span)
    if let edit { diagnostic.edits.append(edit) }
    diagnostics.add(diagnostic)
    return Recovery()
  }

  private var found: String {
    switch kind {
    case .newline: return "the end of the line"
    case .endOfFile: return "the end of the file"
    default:
      let text = text
      return text.count > 30 || text.contains(where: \.isNewline)
        ? "'\(text.prefix(while: { !$0.isNewline }).prefix(20))…'" : "'\(text)'"
    }
  }

  /// Runs a part of the parser that can be nested, one level deeper.
  mutating func nested<Result>(
    _ body: (inout Parser) throws(Recovery) -> Result
  ) throws(Recovery) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw fail(
        .nestedTooDeep, "this is nested deeper than \(Self.depthLimit) levels", at: span)
    }
    return try body(&self)
  }

  /// Reports a chain of operators for which later recursion would need too much
  /// stack.
  func checkChain(_ count: Int) throws(Recovery) {
    guard count <= Self.chainLimit else {
      throw fail(
        .nestedTooDeep,
        "too many operators follow one another here; give a part of them a name of its own",
        at: span)
    }
  }

  /// Skips the rest of an unreadable statement, including braces within it.
  mutating func skipStatement(from start: Int) {
    // Line endings are significant again, regardless of open parentheses.
    parentheses = 0
    var braces = 0
    while token.kind != .endOfFile {
      if braces == 0, token.kind == .rightBrace { break }
      if braces == 0, index > start, token.startsLine, !token.kind.continuesLine,
        !isOperatorStart
      {
        break
      }
      // An unclosed brace must not contain the declarations that follow.
      if braces > 0, token.startsLine, isDeclarationWord { break }
      if token.kind == .leftBrace { braces += 1 }
      if token.kind == .rightBrace { braces -= 1 }
      advance()
    }
    // At least one token is skipped, because the block would otherwise read the
    // same statement forever.
    if index == start, token.kind != .endOfFile { advance() }
    layout.broken.append(start..<max(index, start))
  }

  /// True if the current token closes or continues an earlier part of the statement.
  private var isOperatorStart: Bool {
    switch token.kind {
    case .rightParenthesis, .rightBracket, .comma, .colon, .assign, .arrow: true
    default: false
    }
  }
}
