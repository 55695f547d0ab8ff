/// Writes the tokens of a file with the standard white space between them.
///
/// The formatter works on tokens and their roles from the parser, not on the syntax
/// tree, so nothing can be lost: every token and every comment is written exactly
/// once.
struct Formatter {
  /// The maximum length of a line with attributes.
  static let width = 110

  let source: SourceText
  let tokens: [Token]
  let comments: [Comment]
  let layout: Layout
  /// The token ranges that are left unchanged, in order and not nested.
  let broken: [Range<Int>]
  /// The attributes of each statement, by the first token of the statement's
  /// first attribute.
  let attributeLists: [Int: [Range<Int>]]

  /// The lines written so far.
  var lines: [String] = []
  /// The end of the last written token or comment in the source.
  var sourceEnd = 0
  /// The index of the first comment that has not been written.
  var nextComment = 0
  /// True if nothing has been written since a `{`.
  var isAtBlockStart = true

  init(_ parser: Parser) {
    source = parser.source
    tokens = parser.tokens
    comments = parser.comments
    layout = parser.layout
    broken = Self.outermost(parser.layout.broken)
    attributeLists = Dictionary(
      first: parser.layout.attributes.compactMap { list in list.first.map { ($0.lowerBound, list) }
      })
  }

  private static func outermost(_ ranges: [Range<Int>]) -> [Range<Int>] {
    let sorted = ranges.filter { !$0.isEmpty }.sorted {
      ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound)
    }
    var result: [Range<Int>] = []
    for range in sorted where range.lowerBound >= (result.last?.upperBound ?? 0) {
      result.append(range)
    }
    return result
  }

  /// Writes all statements and comments, and returns the text.
  mutating func text() -> String {
    var index = 0
    var brokenRanges = broken[...]
    let end = tokens.count - 1
    while index < end {
      if let range = brokenRanges.first, range.lowerBound == index {
        brokenRanges.removeFirst()
        writeVerbatim(range)
        index = range.upperBound
      } else {
        let limit = brokenRanges.first?.lowerBound ?? end
        index = writeSegment(from: index, limit: limit)
      }
    }
    writeComments(before: end, level: 0)
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  // MARK: Lines

  /// Begins a line at an indentation level. A blank line in the source is kept.
  mutating func beginLine(_ level: Int, at start: Int, keepsBlank: Bool = true) {
    if keepsBlank, !isAtBlockStart, hasBlankLine(before: start) { lines.append("") }
    lines.append(String(repeating: "    ", count: level))
    isAtBlockStart = false
  }

  /// Adds text to the current line.
  mutating func write(_ text: String) {
    if lines.isEmpty { lines.append("") }
    lines[lines.count - 1] += text
  }

  private func hasBlankLine(before start: Int) -> Bool {
    guard start > sourceEnd else { return false }
    var count = 0
    for offset in sourceEnd..<start {
      let byte = source.bytes[offset]
      // CR LF is a single line ending.
      let isLineEnd =
        byte == .lineFeed
        || (byte == .carriageReturn && source.bytes[offset + 1] != .lineFeed)
      if isLineEnd { count += 1 }
    }
    return count > 1
  }

  // MARK: Comments

  /// Writes the comments before a token, starting with those at the end of the
  /// previous line.
  mutating func writeComments(before index: Int, level: Int) {
    while nextComment < comments.count, Int(comments[nextComment].tokenIndex) <= index {
      let comment = comments[nextComment]
      nextComment += 1
      guard Int(comment.start) >= sourceEnd else { continue }
      writeComment(comment, level: level)
      sourceEnd = Int(comment.end)
    }
  }

  private mutating func writeComment(_ comment: Comment, level: Int) {
    let text = source.string(Int(comment.start)..<Int(comment.end)).trimmingLineEnds
    if comment.startsLine || lines.isEmpty {
      beginLine(level, at: Int(comment.start))
      write(text)
    } else {
      write((comment.kind == .block ? " " : "  ") + text)
    }
  }

  /// True if the last written comment extends to the end of the line.
  var endsWithLineComment: Bool {
    guard nextComment > 0 else { return false }
    let comment = comments[nextComment - 1]
    return comment.kind != .block && Int(comment.end) == sourceEnd
  }

  // MARK: Unreadable statements

  private mutating func writeVerbatim(_ range: Range<Int>) {
    let level = layout.levels[range.lowerBound] ?? 0
    writeComments(before: range.lowerBound, level: level)
    let start = Int(tokens[range.lowerBound].start)
    let end = Int(tokens[range.upperBound - 1].end)
    let startsLine = tokens[range.lowerBound].startsLine
    beginLine(startsLine ? 0 : level, at: start)
    let text = source.string((startsLine ? lineStart(of: start) : start)..<end)
    // An unterminated string extends to the end of the file, including line
    // endings.
    write(text.trimmingLineEnds)
    sourceEnd = end
    while nextComment < comments.count, Int(comments[nextComment].start) < end {
      nextComment += 1
    }
  }

  /// Returns the start of the white space before a token.
  private func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > 0, source.bytes[start - 1] == 0x20 || source.bytes[start - 1] == 0x09 {
      start -= 1
    }
    return start
  }
}

extension String {
  /// The string without trailing line endings and white space.
  fileprivate var trimmingLineEnds: String {
    String(trimmingEnd { ["\n", "\r", "\r\n", "\t", " "].contains($0) })
  }
}
