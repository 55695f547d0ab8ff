/// A word, number, text or sign of the language.
struct Token {
  /// The kind of a token.
  enum Kind: UInt8 {
    case endOfFile
    /// The end of a line that ends a statement: no token, but the parser sees
    /// one.
    case newline
    /// A character that the language does not know.
    case unknown
    case identifier
    /// An identifier in back-ticks.
    case quotedIdentifier
    /// `$name`
    case parameter
    /// `#Name`
    case diagnosticName
    /// `@name`
    case attribute, integer, float, string, multilineString, regex, leftBrace, rightBrace
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, comma, colon, semicolon
    case dot, arrow, assign, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, and, or
    case coalesce, question, not, plus, minus, star, slash, percent, closedRange, halfOpenRange
  }

  var kind: Kind
  /// A Boolean value that says whether a line ended since the token before.
  var startsLine: Bool
  var start: Int32
  var end: Int32
}

extension Token.Kind {
  /// A Boolean value that says whether a token of this kind at the start of a
  /// line continues the line before.
  var continuesLine: Bool {
    switch self {
    case .attribute, .and, .or, .coalesce, .leftBrace: true
    default: false
    }
  }
}

/// A comment and where it stands.
struct Comment {
  /// The kind of a comment.
  enum Kind {
    /// `// ...`
    case line
    /// `/// ...`
    case documentation
    /// `/* ... */`
    case block
  }

  var kind: Kind
  /// A Boolean value that says whether a line ended since the token or comment
  /// before.
  var startsLine: Bool
  var start: Int32
  var end: Int32
  /// Index of the token that follows.
  var tokenIndex: Int32
}

/// Everything the lexer found in a file.
struct TokenStream {
  /// The tokens; the last one is the end of the file.
  var tokens: [Token] = []
  /// The comments, in order.
  var comments: [Comment] = []
}
