/// The specification's rule for lines that hold one tag and white space: the
/// line goes with the tag, and what stood before a partial, a parent or a block
/// becomes its indentation.
///
/// Three cases go beyond one tag a line. A parent stands alone from its tag to
/// its closing tag, whatever is between. So does a block that is empty and on one
/// line. And a block between a parent's tags is lines of its own where its tag
/// ends a line, for the rest of that line is the parent's and counts for nothing.
struct StandaloneTags {
  private let tokens: [TemplateToken]
  /// The closing tag of each tag that has one, and the other way round.
  private var partners: [Int: Int] = [:]
  /// The blocks that stand between a parent's tags.
  private var arguments: Set<Int> = []
  /// The line ends to leave out around tags that stand alone.
  private var dropped: Set<Int> = []
  private var changed: [Int: TemplateToken] = [:]

  /// The tokens without the lines of tags that stand alone, and with the
  /// indentation of the others set apart.
  static func trimmed(_ tokens: [TemplateToken]) -> [TemplateToken] {
    var tags = StandaloneTags(tokens: tokens)
    tags.match()
    for index in tokens.indices { tags.decide(index) }
    return tags.result()
  }

  private init(tokens: [TemplateToken]) {
    self.tokens = tokens
  }

  /// Finds the partners; what does not match is an error that parsing finds.
  private mutating func match() {
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .section, .invertedSection, .parent, .block:
        if token.kind == .block, let last = open.last, tokens[last].kind == .parent {
          arguments.insert(index)
        }
        open.append(index)
      case .close:
        guard let last = open.popLast() else { return }
        partners[index] = last
        partners[last] = index
      case .text, .indentation, .variable, .comment, .delimiters, .partial: break
      }
    }
  }

  private mutating func decide(_ index: Int) {
    guard tokens[index].kind.canStandAlone else { return }
    if arguments.contains(index) {
      if endsLine(index) { drop(index, before: false, until: index) }
    } else if let open = partners[index], arguments.contains(open), open < index {
      if startsWithSpace(index) { dropped.insert(index - 1) }
      changed[index] = standing(tokens[index])
    } else if tokens[index].kind == .parent, let close = partners[index], isAlone(index, close) {
      drop(index, before: true, until: close)
    } else if tokens[index].kind == .block, let close = emptyEnd(of: index), isAlone(index, close) {
      dropped.formUnion(index + 1..<close)
      drop(index, before: true, until: close)
    } else if isAlone(index, index) {
      drop(index, before: true, until: index)
    } else if tokens[index].kind == .block, startsWithSpace(index) {
      var token = tokens[index]
      token.indentation = tokens[index - 1].content
      changed[index] = token
    }
  }

  /// Drops what is on the lines of a tag besides it.
  private mutating func drop(_ index: Int, before: Bool, until end: Int) {
    var token = standing(tokens[index])
    if before, startsWithSpace(index) {
      token.indentation = tokens[index - 1].content
      dropped.insert(index - 1)
    }
    if end + 1 < tokens.count {
      token.lineEnd = tokens[end + 1].content.drop { $0 == " " || $0 == "\t" }.description
      dropped.insert(end + 1)
    }
    changed[index] = token
  }

  private func standing(_ token: TemplateToken) -> TemplateToken {
    var token = token
    token.isStandalone = true
    return token
  }

  /// The closing tag of a block that holds nothing but white space on one line.
  private func emptyEnd(of index: Int) -> Int? {
    guard let close = partners[index],
      tokens[index + 1..<close].allSatisfy({ $0.kind == .text && isSpace($0.content) })
    else { return nil }
    return close
  }

  private func result() -> [TemplateToken] {
    var result: [TemplateToken] = []
    for (index, token) in tokens.enumerated() where !dropped.contains(index) {
      let token = changed[index] ?? token
      if beginsLine(index), !token.isStandalone {
        result += withIndentation(token)
      } else {
        result.append(token)
      }
    }
    return result
  }

  /// A token that begins a line, behind the white space that the line begins with;
  /// an empty line has none.
  private func withIndentation(_ token: TemplateToken) -> [TemplateToken] {
    guard token.kind == .text else {
      return [TemplateToken(kind: .indentation, content: "", offset: token.offset), token]
    }
    guard token.content != "\n", token.content != "\r\n" else { return [token] }
    let space = token.content.prefix { $0 == " " || $0 == "\t" }
    var rest = token
    rest.content = String(token.content.dropFirst(space.count))
    let indentation = TemplateToken(
      kind: .indentation, content: String(space), offset: token.offset)
    return rest.content.isEmpty ? [indentation] : [indentation, rest]
  }
}

extension StandaloneTags {
  /// Returns whether nothing but white space is before one token and behind
  /// another.
  private func isAlone(_ first: Int, _ last: Int) -> Bool {
    endsLine(last) && (beginsLine(first) || startsWithSpace(first))
  }

  /// Returns whether nothing stands before a token on its line.
  private func beginsLine(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return tokens[index - 1].kind == .text && tokens[index - 1].content.utf8.last == lineFeed
  }

  /// Returns whether white space alone stands before a token on its line.
  private func startsWithSpace(_ index: Int) -> Bool {
    guard index > 0, tokens[index - 1].kind == .text else { return false }
    return isSpace(tokens[index - 1].content) && beginsLine(index - 1)
  }

  /// Returns whether white space alone stands behind a token on its line.
  private func endsLine(_ index: Int) -> Bool {
    guard index + 1 < tokens.count else { return true }
    let next = tokens[index + 1]
    guard next.kind == .text else { return false }
    var bytes = Array(next.content.utf8)
    let hasLineEnd = bytes.last == lineFeed
    if hasLineEnd { bytes.removeLast() }
    if hasLineEnd, bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes.allSatisfy(Self.isSpace) && (hasLineEnd || index + 2 == tokens.count)
  }

  private var lineFeed: UInt8 { UInt8(ascii: "\n") }

  private func isSpace(_ text: String) -> Bool { text.utf8.allSatisfy(Self.isSpace) }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
