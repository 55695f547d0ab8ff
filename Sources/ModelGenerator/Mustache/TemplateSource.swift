/// The text of a template as bytes, from which the lines and columns of errors
/// are computed.
struct TemplateSource: Sendable, Hashable {
  let name: String
  let bytes: [UInt8]

  init(name: String, text: String) {
    self.name = name
    self.bytes = Array(text.utf8)
  }

  /// Returns the text in a range of bytes.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Creates an error with the line and the column of the given offset.
  func error(_ reason: TemplateError.Reason, at offset: Int) -> TemplateError {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    return TemplateError(template: name, line: line, column: column, reason: reason)
  }
}
