/// A lexer of format strings, which reads one token at a time, and each byte
/// only once.
struct FormatLexer {
  let bytes: [UInt8]
  var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Returns the byte at the given distance from the current position; nil
  /// after the end of the text.
  func byte(ahead distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index < bytes.count ? bytes[index] : nil
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  func error(
    _ reason: ObjectPredicateError.Reason, at range: Range<Int>, suggestion: String? = nil
  ) -> ObjectPredicateError {
    ObjectPredicateError(reason, suggestion: suggestion, location: .init(of: range, in: bytes))
  }

  /// Reads the next token. After the last token, every call returns `end`.
  mutating func next() throws(ObjectPredicateError) -> FormatToken {
    skipSpace()
    let start = position
    let kind = try nextKind()
    return FormatToken(kind: kind, range: start..<position)
  }

  private mutating func nextKind() throws(ObjectPredicateError) -> FormatToken.Kind {
    guard let byte = byte() else { return .end }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return .string(try string(quote: byte))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number()
    case UInt8(ascii: "$"):
      return try variable()
    case UInt8(ascii: "%"):
      return specifier()
    default:
      if let word = identifier() {
        return try isUniformTypeOperator(after: word)
          ?? ReservedWord(word).map(FormatToken.Kind.reserved) ?? .identifier(word)
      }
      return try symbol()
    }
  }

  private mutating func skipSpace() {
    while let byte = byte(), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
  }

  private mutating func symbol() throws(ObjectPredicateError) -> FormatToken.Kind {
    if let first = byte(), FormatSymbol.singles.contains(first) {
      let pair = text(position..<min(position + 2, bytes.count))
      let length = FormatSymbol.pairs.contains(pair) ? 2 : 1
      position += length
      return .symbol(length == 2 ? pair : String(Unicode.Scalar(first)))
    }
    let start = position
    let length = scalarLength()
    position += length
    let isQuote = ["‘", "’", "“", "”", "„", "«", "»", "`", "´"].contains(text(start..<position))
    throw error(
      .unexpected(found: describe(start..<position), expected: "a predicate"), at: start..<position,
      suggestion: isQuote ? "texts stand in straight quotes, 'so' or \"so\"" : nil)
  }

  /// Returns a character as text for an error message, which is the character
  /// in quotes or, if it is not visible, its number.
  private func describe(_ range: Range<Int>) -> String {
    guard let scalar = text(range).unicodeScalars.first, scalar.value >= 0x20,
      scalar.value != 0x7F
    else { return "the control character \(bytes[range.lowerBound])" }
    return "'\(scalar)'"
  }

  /// Returns the number of bytes of the scalar at the current position.
  func scalarLength() -> Int {
    var length = 1
    while let byte = byte(ahead: length), byte & 0xC0 == 0x80 { length += 1 }
    return length
  }
}

extension FormatLexer {
  /// Reads a name; returns nil if no name begins at the current position.
  mutating func identifier() -> String? {
    let start = position
    while let length = identifierScalarLength(isFirst: position == start) { position += length }
    return position == start ? nil : text(start..<position)
  }

  /// Returns the number of bytes of the scalar at the current position; nil if
  /// the scalar cannot be part of a name.
  ///
  /// - Parameter isFirst: True if the scalar begins the name.
  private func identifierScalarLength(isFirst: Bool) -> Int? {
    guard let byte = byte() else { return nil }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      return 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return isFirst ? nil : 1
    case 0x80...:
      return letterLength(isFirst: isFirst)
    default:
      return nil
    }
  }

  private func letterLength(isFirst: Bool) -> Int? {
    let length = scalarLength()
    guard let scalar = text(position..<position + length).unicodeScalars.first else { return nil }
    let properties = scalar.properties
    return (isFirst ? properties.isIDStart : properties.isIDContinue) ? length : nil
  }

  private mutating func variable() throws(ObjectPredicateError) -> FormatToken.Kind {
    let start = position
    position += 1
    guard let name = identifier() else {
      throw error(
        .unexpected(found: "'$'", expected: "the name of a variable behind '$'"),
        at: start..<position)
    }
    return .variable(name)
  }

  /// Reads a specifier, which consists of `%`, flags and length letters, and
  /// the conversion letter.
  private mutating func specifier() -> FormatToken.Kind {
    position += 1
    let start = position
    while let byte = byte(), position - start < 8,
      !"@KdDiuUxXoOcCfFeEgGaAsSp%".utf8.contains(byte), "0123456789.+-#hlqLzjt".utf8.contains(byte)
    {
      position += 1
    }
    if position < bytes.count { position += scalarLength() }
    return .specifier(text(start..<position))
  }

  /// Checks that a word is not the beginning of one of the two operators for
  /// uniform type identifiers, which look like subtractions.
  ///
  /// - Throws: `ObjectPredicateError` (`unsupported`) if it is.
  private mutating func isUniformTypeOperator(
    after word: String
  ) throws(ObjectPredicateError) -> FormatToken.Kind? {
    guard word.utf8.elementsEqual("UTI".utf8, by: { $0 & 0xDF == $1 }) else { return nil }
    for ending in ["-CONFORMS-TO", "-EQUALS"] {
      let rest = bytes[position...].prefix(ending.utf8.count)
      let isSame = rest.elementsEqual(ending.utf8) { left, right in
        left == right || (right >= UInt8(ascii: "A") && left & 0xDF == right)
      }
      guard isSame else { continue }
      let start = position - word.utf8.count
      throw error(.unsupported("'UTI\(ending)'"), at: start..<position + ending.utf8.count)
    }
    return nil
  }
}
