/// A word or sign of a format string.
struct FormatToken {
  enum Kind: Equatable {
    /// The end of the text.
    case end
    /// A key or function name; a reserved word, where it is one, comes as such.
    case identifier(String)
    case reserved(ReservedWord)
    /// A text in quotes, its escapes resolved.
    case string(String)
    /// A whole number without its sign, so that the least one can be written.
    case integer(UInt64)
    case real(Double)
    /// `$name`, without the sign.
    case variable(String)
    /// `%@` and its kin, without the percent sign.
    case specifier(String)
    /// An operator or a bracket.
    case symbol(String)
  }

  let kind: Kind
  /// The bytes that it was read from.
  let range: Range<Int>
}

/// The signs of the grammar.
enum FormatSymbol {
  /// Signs of two bytes, tried before those of one.
  static let pairs: Set<String> = [
    "&&", "||", "==", "=<", "=>", "!=", "<>", "<=", "<<", ">=", ">>", "**", ":=",
  ]
  /// Signs of one byte.
  static let singles = Set("=!<>&|^~+-*/()[]{},.:#@".utf8)
}
