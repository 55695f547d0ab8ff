/// The specification's rule for lines that hold one tag and white space: the
/// line goes with the tag, and what stood before a partial becomes its
/// indentation.
enum StandaloneTags {
  static func trimmed(_ tokens: [TemplateToken]) -> [TemplateToken] {
    var result: [TemplateToken] = []
    var index = 0
    while index < tokens.count {
      var token = tokens[index]
      if standsAlone(index, in: tokens) {
        if startsWithSpace(index, in: tokens) { token.indentation = result.removeLast().content }
        index += 1
      }
      result.append(token)
      index += 1
    }
    return result
  }

  private static func standsAlone(_ index: Int, in tokens: [TemplateToken]) -> Bool {
    guard tokens[index].kind.canStandAlone, endsLine(index, in: tokens) else { return false }
    return beginsLine(index, in: tokens) || startsWithSpace(index, in: tokens)
  }

  /// Whether nothing stands before a token on its line.
  private static func beginsLine(_ index: Int, in tokens: [TemplateToken]) -> Bool {
    guard index > 0 else { return true }
    return tokens[index - 1].kind == .text && tokens[index - 1].content.utf8.last == lineFeed
  }

  /// Whether white space alone stands before a token on its line.
  private static func startsWithSpace(_ index: Int, in tokens: [TemplateToken]) -> Bool {
    guard index > 0, tokens[index - 1].kind == .text else { return false }
    return tokens[index - 1].content.utf8.allSatisfy(isSpace) && beginsLine(index - 1, in: tokens)
  }

  /// Whether white space alone stands behind a token on its line.
  private static func endsLine(_ index: Int, in tokens: [TemplateToken]) -> Bool {
    guard index + 1 < tokens.count else { return true }
    let next = tokens[index + 1]
    guard next.kind == .text else { return false }
    var bytes = Array(next.content.utf8)
    let hasLineEnd = bytes.last == lineFeed
    if hasLineEnd { bytes.removeLast() }
    if hasLineEnd, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes.allSatisfy(isSpace) && (hasLineEnd || index + 2 == tokens.count)
  }

  private static let lineFeed = UInt8(ascii: "\n")

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
