/// An error in a document that is not valid XML, or that has an unsupported
/// form.
package struct XMLError: Error, Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// The bytes are in another encoding, or declare another encoding.
    case encoding(String)
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// XML does not allow the character.
    case invalidCharacter(UInt32)
    /// The grammar requires something else at this offset.
    case expected(String)
    /// The document contains no element.
    case noElement
    /// The document ends before this element is closed.
    case unclosed(String)
    /// An end tag does not match the open element.
    case mismatch(found: String, open: String)
    /// A tag has two attributes with the same name.
    case duplicateAttribute(String)
    /// A reference to an entity that XML does not define.
    case unknownEntity(String)
    /// A reference to a character that does not exist.
    case invalidReference(String)
    /// The document continues after the end of its element.
    case trailingContent
    /// The elements are nested more deeply than the limit.
    case nestedTooDeep(limit: Int)
  }

  package var reason: Reason
  /// The offset of the first byte of the error.
  package var offset: Int
  /// The number of the line, counted from 1.
  package var line: Int
  /// The number of the Unicode scalar in the line, counted from 1.
  package var column: Int

  /// Creates an error, and determines its line and column.
  init(_ reason: Reason, at offset: Int, in bytes: [UInt8]) {
    self.reason = reason
    self.offset = min(offset, bytes.count)
    line = 1
    column = 1
    for byte in bytes[..<self.offset] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}

extension XMLError: CustomStringConvertible {
  /// The reason for the error, in a few words.
  package var message: String {
    switch reason {
    case .encoding(let name): "the encoding is \(name); save the file as UTF-8"
    case .invalidUTF8: "these bytes are no UTF-8"
    case .invalidCharacter(let scalar):
      "XML has no character U+\(Self.hexadecimal(scalar))"
    case .expected(let what): "\(what) is missing here"
    case .noElement: "there is no element"
    case .unclosed(let name): "'<\(name)>' has no end tag"
    case .mismatch(let found, let open): "'</\(found)>' does not close '<\(open)>'"
    case .duplicateAttribute(let name): "the attribute '\(name)' stands twice in one tag"
    case .unknownEntity(let name): "no entity '&\(name);'; write '&amp;' for the sign itself"
    case .invalidReference(let text): "'&#\(text);' is no character"
    case .trailingContent: "nothing can follow the end of the document"
    case .nestedTooDeep(let limit): "elements are nested more than \(limit) deep"
    }
  }

  /// The line, the column and the reason.
  package var description: String { "\(line):\(column): \(message)" }

  private static func hexadecimal(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
