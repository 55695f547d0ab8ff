/// The rule of the Mustache specification for lines that contain only a tag and
/// white space. Such a line is removed together with the tag, and the white
/// space before a partial, a parent or a block becomes its indentation.
///
/// The rule also applies in three other cases. A parent stands alone from its
/// tag to its closing tag, regardless of its content. An empty block on one
/// line stands alone in the same way. A block between a parent's tags consists
/// of whole lines if its tag ends a line, because the remaining text on that
/// line belongs to the parent and is ignored.
struct StandaloneTags {
  private let tokens: [TemplateToken]
  /// The indexes of closing tags, by the indexes of their opening tags, and
  /// vice versa.
  private var partners: [Int: Int] = [:]
  /// The indexes of the tags that open blocks between a parent's tags.
  private var arguments: Set<Int> = []
  /// The indexes of the tokens that are left out, because they are line endings
  /// around tags that stand alone.
  private var dropped: Set<Int> = []
  private var changed: [Int: TemplateToken] = [:]

  /// Returns the tokens without the lines of tags that stand alone, and with
  /// the white space at the beginning of all other lines as separate tokens.
  static func trimmed(_ tokens: [TemplateToken]) -> [TemplateToken] {
    var tags = StandaloneTags(tokens: tokens)
    tags.match()
    for index in tokens.indices { tags.decide(index) }
    return tags.result()
  }

  private init(tokens: [TemplateToken]) {
    self.tokens = tokens
  }

  /// Finds the partner of each tag. Tags without a partner are left to the parser,
  /// which reports them.
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

  /// Removes the white space before a tag, if `before` is true, and the line
  /// ending after its last token.
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

  /// Returns the index of the closing tag of a block that is on one line and
  /// contains only white space; nil for any other block.
  ///
  /// - Parameter index: The index of the tag that opens the block.
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

  /// Returns the first token of a line, with the white space at its beginning
  /// as a separate token. An empty line gets no such token.
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
  /// Returns whether a range of tokens is alone on its lines, except for white
  /// space.
  private func isAlone(_ first: Int, _ last: Int) -> Bool {
    endsLine(last) && (beginsLine(first) || startsWithSpace(first))
  }

  /// Returns whether a token is the first on its line.
  private func beginsLine(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    return tokens[index - 1].kind == .text && tokens[index - 1].content.utf8.last == lineFeed
  }

  /// Returns whether only white space precedes a token on its line.
  private func startsWithSpace(_ index: Int) -> Bool {
    guard index > 0, tokens[index - 1].kind == .text else { return false }
    return isSpace(tokens[index - 1].content) && beginsLine(index - 1)
  }

  /// Returns whether only white space follows a token on its line.
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
