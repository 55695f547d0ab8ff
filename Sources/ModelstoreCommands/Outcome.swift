/// The text that a command prints, and the status that its program ends with.
struct Outcome {
  /// Writes a text, a piece at a time.
  typealias Write = (String) throws -> Void

  var status: Int32 = 0
  /// The same for programs, which `--json` prints; nil where the text is that.
  private(set) var json: JSONTree?
  /// A Boolean value that says whether other programs read the text as it is: nothing of it is
  /// replaced then, but on a terminal.
  private var isData = false
  private let body: (Write) throws -> Void

  /// A text, which a line end follows.
  init(_ text: String, json: JSONTree? = nil, status: Int32 = 0) {
    body = { try $0(text + "\n") }
    (self.json, self.status) = (json, status)
  }

  init(lines: [String], json: JSONTree? = nil, status: Int32 = 0) {
    self.init(lines.joined(separator: "\n"), json: json, status: status)
  }

  /// A text that is all of the result.
  init(text: String) {
    body = { try $0(text) }
    json = ["text": .string(text)]
  }

  /// The outcome for programs.
  var forPrograms: Outcome { json.map { Outcome($0.text, status: status) } ?? self }

  /// A text that comes into being while it is written.
  init(isData: Bool = false, writing body: @escaping (Write) throws -> Void) {
    (self.isData, self.body) = (isData, body)
  }

  /// Makes an outcome without a text, after a command that showed what it had
  /// to.
  init(status: Int32) {
    self.init { _ in }
    self.status = status
  }

  /// Writes the text.
  func write(to output: CommandOutput) throws {
    do {
      try body { try isData ? output.writeData($0) : output.write($0) }
    } catch {
      // What there is stands before the message.
      try? output.flush()
      throw error
    }
    try output.flush()
  }

  /// The whole text, without the last line end.
  var text: String {
    get throws {
      var text = ""
      try body { text += isData ? $0 : $0.inLines }
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
  }
}
