enum SwiftDocumentation {
  /// Returns the lines of a documentation comment, including the slashes; empty
  /// if the text is nil.
  static func lines(_ text: String?) -> [String] {
    guard let text else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      let trimmed = line.trimmingEnd(\.isWhitespace)
      return trimmed.isEmpty ? "///" : "/// \(trimmed)"
    }
  }
}
