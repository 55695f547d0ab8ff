extension Unicode.Scalar {
  /// True if the character controls a terminal, or changes the direction of
  /// text, which would misrepresent the text.
  package var isSteering: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The string on one line, for quoting data: characters that would control a
  /// terminal become U+FFFD.
  package var onOneLine: String { replacing { $0.isSteering } }

  /// The text of a value on one line: a line ending becomes ⏎, a tab becomes a
  /// space, and any other character that would control a terminal becomes
  /// U+FFFD.
  package var valueOnOneLine: String {
    guard unicodeScalars.contains(where: \.isSteering) else { return self }
    let text = replacing("\r\n", with: "⏎")
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar {
          case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": "⏎"
          case "\t": " "
          default: scalar.isSteering ? "\u{FFFD}" : scalar
          }
        }))
  }

  /// The text of a message that may quote data: characters that would control a
  /// terminal become U+FFFD, except for line endings and tabs.
  package var inLines: String { replacing { $0.isSteering && $0 != "\n" && $0 != "\t" } }

  /// The text of a message in which this package's programs style words:
  /// characters that would control a terminal become U+FFFD, except for line
  /// endings, tabs and those styles.
  package var inStyledLines: String {
    guard unicodeScalars.contains("\u{1B}") else { return inLines }
    var (text, rest) = ("", self[...])
    while let range = rest.firstRange(of: "\u{1B}[") {
      text += String(rest[..<range.lowerBound]).inLines
      rest = rest[range.lowerBound...]
      let style = Self.styles.first(where: rest.hasPrefix)
      text += style ?? "\u{FFFD}"
      rest = rest.dropFirst(style?.count ?? 1)
    }
    return text + String(rest).inLines
  }

  private static let styles = ["\u{1B}[0m", "\u{1B}[1;31m", "\u{1B}[1;33m", "\u{1B}[1;36m"]

  private func replacing(_ isReplaced: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isReplaced) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { isReplaced($0) ? "\u{FFFD}" : $0 }))
  }
}
