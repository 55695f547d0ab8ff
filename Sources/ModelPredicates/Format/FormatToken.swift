/// A word or symbol in a format string.
struct FormatToken {
  enum Kind: Equatable {
    /// The end of the text has been reached.
    case end
    /// The name of a key or a function that is not a reserved word.
    case identifier(String)
    case reserved(ReservedWord)
    /// A quoted string, with its escapes resolved.
    case string(String)
    /// An integer without its sign, so that the least `Int64` can be written.
    case integer(UInt64)
    case real(Double)
    /// The name of a variable, such as `$name`, without the dollar sign.
    case variable(String)
    /// A specifier such as `%@`, without the percent sign.
    case specifier(String)
    /// An operator or a bracket.
    case symbol(String)
  }

  let kind: Kind
  /// The range of the token in the bytes of the text.
  let range: Range<Int>
}

/// The symbols of the grammar.
enum FormatSymbol {
  /// The symbols that consist of two bytes. These symbols are tried before the
  /// symbols of one byte.
  static let pairs: Set<String> = [
    "&&", "||", "==", "=<", "=>", "!=", "<>", "<=", "<<", ">=", ">>", "**", ":=",
  ]
  /// The symbols that consist of one byte.
  static let singles = Set("=!<>&|^~+-*/()[]{},.:#@".utf8)
}
