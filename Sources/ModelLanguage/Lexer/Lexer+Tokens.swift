extension Lexer {
  /// Reads a token; the current byte is not white space.
  mutating func token() {
    let start = offset
    let first = byte()
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      skipName()
      append(.identifier, from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
    case UInt8(ascii: "\""): text()
    case UInt8(ascii: "`"): quotedName()
    case UInt8(ascii: "@"): prefixedName(.attribute)
    case UInt8(ascii: "$"): prefixedName(.parameter)
    case UInt8(ascii: "#"): prefixedName(.diagnosticName)
    case UInt8(ascii: "/"): slash()
    case 0x80...: foreignCharacter()
    default: sign(first)
    }
  }

  /// Skips letters, digits, underscores and other characters that names can contain.
  private mutating func skipName() {
    while !isAtEnd {
      let byte = byte()
      if byte.isNamePart {
        offset += 1
      } else if byte >= 0x80, let scalar = scalar(), scalar.isNamePart {
        offset += UTF8.width(scalar)
      } else {
        return
      }
    }
  }

  /// Returns the Unicode scalar at the current position, or nil if the bytes
  /// are not valid.
  private func scalar() -> Unicode.Scalar? {
    let end = min(offset + 4, source.bytes.count)
    var decoder = UTF8()
    var bytes = source.bytes[offset..<end].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return scalar
  }

  private mutating func foreignCharacter() {
    let start = offset
    guard let scalar = scalar() else {
      offset += 1
      return
    }
    guard scalar.isNamePart else {
      offset += UTF8.width(scalar)
      // An unusual space separates tokens in the same way as a plain space, but
      // is reported.
      if !scalar.properties.isWhitespace { append(.unknown, from: start) }
      return report(scalar, at: start)
    }
    skipName()
    append(.identifier, from: start)
  }

  private func report(_ scalar: Unicode.Scalar, at start: Int) {
    let (cure, replacements): (String, [String]) =
      switch scalar {
      case "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": ("; write '\"'", ["\""])
      case "\u{2018}", "\u{2019}":
        ("; write '`' around reserved names, '\"' around text", ["`", "\""])
      case "'": ("; write '\"' around text", ["\""])
      case "\u{2026}": ("; write '...'", ["..."])
      // The full-width characters of Chinese and Japanese keyboards are at a
      // constant distance from ASCII.
      case "\u{FF01}"..."\u{FF5E}":
        Unicode.Scalar(scalar.value - 0xFEE0).map { ("; write '\($0)'", [String($0)]) }
          ?? ("; remove it", [""])
      case "\u{2192}": ("; write '->'", ["->"])
      case _ where scalar.properties.isWhitespace: ("; write a plain space", [" "])
      default: ("; remove it", [""])
      }
    let shown =
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
      ? "U+" + String(scalar.value, radix: 16, uppercase: true) : String(scalar)
    diagnostics.add(
      SourceDiagnostic(
        .unexpectedCharacter, "character '\(shown)' cannot stand here\(cure)",
        at: span(from: start)
      ).replacing(span(from: start), with: replacements))
  }

  private mutating func quotedName() {
    let start = offset
    offset += 1
    while !isAtEnd, byte() != UInt8(ascii: "`"), byte() != .lineFeed, byte() != .carriageReturn {
      offset += 1
    }
    if byte() == UInt8(ascii: "`"), offset > start + 1 {
      offset += 1
      append(.quotedIdentifier, from: start)
    } else {
      if byte() == UInt8(ascii: "`") { offset += 1 }
      append(.unknown, from: start)
      reportUnterminated(
        "a name in back-ticks ends with '`' on the same line", at: start, to: offset)
    }
  }

  /// Reads `@name`, `$name` or `#Name`.
  private mutating func prefixedName(_ kind: Token.Kind) {
    let start = offset
    offset += 1
    // `@@index` belongs to a different tool. It is a single token, so that a
    // message can contain it.
    if kind == .attribute, byte() == UInt8(ascii: "@") { offset += 1 }
    let nameStart = offset
    skipName()
    guard offset > nameStart else {
      append(.unknown, from: start)
      let sign = source.string(start..<start + 1)
      diagnostics.add(
        SourceDiagnostic(.syntaxError, "a name has to follow '\(sign)'", at: span(from: start)))
      return
    }
    append(kind, from: start)
  }

  /// Reads a `/`. It begins a regular expression only where one is allowed, so
  /// that division needs no look-ahead.
  private mutating func slash() {
    let start = offset
    offset += 1
    switch stream.tokens.last?.kind {
    case .leftParenthesis, .comma, .colon, .assign: break
    default: return append(.slash, from: start)
    }
    while !isAtEnd, byte() != .lineFeed, byte() != .carriageReturn {
      if byte() == UInt8(ascii: "/") {
        offset += 1
        append(.regex, from: start)
        return flags()
      }
      offset += byte() == UInt8(ascii: "\\") && byte(1) != .lineFeed ? 2 : 1
    }
    offset = min(offset, source.bytes.count)
    append(.unknown, from: start)
    reportUnterminated(
      "this regular expression has no end; write '/' on the same line", at: start, to: start + 1)
  }

  /// Reports letters after a regular expression, which are flags in other languages.
  private mutating func flags() {
    let start = offset
    while !isAtEnd, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte()) { offset += 1 }
    guard offset > start else { return }
    let flags = String(decoding: source.bytes[start..<offset], as: UTF8.self)
    diagnostics.add(
      SourceDiagnostic(
        .invalidLiteral, "flags stand in the expression: write '/(?\(flags)).../'",
        at: span(from: start, to: offset)))
  }

  private mutating func sign(_ first: UInt8) {
    let start = offset
    let (kind, length) = Token.Kind.sign(first, byte(1), byte(2))
    offset += length
    append(kind, from: start)
    if kind == .unknown { report(Unicode.Scalar(first), at: start) }
  }
}

