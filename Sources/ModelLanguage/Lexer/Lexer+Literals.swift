extension Lexer {
  /// Reads an integer, or a number with a fraction or an exponent.
  mutating func number() {
    let start = offset
    let hasRadix = byte() == UInt8(ascii: "0") && [0x78, 0x6F, 0x62].contains(byte(1))
    if hasRadix {
      offset += 2
      while byte().isNamePart { offset += 1 }
      return append(.integer, from: start)
    }
    skipDigits()
    var kind = Token.Kind.integer
    if byte() == UInt8(ascii: "."), byte(1).isDigit {
      offset += 1
      skipDigits()
      kind = .float
    }
    if skipExponent() { kind = .float }
    append(kind, from: start)
    reportLetters(after: start)
  }

  private mutating func skipDigits() {
    while byte().isDigit || byte() == UInt8(ascii: "_") { offset += 1 }
  }

  private mutating func skipExponent() -> Bool {
    guard byte() | 0x20 == UInt8(ascii: "e") else { return false }
    let isSigned = byte(1) == UInt8(ascii: "-") || byte(1) == UInt8(ascii: "+")
    guard byte(isSigned ? 2 : 1).isDigit else { return false }
    offset += isSigned ? 2 : 1
    skipDigits()
    return true
  }

  /// Reports letters directly after a number, as in `12px`, as a single
  /// mistake.
  private mutating func reportLetters(after start: Int) {
    guard byte().isNamePart else { return }
    let end = offset
    while byte().isNamePart { offset += 1 }
    diagnostics.add(
      SourceDiagnostic(
        .invalidLiteral,
        "'\(source.string(start..<offset))' is no number; did you mean "
          + "'\(source.string(start..<end))'?", at: span(from: start)
      ).edit(span(from: start), source.string(start..<end)))
  }

  /// Reads a string in quotes, or a string of several lines in triple quotes.
  mutating func text() {
    if byte(1) == UInt8(ascii: "\""), byte(2) == UInt8(ascii: "\"") {
      multilineText()
    } else {
      singleLineText()
    }
  }

  private mutating func singleLineText() {
    let start = offset
    offset += 1
    while !isAtEnd, byte() != .lineFeed, byte() != .carriageReturn {
      if byte() == UInt8(ascii: "\"") {
        offset += 1
        return append(.string, from: start)
      }
      let isEscape =
        byte() == UInt8(ascii: "\\") && byte(1) != .lineFeed && byte(1) != .carriageReturn
      offset += isEscape ? 2 : 1
    }
    offset = min(offset, source.bytes.count)
    append(.unknown, from: start)
    reportUnterminated(
      "this text has no end; write '\"' on the same line", at: start, to: start + 1)
  }

  private mutating func multilineText() {
    let start = offset
    offset += 3
    while !isAtEnd {
      if byte() == UInt8(ascii: "\""), byte(1) == UInt8(ascii: "\""), byte(2) == UInt8(ascii: "\"")
      {
        offset += 3
        return append(.multilineString, from: start)
      }
      offset += byte() == UInt8(ascii: "\\") ? 2 : 1
    }
    offset = min(offset, source.bytes.count)
    append(.unknown, from: start)
    reportUnterminated(
      "this text has no end; write '\"\"\"' on a line of its own", at: start, to: start + 3)
  }
}
