// In Core Data's XML stores, and therefore in mapping models, some characters
// are written as a backslash, a u and hexadecimal digits: `\u3c` for `<`,
// `\u11ff` for U+11FF. The code in this file writes only characters that XML
// cannot contain, and the backslash itself, in this form, always with four
// digits, which are also read correctly.

extension String {
  /// The string in the form in which it is written in an XML store of Core
  /// Data.
  package var xmlStoreText: String {
    guard unicodeScalars.contains(where: \.isEscapedInXMLStores) else { return self }
    return escaped { $0.isEscapedInXMLStores ? $0.fourDigitEscape : nil }
  }

  /// The string without the escapes with which it is written in an XML store of
  /// Core Data.
  package var withoutXMLStoreEscapes: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let first = rest.popFirst() {
      if first == "\\", rest.first == "u", let (scalar, count) = Self.escape(rest.dropFirst()) {
        result.append(scalar)
        rest = rest.dropFirst(1 + count)
      } else {
        result.append(first)
      }
    }
    return String(result)
  }

  /// Returns the character for the digits after a backslash and a u, and the
  /// number of these digits; nil if the digits represent no character.
  ///
  /// If two digits represent a character with a meaning in XML, the escape ends
  /// there; letters after them, as in `\u3cbr`, belong to the text.
  private static func escape(
    _ text: Substring.UnicodeScalarView
  ) -> (Unicode.Scalar, count: Int)? {
    let digits = text.prefix(4).prefix { $0.properties.isASCIIHexDigit }
    let two = UInt32(String(digits.prefix(2)), radix: 16)
    if digits.count >= 2, let two, [0x3C, 0x3E, 0x26].contains(two) {
      return Unicode.Scalar(two).map { ($0, 2) }
    }
    guard let code = UInt32(String(digits), radix: 16) else { return nil }
    return Unicode.Scalar(code).map { ($0, digits.count) }
  }
}

extension Unicode.Scalar {
  fileprivate var isEscapedInXMLStores: Bool {
    switch self {
    case "\\", "\u{FFFE}", "\u{FFFF}", "\r": true
    case "\t", "\n": false
    default: value < 0x20
    }
  }
}
