extension String {
  /// Returns the string with some scalars replaced by other strings; the
  /// closure returns nil to keep a scalar.
  package func escaped(by replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the string in quotes, with quotes inside it doubled, as in SQL.
  ///
  /// The string is processed by scalars: a quote and a combining mark after it
  /// form one character, but SQL still reads the quote.
  package func quoted(by quote: Unicode.Scalar) -> String {
    "\(quote)\(escaped { $0 == quote ? "\(quote)\(quote)" : nil })\(quote)"
  }
}

extension Unicode.Scalar {
  /// The scalar as a JSON escape: a backslash, a u and four hexadecimal digits.
  package var fourDigitEscape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}

extension Sequence<UInt8> {
  /// The bytes as hexadecimal digits, two for each byte.
  package var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
