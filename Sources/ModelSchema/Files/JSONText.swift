/// Texts of JSON, for output that is written a piece at a time.
package enum JSONText {
  /// An object, members in their order.
  package static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(string($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
  }

  /// An array.
  package static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }

  /// A text in quotes.
  package static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    write(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds a text in quotes.
  static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
