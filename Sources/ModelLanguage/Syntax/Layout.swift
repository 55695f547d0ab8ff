/// What the parser learnt about tokens that the formatter cannot see by
/// itself.
struct Layout {
  /// What a token is for.
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
    /// `...` and `..<`: no spaces around.
    case range
  }

  /// The role of every token.
  var roles: [Role]
  /// The attributes of every statement that has some: token ranges, in order.
  var attributes: [[Range<Int>]] = []
  /// Token ranges of statements that could not be read.
  var broken: [Range<Int>] = []
}
