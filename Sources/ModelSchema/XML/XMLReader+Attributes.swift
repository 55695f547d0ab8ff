extension XMLReader {
  /// Reads the attributes of a tag, up to its end.
  mutating func attributes() throws(XMLError) -> [XMLElementNode.Attribute] {
    var attributes: [XMLElementNode.Attribute] = []
    var names: Set<String> = []
    while true {
      let hasSpace = skipSpace()
      guard let next = peek(0), !next.endsTag else { return attributes }
      guard hasSpace else { throw error(.expected("a space")) }
      let start = position
      let name = try name("the name of an attribute")
      guard names.insert(name).inserted else {
        throw error(.duplicateAttribute(name), at: start)
      }
      skipSpace()
      guard peek(0) == UInt8(ascii: "=") else { throw error(.expected("'='")) }
      position += 1
      skipSpace()
      let offset = position + 1
      attributes.append(XMLElementNode.Attribute(name, try value(), offset: offset))
    }
  }

  /// Reads the value of an attribute, which is in quotes.
  private mutating func value() throws(XMLError) -> String {
    guard let quote = peek(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error(.expected("a value in quotes"))
    }
    let start = position
    position += 1
    var value: [UInt8] = []
    while let byte = peek(0), byte != quote {
      switch byte {
      case UInt8(ascii: "<"): throw error(.expected("the quote that ends the value"))
      case UInt8(ascii: "&"): value += Array(String(try reference()).utf8)
      default:
        position += 1
        let isPair = byte == UInt8(ascii: "\r") && peek(0) == UInt8(ascii: "\n")
        // A line ending in a value represents one space, in whatever form it is
        // written.
        if !isPair { value.append(byte.isSpace ? UInt8(ascii: " ") : byte) }
      }
    }
    guard position < bytes.count else {
      throw error(.expected("the quote that ends the value"), at: start)
    }
    position += 1
    return String(decoding: value, as: UTF8.self)
  }

  /// Reads a reference, such as `&amp;` or `&#10;`, and returns its character.
  mutating func reference() throws(XMLError) -> Character {
    let start = position
    let limit = min(bytes.count, start + 12)
    guard let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else {
      throw error(.expected("'amp;'"), at: start + 1)
    }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    position = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { throw error(.unknownEntity(name), at: start) }
    return Character(try scalar(String(name.dropFirst()), at: start))
  }

  private func scalar(_ text: String, at start: Int) throws(XMLError) -> Unicode.Scalar {
    let isHexadecimal = text.hasPrefix("x")
    let digits = isHexadecimal ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy({ $0.isHexadecimalDigit }),
      let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(value), scalar.isXMLCharacter
    else { throw error(.invalidReference(text), at: start) }
    return scalar
  }
}

extension Unicode.Scalar {
  /// True if XML allows the character in a document.
  var isXMLCharacter: Bool {
    switch value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

extension UInt8 {
  /// True if no attribute can begin at this byte, because the tag ends or
  /// another tag begins.
  fileprivate var endsTag: Bool {
    self == UInt8(ascii: ">") || self == UInt8(ascii: "/") || self == UInt8(ascii: "<")
  }

  fileprivate var isHexadecimalDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
