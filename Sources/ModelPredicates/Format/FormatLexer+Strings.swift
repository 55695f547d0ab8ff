extension FormatLexer {
  /// Reads a string in single or double quotes. Specifiers have no meaning in
  /// it.
  mutating func string(quote: UInt8) throws(ObjectPredicateError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = byte() {
      switch byte {
      case quote:
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: Array(String(try escape()).utf8))
      default:
        text.append(byte)
        position += 1
      }
    }
    throw error(.unterminatedString, at: start..<start + 1)
  }

  private mutating func escape() throws(ObjectPredicateError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let letter = byte() else {
      throw error(.invalidEscape("\\"), at: start..<position)
    }
    if let scalar = Self.simpleEscapes[letter] {
      position += 1
      return scalar
    }
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      return try scalar(digits: 1...3, base: 8, from: start)
    case UInt8(ascii: "x"):
      position += 1
      return try scalar(digits: 1...2, base: 16, from: start)
    case UInt8(ascii: "u"):
      position += 1
      return try utf16Scalar(from: start)
    case UInt8(ascii: "U"):
      position += 1
      return try scalar(digits: 8...8, base: 16, from: start)
    // Before any other letter, a backslash has no special meaning, as in `a\?b` for
    // `LIKE` and `\d+` for `MATCHES`.
    default: return "\\"
    }
  }

  private static let simpleEscapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\\"): "\\", UInt8(ascii: "\""): "\"", UInt8(ascii: "'"): "'",
    UInt8(ascii: "a"): "\u{07}", UInt8(ascii: "b"): "\u{08}", UInt8(ascii: "f"): "\u{0C}",
    UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    UInt8(ascii: "v"): "\u{0B}",
  ]

  private func invalidEscape(from start: Int) -> ObjectPredicateError {
    let text = text(start..<position)
    return error(
      .invalidEscape(text), at: start..<position,
      suggestion: "a backslash itself is written '\\\\'")
  }

  private mutating func scalar(
    digits: ClosedRange<Int>, base: UInt32, from start: Int
  ) throws(ObjectPredicateError) -> Unicode.Scalar {
    guard let value = digitsValue(digits, base: base), let scalar = Unicode.Scalar(value) else {
      throw invalidEscape(from: start)
    }
    return scalar
  }

  /// Reads digits of the given base, and returns their value; nil if there are
  /// fewer digits than the lower bound.
  ///
  /// - Parameter counts: The least and the greatest number of digits to read.
  private mutating func digitsValue(_ counts: ClosedRange<Int>, base: UInt32) -> UInt32? {
    var value: UInt32 = 0
    var count = 0
    while count < counts.upperBound, let byte = byte(), let digit = digit(byte), digit < base {
      value = value &* base &+ digit
      count += 1
      position += 1
    }
    return count >= counts.lowerBound ? value : nil
  }

  private func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 0x37
    default: nil
    }
  }

  /// Reads the four digits of an escape and, if they denote a high surrogate,
  /// the escape of the low surrogate, and returns the scalar.
  private mutating func utf16Scalar(from start: Int) throws(ObjectPredicateError) -> Unicode.Scalar
  {
    guard let first = digitsValue(4...4, base: 16) else { throw invalidEscape(from: start) }
    guard (0xD800..<0xDC00).contains(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw invalidEscape(from: start) }
      return scalar
    }
    guard byte() == UInt8(ascii: "\\"), byte(ahead: 1) == UInt8(ascii: "u") else {
      throw invalidEscape(from: start)
    }
    position += 2
    guard let second = digitsValue(4...4, base: 16), (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw invalidEscape(from: start) }
    return scalar
  }
}
