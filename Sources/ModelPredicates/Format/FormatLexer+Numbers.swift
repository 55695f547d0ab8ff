extension FormatLexer {
  /// Reads a number, which consists of digits with a fraction and an exponent,
  /// or of digits of another base after `0x`, `0o` or `0b`.
  mutating func number() throws(ObjectPredicateError) -> FormatToken.Kind {
    if byte() == UInt8(ascii: "0"), let base = base(byte(ahead: 1)) {
      return try integer(base: base)
    }
    let start = position
    skipDigits()
    var isReal = false
    if byte() == UInt8(ascii: "."), isDigit(byte(ahead: 1)) {
      isReal = true
      position += 1
      skipDigits()
    }
    if skipExponent() { isReal = true }
    try expectEndOfNumber(start)
    let digits = text(start..<position)
    return isReal ? .real(try double(digits, start)) : .integer(try integer(digits, start))
  }

  private func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
  }

  private mutating func skipDigits() {
    while isDigit(byte()) { position += 1 }
  }

  private mutating func skipExponent() -> Bool {
    guard let letter = byte(), letter | 0x20 == UInt8(ascii: "e") else { return false }
    let sign = byte(ahead: 1)
    let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    guard isDigit(byte(ahead: hasSign ? 2 : 1)) else { return false }
    position += hasSign ? 2 : 1
    skipDigits()
    return true
  }

  private func double(_ digits: String, _ start: Int) throws(ObjectPredicateError) -> Double {
    guard let value = Double(digits), value.isFinite else {
      throw error(.numberOutOfRange(digits), at: start..<position)
    }
    return value
  }

  private func integer(_ digits: String, _ start: Int) throws(ObjectPredicateError) -> UInt64 {
    guard digits.utf8.count < 40, let value = UInt64(digits) else {
      throw error(
        .numberOutOfRange(abbreviated(digits)), at: start..<position,
        suggestion: "write it with a fraction, '.0', for the nearest floating-point number")
    }
    return value
  }

  private func abbreviated(_ digits: String) -> String {
    digits.utf8.count > 40 ? digits.prefix(37) + "..." : digits
  }

  private func base(_ letter: UInt8?) -> Int? {
    switch letter {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): 16
    case UInt8(ascii: "o"), UInt8(ascii: "O"): 8
    case UInt8(ascii: "b"), UInt8(ascii: "B"): 2
    default: nil
    }
  }

  private mutating func integer(base: Int) throws(ObjectPredicateError) -> FormatToken.Kind {
    let start = position
    position += 2
    let digits = position
    while let byte = byte(), isWordByte(byte) { position += 1 }
    let text = abbreviated(text(digits..<position))
    guard !text.isEmpty, text.utf8.allSatisfy({ isDigit($0, base: base) }) else {
      throw error(
        .unexpected(found: "'\(self.text(start..<position))'", expected: "a number"),
        at: start..<position)
    }
    guard let value = UInt64(text, radix: base) else {
      throw error(.numberOutOfRange(self.text(start..<position)), at: start..<position)
    }
    return .integer(value)
  }

  private func isDigit(_ byte: UInt8, base: Int) -> Bool {
    UInt8(String(decoding: [byte], as: UTF8.self), radix: base) != nil
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// Checks that no name follows a number without white space, as in `12abc`.
  ///
  /// - Throws: `ObjectPredicateError` if a name follows.
  private mutating func expectEndOfNumber(_ start: Int) throws(ObjectPredicateError) {
    guard let byte = byte(), isWordByte(byte) else { return }
    while let byte = self.byte(), isWordByte(byte) { position += 1 }
    throw error(
      .unexpected(found: "'\(text(start..<position))'", expected: "a number"),
      at: start..<position)
  }
}
