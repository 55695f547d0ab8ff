/// Reads tokens into a syntax tree by recursive descent.
///
/// Every mistake is reported where it is noticed and thrown as `Recovery`;
/// the statement that holds it catches that and goes on with the next line,
/// so that one mistake costs one statement.
///
/// 1. A line end ends a statement, but not within parentheses, nor before a
///    token that can only go on with a line.
/// 2. Nothing nests deeper than `depthLimit`, and no chain is longer than
///    `chainLimit`, so that whoever descends into the tree has stack for it.
/// 3. What the formatter needs to know of a token is noted in `layout` while it
///    is read; what could not be read is noted there as broken.
struct Parser {
  /// A mistake that has been reported.
  struct Recovery: Error {}

  /// The greatest depth of nested expressions, types and attributes.
  static let depthLimit = 64
  /// The greatest number of operators of one level in a row.
  static let chainLimit = 256

  let source: SourceText
  let file: Int32
  let diagnostics: SourceDiagnostics
  let tokens: [Token]
  let comments: [Comment]
  var layout: Layout
  var index = 0
  /// The number of open parentheses and brackets: line ends do not count
  /// within.
  var parentheses = 0
  /// The number of open blocks.
  var blockDepth = 0
  /// The number of nested expressions around the current token.
  var depth = 0
  /// The token that the current statement starts with.
  var statementStart = 0
  /// A Boolean value that says whether the `model` line has a `{` whose `}` is still to come.
  var isWrapped = false
  /// The first comment that no documentation has looked at yet.
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

// MARK: - Looking

extension Parser {
  /// The current token.
  var token: Token { tokens[index] }

  /// Kind of the current token, or `.newline` where the statement has ended.
  var kind: Token.Kind {
    // The token that a statement begins with starts a line too.
    index == statementStart ? token.kind : kind(of: token)
  }

  /// Kind of the token after the current one, or `.newline` where the statement
  /// ends before it.
  var nextKind: Token.Kind {
    index + 1 < tokens.count ? kind(of: tokens[index + 1]) : .endOfFile
  }

  /// Kind of a token that does not begin the statement.
  private func kind(of token: Token) -> Token.Kind {
    token.startsLine && parentheses == 0 && !token.kind.continuesLine ? .newline : token.kind
  }

  /// A Boolean value that says whether the statement ends before the current
  /// token.
  var isAtStatementEnd: Bool {
    switch kind {
    case .newline, .rightBrace, .endOfFile: true
    default: false
    }
  }

  /// Text of the current token.
  var text: String { text(at: index) }

  /// Text of a token.
  func text(at index: Int) -> String {
    source.string(Int(tokens[index].start)..<Int(tokens[index].end))
  }

  /// Returns whether the current token is this word, without back-ticks.
  func isWord(_ word: StaticString) -> Bool {
    guard kind == .identifier, Int(token.end - token.start) == word.utf8CodeUnitCount else {
      return false
    }
    return word.withUTF8Buffer { word in
      source.bytes[Int(token.start)..<Int(token.end)].elementsEqual(word)
    }
  }

  /// The stretch of a token.
  func span(at index: Int) -> Span {
    Span(file: file, start: tokens[index].start, end: tokens[index].end)
  }

  /// The stretch of the current token.
  var span: Span { span(at: index) }

  /// Returns the span from a token to the end of the one before the current.
  func span(from start: Int) -> Span {
    Span(file: file, start: tokens[start].start, end: tokens[max(start, index - 1)].end)
  }

  /// The place right after the last token that was read.
  var endOfPrevious: Span {
    guard index > 0 else { return span }
    let end = tokens[index - 1].end
    return Span(file: file, start: end, end: end)
  }
}

// MARK: - Moving

extension Parser {
  /// Goes to the next token.
  mutating func advance() {
    if index + 1 < tokens.count { index += 1 }
  }

  /// Goes on if the current token is of a kind.
  mutating func accept(_ kind: Token.Kind, as role: Layout.Role = .none) -> Bool {
    guard self.kind == kind else { return false }
    if role != .none { layout.roles[index] = role }
    advance()
    return true
  }

  /// Goes on if the current token is a word.
  mutating func acceptWord(_ word: StaticString) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  /// Goes on over a token that has to be there.
  mutating func expect(
    _ kind: Token.Kind, _ what: String, as role: Layout.Role = .none
  ) throws(Recovery) {
    guard accept(kind, as: role) else { throw unexpected("expected \(what)") }
  }

  /// Goes on over a word that has to be there.
  mutating func expectWord(_ word: StaticString) throws(Recovery) {
    guard acceptWord(word) else { throw unexpected("expected '\(word)'") }
  }

  /// A name that has to be there.
  mutating func name(_ what: String) throws(Recovery) -> NameSyntax {
    switch kind {
    case .identifier:
      defer { advance() }
      return NameSyntax(text: text, span: span)
    case .quotedIdentifier:
      defer { advance() }
      return NameSyntax(text: String(text.dropFirst().dropLast()), span: span, isQuoted: true)
    default: throw unexpected("expected \(what)")
    }
  }
}

// MARK: - Mistakes

extension Parser {
  /// Reports a mistake at the current token, unless the lexer has done so.
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

  /// Reports a mistake.
  ///
  /// - Parameter edit: the change that cures it.
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

  /// Runs what may nest, one level deeper.
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

  /// Reports a chain of operators that would take too much stack later.
  func checkChain(_ count: Int) throws(Recovery) {
    guard count <= Self.chainLimit else {
      throw fail(
        .nestedTooDeep,
        "too many operators follow one another here; give a part of them a name of its own",
        at: span)
    }
  }

  /// Skips the rest of a statement that could not be read, with the braces
  /// in it.
  mutating func skipStatement(from start: Int) {
    // Line ends count again, whatever was open.
    parentheses = 0
    var braces = 0
    while token.kind != .endOfFile {
      if braces == 0, token.kind == .rightBrace { break }
      if braces == 0, index > start, token.startsLine, !token.kind.continuesLine,
        !isOperatorStart
      {
        break
      }
      // A brace that was never closed must not swallow what follows it.
      if braces > 0, token.startsLine, isDeclarationWord { break }
      if token.kind == .leftBrace { braces += 1 }
      if token.kind == .rightBrace { braces -= 1 }
      advance()
    }
    // At least one token, or the block would read the same statement for ever.
    if index == start, token.kind != .endOfFile { advance() }
    layout.broken.append(start..<max(index, start))
  }

  /// A Boolean value that says whether the current token closes or continues
  /// something that began before it.
  private var isOperatorStart: Bool {
    switch token.kind {
    case .rightParenthesis, .rightBracket, .comma, .colon, .assign, .arrow: true
    default: false
    }
  }
}
