/// A JSON value in an import. A number keeps its digits, so that it can be
/// checked whether the number fits a type, and repeated member names are
/// errors.
enum JSONLine: Hashable {
  case null
  case boolean(Bool)
  case number(String)
  case string(String)
  case array([JSONLine])
  case object([String: JSONLine])

  /// Reads a value, after which only white space is allowed.
  ///
  /// - Throws: `CommandError` with the reason, if the text is not JSON.
  init(_ bytes: some Sequence<UInt8>) throws(CommandError) {
    var reader = Reader(Array(bytes))
    self = try reader.document()
  }

  /// The string; nil for other values.
  var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements of an array; nil for other values.
  var array: [JSONLine]? { if case .array(let elements) = self { elements } else { nil } }

  /// The value as JSON on one line, with members sorted by name.
  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let digits): digits
    case .string(let text): JSONText.string(text)
    case .array(let elements): JSONText.array(elements.map(\.text))
    case .object(let members):
      JSONText.object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) })
    }
  }

  /// The value, shortened for a message.
  var abbreviated: String { text.count > 60 ? "\(text.prefix(60))…" : text }
}

extension JSONLine {
  /// A reader of JSON according to RFC 8259.
  private struct Reader {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static let deepest = 500

    private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func mistake(_ reason: String? = nil) -> CommandError {
      CommandError("this is no object of JSON" + (reason.map { ": \($0)" } ?? ""))
    }

    mutating func document() throws(CommandError) -> JSONLine {
      let value = try value()
      skipBlanks()
      guard place == bytes.count else { throw mistake() }
      return value
    }

    private mutating func skipBlanks() {
      while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      skipBlanks()
      guard let byte, UInt32(byte) == character.value else { return false }
      place += 1
      return true
    }

    private mutating func take(word: String) -> Bool {
      guard bytes[place...].starts(with: word.utf8) else { return false }
      place += word.utf8.count
      return true
    }

    private mutating func value() throws(CommandError) -> JSONLine {
      skipBlanks()
      switch byte {
      case UInt8(ascii: "{"):
        return try nested { reader throws(CommandError) in try reader.object() }
      case UInt8(ascii: "["):
        return try nested { reader throws(CommandError) in try reader.array() }
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "-"): return .number(try number())
      case let digit? where (0x30...0x39).contains(digit): return .number(try number())
      default: break
      }
      if take(word: "null") { return .null }
      if take(word: "true") { return .boolean(true) }
      if take(word: "false") { return .boolean(false) }
      throw mistake()
    }

    private mutating func nested(
      _ body: (inout Reader) throws(CommandError) -> JSONLine
    ) throws(CommandError) -> JSONLine {
      place += 1
      depth += 1
      guard depth <= Self.deepest else { throw mistake("it is nested too deeply") }
      let value = try body(&self)
      depth -= 1
      return value
    }

    private mutating func object() throws(CommandError) -> JSONLine {
      var members: [String: JSONLine] = [:]
      if take("}") { return .object(members) }
      repeat {
        skipBlanks()
        guard byte == UInt8(ascii: "\"") else { throw mistake() }
        let name = try string()
        guard take(":") else { throw mistake() }
        let old = members.updateValue(try value(), forKey: name)
        guard old == nil else { throw CommandError("'\(name)' is there twice") }
      } while take(",")
      guard take("}") else { throw mistake() }
      return .object(members)
    }

    private mutating func array() throws(CommandError) -> JSONLine {
      var elements: [JSONLine] = []
      if take("]") { return .array(elements) }
      repeat { elements.append(try value()) } while take(",")
      guard take("]") else { throw mistake() }
      return .array(elements)
    }

    // MARK: Numbers

    private mutating func number() throws(CommandError) -> String {
      let start = place
      if byte == UInt8(ascii: "-") { place += 1 }
      let first = byte
      let whole = digits()
      guard whole > 0, whole == 1 || first != UInt8(ascii: "0") else { throw mistake() }
      if byte == UInt8(ascii: ".") {
        place += 1
        guard digits() > 0 else { throw mistake() }
      }
      if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
        place += 1
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
        guard digits() > 0 else { throw mistake() }
      }
      return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func digits() -> Int {
      let start = place
      while let byte, (0x30...0x39).contains(byte) { place += 1 }
      return place - start
    }

    // MARK: Texts

    private mutating func string() throws(CommandError) -> String {
      place += 1
      var text: [UInt8] = []
      while let byte, byte != UInt8(ascii: "\"") {
        guard byte >= 0x20 else { throw mistake() }
        place += 1
        if byte == UInt8(ascii: "\\") {
          text += String(Character(try escape())).utf8
        } else {
          text.append(byte)
        }
      }
      guard byte != nil else { throw mistake() }
      place += 1
      let string = String(decoding: text, as: UTF8.self)
      guard string.utf8.elementsEqual(text) else { throw mistake("a text is not UTF-8") }
      return string
    }

    private mutating func escape() throws(CommandError) -> Unicode.Scalar {
      guard let byte else { throw mistake() }
      place += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "u"): return try scalar()
      default: throw mistake()
      }
    }

    /// Reads the scalar of `\u00e9`, or of two halves, `\ud83d\ude00`.
    private mutating func scalar() throws(CommandError) -> Unicode.Scalar {
      let first = try half()
      if let scalar = Unicode.Scalar(first) { return scalar }
      guard first < 0xDC00, take(word: "\\u") else { throw mistake("half of a character") }
      let second = try half()
      guard (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { throw mistake("half of a character") }
      return scalar
    }

    private mutating func half() throws(CommandError) -> UInt32 {
      guard place + 4 <= bytes.count else { throw mistake() }
      let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let number = UInt32(digits, radix: 16)
      else { throw mistake() }
      place += 4
      return number
    }
  }
}
