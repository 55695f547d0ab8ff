/// A word, number, string, operator or punctuation mark of the language.
struct Token {
  enum Kind: UInt8 {
    case endOfFile
    /// The end of a statement at a line ending. It is not in the list of
    /// tokens, but the parser reports it as the current kind.
    case newline
    /// A character without a meaning in the language.
    case unknown
    case identifier
    /// An identifier in back-ticks.
    case quotedIdentifier
    /// A parameter, `$name`.
    case parameter
    /// The name of a diagnostic, `#Name`.
    case diagnosticName
    /// An attribute such as `@name`, a literal, an operator or a punctuation
    /// mark.
    case attribute, integer, float, string, multilineString, regex, leftBrace, rightBrace
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, comma, colon, semicolon
    case dot, arrow, assign, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, and, or
    case coalesce, question, not, plus, minus, star, slash, percent, closedRange, halfOpenRange
  }

  var kind: Kind
  /// True if a line has ended since the previous token.
  var startsLine: Bool
  var start: Int32
  var end: Int32
}

extension Token.Kind {
  /// True if a token of this kind at the start of a line continues the previous line.
  var continuesLine: Bool {
    switch self {
    case .attribute, .and, .or, .coalesce, .leftBrace: true
    default: false
    }
  }
}

/// A comment with its position.
struct Comment {
  enum Kind {
    /// A line comment, `// ...`.
    case line
    /// A documentation comment, `/// ...`.
    case documentation
    /// A block comment, `/* ... */`.
    case block
  }

  var kind: Kind
  /// True if a line has ended since the previous token or comment.
  var startsLine: Bool
  var start: Int32
  var end: Int32
  /// The index of the token that follows the comment.
  var tokenIndex: Int32
}

/// The tokens and comments of a file.
struct TokenStream {
  /// The tokens. The last one represents the end of the file.
  var tokens: [Token] = []
  /// The comments, in the order of the source.
  var comments: [Comment] = []
}
