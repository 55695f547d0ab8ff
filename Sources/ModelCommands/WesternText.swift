/// Text in Windows-1252, the encoding that was used in Western Europe and the
/// Americas before UTF-8, and is used for the FDIC's lists since 2019.
package enum WesternText {
  /// Returns the bytes of text converted to UTF-8; nil if the text is already
  /// in UTF-8, or in neither encoding.
  ///
  /// Text in which only some lines are in UTF-8 is damaged, and guessing the
  /// encoding would hide that.
  package static func utf8(of bytes: [UInt8]) -> [UInt8]? {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.contains { $0 >= 0x80 } }
    guard !lines.isEmpty, lines.allSatisfy({ String(validating: $0, as: UTF8.self) == nil })
    else { return nil }
    var text = String.UnicodeScalarView()
    for byte in bytes {
      guard let scalar = scalar(of: byte) else { return nil }
      text.append(scalar)
    }
    return Array(String(text).utf8)
  }

  /// Returns the character that a byte represents; nil for the five unassigned
  /// bytes.
  private static func scalar(of byte: UInt8) -> Unicode.Scalar? {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    let scalar = high[Int(byte) - 0x80]
    return scalar == "\u{0}" ? nil : scalar
  }

  /// The characters from 0x80 to 0x9F, in which Windows-1252 differs from
  /// Latin-1.
  private static let high: [Unicode.Scalar] = [
    "\u{20AC}", "\u{0}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{0}", "\u{017D}", "\u{0}",
    "\u{0}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{0}", "\u{017E}", "\u{0178}",
  ]
}
