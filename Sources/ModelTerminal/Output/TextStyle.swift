/// The style of text.
package struct TextStyle: OptionSet, Sendable, Hashable {
  /// The bits of the style.
  package var rawValue: Int

  /// Creates a style from its bits.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Bold text.
  package static let bold = TextStyle(rawValue: 1)
  /// Dimmed text.
  package static let dim = TextStyle(rawValue: 2)
  /// Underlined text.
  package static let underlined = TextStyle(rawValue: 4)
  /// Text with foreground and background exchanged.
  package static let reversed = TextStyle(rawValue: 8)
  /// The colour of errors; omitted if colours are not used.
  package static let error = TextStyle(rawValue: 16)
  /// The colour of titles; omitted if colours are not used.
  package static let accent = TextStyle(rawValue: 32)

  /// Returns the sequence that resets all styles and then sets the styles of the
  /// text.
  func sequence(isColored: Bool) -> String {
    var codes = ["0"]
    if contains(.bold) { codes.append("1") }
    if contains(.dim) { codes.append("2") }
    if contains(.underlined) { codes.append("4") }
    if contains(.reversed) { codes.append("7") }
    if isColored, contains(.error) { codes.append("31") }
    if isColored, contains(.accent) { codes.append("36") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}
