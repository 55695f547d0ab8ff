/// A word or symbol in a format string.
struct FormatToken {
  enum Kind: Equatable {
    /// The end of the text.
    case end
    /// The name of a key or function; reserved words have their own case.
    case identifier(String)
    case reserved(ReservedWord)
    /// A quoted string, with its escapes resolved.
    case string(String)
    /// An integer without its sign, so that the least `Int64` can be written.
    case integer(UInt64)
    case real(Double)
    /// `$name`, without the dollar sign.
    case variable(String)
    /// A specifier such as `%@`, without the percent sign.
    case specifier(String)
    /// An operator or a bracket.
    case symbol(String)
  }

  let kind: Kind
  /// The range of bytes in the text.
  let range: Range<Int>
}

/// The symbols of the grammar.
enum FormatSymbol {
  /// Symbols of two bytes, which are tried before symbols of one byte.
  static let pairs: Set<String> = [
    "&&", "||", "==", "=<", "=>", "!=", "<>", "<=", "<<", ">=", ">>", "**", ":=",
  ]
  /// Symbols of one byte.
  static let singles = Set("=!<>&|^~+-*/()[]{},.:#@".utf8)
}
