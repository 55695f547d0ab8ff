/// A word or sign of a format string.
struct FormatToken {
  enum Kind: Equatable {
    /// The end of the text.
    case end
    /// The name of a key or function; reserved words have a case of their own.
    case identifier(String)
    case reserved(ReservedWord)
    /// A text in quotes, with its escapes resolved.
    case string(String)
    /// A whole number without its sign, so that the least Int64 can be written.
    case integer(UInt64)
    case real(Double)
    /// `$name`, without the sign.
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

/// The signs of the grammar.
enum FormatSymbol {
  /// Signs of two bytes, which are tried before signs of one byte.
  static let pairs: Set<String> = [
    "&&", "||", "==", "=<", "=>", "!=", "<>", "<=", "<<", ">=", ">>", "**", ":=",
  ]
  /// Signs of one byte.
  static let singles = Set("=!<>&|^~+-*/()[]{},.:#@".utf8)
}
