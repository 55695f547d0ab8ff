/// The style of a text.
package struct TextStyle: OptionSet, Sendable, Hashable {
  /// The parts as bits.
  package var rawValue: Int

  /// Makes a style from bits.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The style of heavier letters.
  package static let bold = TextStyle(rawValue: 1)
  /// The style of paler letters.
  package static let dim = TextStyle(rawValue: 2)
  /// A line beneath.
  package static let underlined = TextStyle(rawValue: 4)
  /// Colours of letters and ground exchanged.
  package static let reversed = TextStyle(rawValue: 8)
  /// The colour of what is wrong; left out where there are no colours.
  package static let error = TextStyle(rawValue: 16)
  /// The colour of titles; left out where there are no colours.
  package static let accent = TextStyle(rawValue: 32)

  /// The sequence that turns the style on, after everything is turned off.
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
