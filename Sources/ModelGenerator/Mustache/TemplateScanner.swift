/// A piece of a template, which is text or a tag.
struct TemplateToken {
  /// The kinds of pieces, which for tags depend on their first character.
  enum Kind: Equatable {
    case text
    /// The white space at the beginning of a line, which `StandaloneTags`
    /// separates from the text.
    case indentation
    case variable(isEscaped: Bool)
    case comment, delimiters, section, invertedSection, close, partial, parent, block

    /// True if a line that contains only a tag of this kind is removed as a
    /// whole.
    var canStandAlone: Bool {
      switch self {
      case .text, .indentation, .variable: false
      default: true
      }
    }
  }

  var kind: Kind
  /// The text of the piece, or the name in the tag.
  var content: String
  /// The offset of the token's first byte.
  let offset: Int
  /// The white space before a partial or a parent that stands alone, or before
  /// a block that begins its line; otherwise empty.
  var indentation = ""
  /// True if the lines of the tag and of its closing tag contain nothing else.
  var isStandalone = false
  /// The line ending after a tag that stands alone; otherwise empty.
  var lineEnd = ""

  /// The white space before a tag that stands alone; nil for other tags.
  var lineIndentation: String? { isStandalone ? indentation : nil }
}

/// A scanner that divides a template into text and tags, using the delimiters
/// that set-delimiter tags determine.
struct TemplateScanner {
  private let source: TemplateSource
  private var open = Array("{{".utf8)
  private var close = Array("}}".utf8)
  private var position = 0
  private var tokens: [TemplateToken] = []

  static func tokens(of source: TemplateSource) throws(TemplateError) -> [TemplateToken] {
    var scanner = TemplateScanner(source: source)
    while scanner.position < source.bytes.count {
      scanner.scanText()
      if scanner.position < source.bytes.count { try scanner.scanTag() }
    }
    return scanner.tokens
  }

  private init(source: TemplateSource) {
    self.source = source
  }

  /// Reads the text up to the next tag, one line at a time, because the rules
  /// for tags that stand alone apply to lines.
  private mutating func scanText() {
    let end = find(open, from: position) ?? source.bytes.count
    while position < end {
      let lineEnd = source.bytes[position..<end].firstIndex(of: UInt8(ascii: "\n"))
      let next = lineEnd.map { $0 + 1 } ?? end
      append(.text, position..<next, at: position)
      position = next
    }
  }

  private mutating func scanTag() throws(TemplateError) {
    let start = position
    let inside = start + open.count
    let sigil = inside < source.bytes.count ? source.bytes[inside] : 0
    let kind = Self.kind(of: sigil)
    let closing = Self.closing(of: sigil) + close
    let first = kind == .variable(isEscaped: true) ? inside : inside + 1
    guard let end = find(closing, from: first) else { throw source.error(.unclosedTag, at: start) }
    position = end + closing.count
    append(kind, first..<end, at: start)
    try check(at: start)
  }

  /// Checks that the tag that was read last contains a name, and sets the
  /// delimiters if it is a set-delimiter tag.
  ///
  /// - Throws: `TemplateError` if the name is missing or the delimiters are not
  ///   valid.
  private mutating func check(at offset: Int) throws(TemplateError) {
    let token = tokens[tokens.count - 1]
    switch token.kind {
    case .delimiters: try setDelimiters(token.content, at: offset)
    case .comment, .text, .indentation: break
    default:
      let name = String(token.content.trimming(\.isWhitespace))
      guard !name.isEmpty else { throw source.error(.missingName, at: offset) }
      tokens[tokens.count - 1].content = name
    }
  }

  private mutating func setDelimiters(_ text: String, at offset: Int) throws(TemplateError) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, !text.contains("=") else {
      throw source.error(.badDelimiters(String(text.trimming(\.isWhitespace))), at: offset)
    }
    open = Array(words[0].utf8)
    close = Array(words[1].utf8)
  }

  private mutating func append(_ kind: TemplateToken.Kind, _ range: Range<Int>, at offset: Int) {
    tokens.append(TemplateToken(kind: kind, content: source.text(range), offset: offset))
  }

  private func find(_ pattern: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + pattern.count <= source.bytes.count {
      if source.bytes[index] == pattern[0], source.bytes[index...].starts(with: pattern) {
        return index
      }
      index += 1
    }
    return nil
  }
}

extension TemplateScanner {
  private static func kind(of sigil: UInt8) -> TemplateToken.Kind {
    switch Character(Unicode.Scalar(sigil)) {
    case "!": .comment
    case "=": .delimiters
    case "#": .section
    case "^": .invertedSection
    case "/": .close
    case ">": .partial
    case "<": .parent
    case "$": .block
    case "&", "{": .variable(isEscaped: false)
    default: .variable(isEscaped: true)
    }
  }

  /// Returns the bytes that precede the closing delimiter of a tag which begins
  /// with the given byte.
  private static func closing(of sigil: UInt8) -> [UInt8] {
    switch Character(Unicode.Scalar(sigil)) {
    case "=": Array("=".utf8)
    case "{": Array("}".utf8)
    default: []
    }
  }
}