extension Token.Kind {
  /// Returns the operator or punctuation mark at the start of three bytes, and
  /// its length.
  fileprivate static func sign(
    _ first: UInt8, _ second: UInt8, _ third: UInt8
  ) -> (Token.Kind, Int) {
    let bytes = (Unicode.Scalar(first), Unicode.Scalar(second), Unicode.Scalar(third))
    switch bytes {
    case (".", ".", "."): return (.closedRange, 3)
    case (".", ".", "<"): return (.halfOpenRange, 3)
    case ("=", "=", _): return (.equal, 2)
    case ("!", "=", _): return (.notEqual, 2)
    case ("<", "=", _): return (.lessOrEqual, 2)
    case (">", "=", _): return (.greaterOrEqual, 2)
    case ("&", "&", _): return (.and, 2)
    case ("|", "|", _): return (.or, 2)
    case ("?", "?", _): return (.coalesce, 2)
    case ("-", ">", _): return (.arrow, 2)
    default: return (single(bytes.0), 1)
    }
  }

  private static func single(_ scalar: Unicode.Scalar) -> Token.Kind {
    switch scalar {
    case "{": .leftBrace
    case "}": .rightBrace
    case "(": .leftParenthesis
    case ")": .rightParenthesis
    case "[": .leftBracket
    case "]": .rightBracket
    case ",": .comma
    case ":": .colon
    case ";": .semicolon
    case ".": .dot
    case "=": .assign
    case "<": .less
    case ">": .greater
    case "?": .question
    case "!": .not
    case "+": .plus
    case "-": .minus
    case "*": .star
    case "%": .percent
    default: .unknown
    }
  }
}

extension UInt8 {
  /// True if the byte is an ASCII letter, a digit or an underscore.
  var isNamePart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// True if the byte is an ASCII digit.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension Unicode.Scalar {
  /// True if a name can contain the character.
  fileprivate var isNamePart: Bool {
    properties.isXIDContinue || properties.isEmoji
  }
}
