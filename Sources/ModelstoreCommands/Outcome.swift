internal import ModelCommands

/// The text that a command prints, and the status that its program ends with.
struct Outcome {
  /// Writes a text, a piece at a time.
  typealias Write = (String) throws -> Void

  var status: Int32 = 0
  private let body: (Write) throws -> Void

  /// A text, which a line end follows.
  init(_ text: String, status: Int32 = 0) {
    body = { try $0(text + "\n") }
    self.status = status
  }

  init(lines: [String], status: Int32 = 0) {
    self.init(lines.joined(separator: "\n"), status: status)
  }

  /// A text that comes into being while it is written.
  init(writing body: @escaping (Write) throws -> Void) { self.body = body }

  /// Writes the text.
  func write(to output: CommandOutput) throws {
    try body { try output.write($0) }
    try output.flush()
  }

  /// The whole text, without the last line end.
  var text: String {
    get throws {
      var text = ""
      try body { text += $0 }
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
  }
}
