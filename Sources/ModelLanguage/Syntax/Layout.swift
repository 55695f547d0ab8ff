/// The facts about tokens that the formatter needs from the parser.
struct Layout {
  /// The role of a token, which determines the white space around it.
  enum Role: UInt8 {
    case none
    /// The first token of a statement.
    case statement
    /// `{` and `}` around statements.
    case blockStart
    case blockEnd
    /// `<`, `>`, `?`, `[`, `]`, `(`, `)` without spaces inside.
    case typeStart
    case typeEnd
    /// `-` or `!` before its operand.
    case prefix
    /// The `(` of a call, which has no space before it.
    case call
    /// The `.` of `.name`, which can have a space before it.
    case leadingDot
    /// `?` and `:` of `a ? b : c`.
    case ternary
    /// `...` and `..<` after an operand, without spaces around them.
    case range
    /// `{` and `}` around names on one line or several.
    case listStart
    case listEnd
  }

  /// The role of each token, by the index of the token.
  var roles: [Role]
  /// The number of blocks that enclose the first token of each statement, and
  /// each `{` and `}` of a block.
  var levels: [Int: Int] = [:]
  /// The attributes of each statement that has attributes, as token ranges in order.
  var attributes: [[Range<Int>]] = []
  /// The token ranges of unreadable statements.
  var broken: [Range<Int>] = []
}
