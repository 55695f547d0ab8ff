extension Formatter {
  /// Writes the tokens of a statement up to its `{` or its end, or a single
  /// `}`.
  ///
  /// - Returns: The index of the next token.
  mutating func writeSegment(from start: Int, limit: Int) -> Int {
    if layout.roles[start] == .blockEnd { return writeBlockEnd(start) }
    let level = layout.levels[start] ?? 0
    writeComments(before: start, level: level)
    let end = segmentEnd(from: start, limit: limit)
    var segment = Segment(self, start..<end, level: level)
    segment.breaksAttributes = segment.hasBrokenAttributes || segment.flatWidth > Self.width
    beginLine(level, at: Int(tokens[start].start))
    segment.write(into: &self)
    if layout.roles[end - 1] == .blockStart { isAtBlockStart = true }
    return end
  }

  private func segmentEnd(from start: Int, limit: Int) -> Int {
    var end = start
    while end < limit {
      if end > start, layout.roles[end] == .statement || layout.roles[end] == .blockEnd { break }
      end += 1
      if layout.roles[end - 1] == .blockStart { break }
    }
    return end
  }

  private mutating func writeBlockEnd(_ index: Int) -> Int {
    let level = layout.levels[index] ?? 0
    let wasEmpty = isAtBlockStart
    writeComments(before: index, level: level + 1)
    // `{}` stays on one line unless it contains a comment.
    if wasEmpty, isAtBlockStart, !endsWithLineComment {
      write("}")
    } else {
      beginLine(level, at: Int(tokens[index].start), keepsBlank: false)
      write("}")
    }
    isAtBlockStart = false
    sourceEnd = Int(tokens[index].end)
    return index + 1
  }
}

/// The tokens of a statement, in the order in which they are written.
struct Segment {
  /// The formatter without its lines. With a second reference to the lines,
  /// each written line would copy all lines before it.
  private let formatter: Formatter
  private let level: Int
  /// The token indices, with attributes in their fixed order.
  private let order: [Int]
  /// The first token of each attribute.
  private let attributeStarts: Set<Int>
  /// True if each attribute is written on its own line.
  var breaksAttributes = false

  init(_ formatter: Formatter, _ range: Range<Int>, level: Int) {
    var reader = formatter
    reader.lines = []
    self.formatter = reader
    self.level = level
    var order: [Int] = []
    var starts: Set<Int> = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard let list = formatter.attributeLists[index], let last = list.last,
        last.upperBound <= range.upperBound
      else {
        order.append(index)
        index += 1
        continue
      }
      starts.formUnion(list.map(\.lowerBound))
      for attribute in formatter.sorted(list) { order += Array(attribute) }
      index = last.upperBound
    }
    self.order = order
    attributeStarts = starts
  }

  /// True if an attribute starts a line in the source.
  var hasBrokenAttributes: Bool {
    attributeStarts.contains { formatter.tokens[$0].startsLine }
  }

  /// The width of the statement on one line, or 0 if it has no attributes or
  /// requires several lines anyway.
  var flatWidth: Int {
    guard !attributeStarts.isEmpty else { return 0 }
    var width = level * 4
    var previous: Int?
    for index in order {
      if let previous, formatter.needsSpace(previous, index) { width += 1 }
      width += formatter.text(index).count
      previous = index
    }
    return width
  }

  /// Writes the statement. Its first line has already been started.
  func write(into formatter: inout Formatter) {
    var previous: Int?
    var depth = 0
    for index in order {
      let token = formatter.tokens[index]
      let isClosing = formatter.closesBracket(index)
      if isClosing { depth -= 1 }
      if let previous {
        let indent = level + indentation(of: index, depth: depth, isClosing: isClosing)
        if formatter.nextCommentStands(before: index) {
          formatter.writeComments(before: index, level: indent)
        }
        if formatter.endsWithLineComment || breaksLine(before: index, depth: depth, isClosing) {
          formatter.beginLine(indent, at: formatter.sourceEnd, keepsBlank: false)
        } else if formatter.needsSpace(previous, index) {
          formatter.write(" ")
        }
      }
      formatter.write(formatter.text(index))
      formatter.sourceEnd = max(formatter.sourceEnd, Int(token.end))
      if formatter.opensBracket(index) { depth += 1 }
      previous = index
    }
  }

  private func breaksLine(before index: Int, depth: Int, _ isClosing: Bool) -> Bool {
    if attributeStarts.contains(index) { return breaksAttributes }
    switch formatter.layout.roles[index] {
    case .blockStart: return breaksAttributes && depth == 0
    default: break
    }
    guard formatter.tokens[index].startsLine else { return false }
    switch formatter.tokens[index].kind {
    case .and, .or, .coalesce: return true
    default: return depth > 0 || isClosing
    }
  }

  /// Returns the number of levels that a continuation line is indented beyond
  /// its statement.
  private func indentation(of index: Int, depth: Int, isClosing: Bool) -> Int {
    if formatter.layout.roles[index] == .blockStart { return 0 }
    if isClosing { return depth }
    switch formatter.tokens[index].kind {
    case .and, .or, .coalesce, .attribute: return depth + 1
    default: return max(1, depth)
    }
  }
}
