/// Writes JSON as text, for output that is written in pieces.
package enum JSONText {
  /// Returns an object with its members in the given order.
  package static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(string($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
  }

  package static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }

  /// Returns a string as JSON, in quotes and with escapes.
  package static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    write(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a string in quotes. Characters that would control a terminal are
  /// written as escapes.
  static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let steers =
      text.utf8.contains { $0 >= 0x7F } && text.unicodeScalars.contains(where: \.isSteering)
    for scalar in steers ? text.unicodeScalars : "".unicodeScalars {
      if scalar.isSteering, !scalar.isASCII || scalar.value == 0x7F {
        bytes += scalar.fourDigitEscape.utf8
      } else {
        write(String(scalar).utf8, to: &bytes)
      }
    }
    if !steers { write(text.utf8, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func write(_ text: String.UTF8View, to bytes: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case 0..<0x20: bytes += Unicode.Scalar(byte).fourDigitEscape.utf8
      default: bytes.append(byte)
      }
    }
  }
}
