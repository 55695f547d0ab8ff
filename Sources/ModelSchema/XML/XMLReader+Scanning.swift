extension XMLReader {
  /// Creates an error at an offset, by default the current offset.
  func error(_ reason: XMLError.Reason, at offset: Int? = nil) -> XMLError {
    XMLError(reason, at: offset ?? position, in: bytes)
  }

  /// Returns the byte at a distance from the current byte; nil past the end.
  func peek(_ distance: Int) -> UInt8? {
    let index = position + distance
    return index < bytes.count ? bytes[index] : nil
  }

  /// Returns whether a string begins at the current position.
  func starts(with text: StaticString) -> Bool {
    guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { expected in
      expected.indices.allSatisfy { bytes[position + $0] == expected[$0] }
    }
  }

  /// Skips spaces and line endings, and returns true if there were any.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = position
    while let byte = peek(0), byte.isSpace { position += 1 }
    return position > start
  }

  /// Skips everything up to and including a string.
  mutating func skip(
    past end: StaticString, opening: Int, what: String
  ) throws(XMLError) {
    let start = position
    position += opening
    while position < bytes.count {
      if starts(with: end) {
        position += end.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw error(.expected(what), at: start)
  }

  /// Reads the name of an element or an attribute.
  mutating func name(_ what: String) throws(XMLError) -> String {
    let start = position
    guard let first = peek(0), first.startsXMLName else { throw error(.expected(what)) }
    while let byte = peek(0), byte.isXMLName { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Skips `<!DOCTYPE ...>`, which may contain declarations in brackets.
  mutating func skipDocumentType() throws(XMLError) {
    let start = position
    var quote: UInt8?
    var depth = 0
    position += 2
    while let byte = peek(0) {
      position += 1
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return
      default: break
      }
    }
    throw error(.expected("'>'"), at: start)
  }

  // MARK: Encoding

  /// Checks that the bytes are UTF-8, and skips a byte order mark.
  mutating func checkEncoding() throws(XMLError) {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw error(.encoding("UTF-16"), at: 0)
    }
    if let wrong = UTF8Check.firstFailure(in: bytes) {
      switch wrong {
      case .sequence(let offset): throw error(.invalidUTF8, at: offset)
      case .character(let scalar, let offset):
        throw error(.invalidCharacter(scalar), at: offset)
      }
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads the XML declaration, `<?xml ... ?>`.
  mutating func declaration() throws(XMLError) {
    let start = position
    position += 5
    for attribute in try declarationAttributes() where attribute.name == "encoding" {
      guard ["UTF-8", "UTF8", "US-ASCII"].contains(attribute.value.uppercased()) else {
        throw error(.encoding(attribute.value), at: attribute.offset)
      }
    }
    guard starts(with: "?>") else { throw error(.expected("'?>'"), at: start) }
    position += 2
  }

  private mutating func declarationAttributes() throws(XMLError) -> [XMLElementNode.Attribute] {
    // The declaration ends with a question mark in the position where a tag has
    // its '>'.
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "?")) else { return [] }
    var part = XMLReader(part: Array(bytes[..<end]) + [UInt8(ascii: ">")], at: position)
    let attributes = try part.attributes()
    position = part.position
    return attributes
  }
}

extension UInt8 {
  var isSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t")
      || self == UInt8(ascii: "\r")
  }

  /// True if text ends before this byte.
  var endsText: Bool { self == UInt8(ascii: "<") || self == UInt8(ascii: "&") }

  fileprivate var startsXMLName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  fileprivate var isXMLName: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: startsXMLName
    }
  }
}
