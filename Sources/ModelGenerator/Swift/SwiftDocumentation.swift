enum SwiftDocumentation {
  /// Returns the lines of a documentation comment, including the slashes; empty
  /// if the text is nil.
  static func lines(_ text: String?) -> [String] {
    guard let text else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      let trimmed = trimmedEnd(line)
      return trimmed.isEmpty ? "///" : "/// \(trimmed)"
    }
  }

  private static func trimmedEnd(_ line: Substring) -> Substring {
    guard let last = line.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return line[...last]
  }
}
