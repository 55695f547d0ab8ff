/// Splits the bytes of a file into tokens and comments, in one pass.
struct Lexer {
  let source: SourceText
  let file: Int32
  let diagnostics: SourceDiagnostics
  var offset = 0
  var stream = TokenStream()
  /// True if a line has ended since the last token or comment.
  var sawLineEnd = true
  /// True if a line has ended since the last token.
  var sawLineEndBeforeToken = true

  init(_ source: SourceText, file: Int32, diagnostics: SourceDiagnostics) {
    self.source = source
    self.file = file
    self.diagnostics = diagnostics
    stream.tokens.reserveCapacity(source.bytes.count / 5 + 8)
  }

  /// Returns the tokens and comments of the whole file.
  mutating func tokenize() -> TokenStream {
    if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    while skipBlanks() {
      token()
    }
    append(.endOfFile, from: offset)
    return stream
  }

  /// Returns the byte at a distance from the current position, or 0 past the
  /// end.
  func byte(_ ahead: Int = 0) -> UInt8 {
    let index = offset + ahead
    return index < source.bytes.count ? source.bytes[index] : 0
  }

  var isAtEnd: Bool { offset >= source.bytes.count }

  /// Adds a token that ends at the current position.
  mutating func append(_ kind: Token.Kind, from start: Int) {
    stream.tokens.append(
      Token(
        kind: kind, startsLine: sawLineEndBeforeToken, start: Int32(start), end: Int32(offset)))
    sawLineEnd = false
    sawLineEndBeforeToken = false
  }

  func span(from start: Int, to end: Int? = nil) -> Span {
    Span(file: file, start: Int32(start), end: Int32(end ?? offset))
  }

  /// Skips white space and comments. Returns false at the end of the file.
  private mutating func skipBlanks() -> Bool {
    while !isAtEnd {
      switch byte() {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): offset += 1
      case .lineFeed, .carriageReturn:
        offset += 1
        sawLineEnd = true
        sawLineEndBeforeToken = true
      case UInt8(ascii: "/"):
        guard skipComment() else { return true }
      default: return true
      }
    }
    return false
  }

  private mutating func skipComment() -> Bool {
    let start = offset
    switch byte(1) {
    case UInt8(ascii: "/"):
      let isDocumentation = byte(2) == UInt8(ascii: "/") && byte(3) != UInt8(ascii: "/")
      skipToLineEnd()
      appendComment(isDocumentation ? .documentation : .line, from: start)
    case UInt8(ascii: "*"):
      skipBlockComment()
      appendComment(.block, from: start)
    default: return false
    }
    return true
  }

  private mutating func appendComment(_ kind: Comment.Kind, from start: Int) {
    stream.comments.append(
      Comment(
        kind: kind, startsLine: sawLineEnd, start: Int32(start), end: Int32(offset),
        tokenIndex: Int32(stream.tokens.count)))
    sawLineEnd = false
  }

  mutating func skipToLineEnd() {
    while !isAtEnd, byte() != .lineFeed, byte() != .carriageReturn { offset += 1 }
  }

  /// Skips a block comment. Block comments can be nested, as in Swift.
  private mutating func skipBlockComment() {
    let start = offset
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        offset += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        offset += 2
      } else {
        offset += 1
      }
    } while depth > 0 && !isAtEnd
    offset = min(offset, source.bytes.count)
    guard depth > 0 else { return }
    reportUnterminated("this comment has no end; write '*/'", at: start, to: start + 2)
  }

  func reportUnterminated(_ message: String, at start: Int, to end: Int) {
    diagnostics.add(SourceDiagnostic(.unterminatedText, message, at: span(from: start, to: end)))
  }
}
