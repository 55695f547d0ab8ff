/// The parser's knowledge of tokens that the formatter cannot see by itself.
struct Layout {
  /// The role of a token.
  enum Role: UInt8 {
    case none
    /// First token of a statement.
    case statement
    /// `{` and `}` around statements.
    case blockStart
    case blockEnd
    /// `<`, `>`, `?`, `[`, `]`, `(`, `)` without spaces inside.
    case typeStart
    case typeEnd
    /// `-` or `!` before its operand.
    case prefix
    /// `(` of a call: no space before it.
    case call
    /// `.` of `.name`: a space may stand before it.
    case leadingDot
    /// `?` and `:` of `a ? b : c`.
    case ternary
    /// `...` and `..<` behind an operand: no spaces around.
    case range
    /// `{` and `}` around names on one line or many.
    case listStart
    case listEnd
  }

  /// The role of every token.
  var roles: [Role]
  /// The number of blocks around every first token of a statement, and around
  /// every `{` and `}` that stands around statements.
  var levels: [Int: Int] = [:]
  /// The attributes of every statement that has some: token ranges, in order.
  var attributes: [[Range<Int>]] = []
  /// Token ranges of statements that could not be read.
  var broken: [Range<Int>] = []
}
