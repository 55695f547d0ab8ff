extension String {
  /// The text with other texts in the place of some scalars; nil leaves a scalar as it is.
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

  /// The text between quotes, those in it doubled, as SQL has them.
  ///
  /// By scalars: a mark behind a quote makes one character of both, and a quote it stays.
  package func quoted(by quote: Unicode.Scalar) -> String {
    "\(quote)\(escaped { $0 == quote ? "\(quote)\(quote)" : nil })\(quote)"
  }
}

extension Unicode.Scalar {
  /// The scalar as JSON escapes it: a backslash, a u and four hexadecimal digits.
  package var fourDigitEscape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}

extension Sequence<UInt8> {
  /// The bytes in hexadecimal digits, two of each.
  package var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
