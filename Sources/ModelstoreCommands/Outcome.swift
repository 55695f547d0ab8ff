/// The text that a command prints, and the exit status of its program.
struct Outcome {
  /// A closure that writes text in pieces.
  typealias Write = (String) throws -> Void

  var status: Int32 = 0
  /// The result for programs, which `--json` prints; nil if the text is the result.
  private(set) var json: JSONTree?
  /// True if the text is for other programs. It is then written unchanged,
  /// except on a terminal.
  private var isData = false
  private let body: (Write) throws -> Void

  /// Creates an outcome with text, to which a line ending is added.
  init(_ text: String, json: JSONTree? = nil, status: Int32 = 0) {
    body = { try $0(text + "\n") }
    (self.json, self.status) = (json, status)
  }

  init(lines: [String], json: JSONTree? = nil, status: Int32 = 0) {
    self.init(lines.joined(separator: "\n"), json: json, status: status)
  }

  /// Creates an outcome whose whole result is text.
  init(text: String) {
    body = { try $0(text) }
    json = ["text": .string(text)]
  }

  /// The outcome as JSON; the outcome itself if it has no JSON.
  var forPrograms: Outcome { json.map { Outcome($0.text, status: status) } ?? self }

  /// Creates an outcome with text that a closure writes.
  init(isData: Bool = false, writing body: @escaping (Write) throws -> Void) {
    (self.isData, self.body) = (isData, body)
  }

  /// Creates an outcome without text, for a command that has already shown its
  /// result.
  init(status: Int32) {
    self.init { _ in }
    self.status = status
  }

  func write(to output: CommandOutput) throws {
    do {
      try body { try isData ? output.writeData($0) : output.write($0) }
    } catch {
      // The text written so far is flushed before the error message is printed.
      try? output.flush()
      throw error
    }
    try output.flush()
  }

  /// The whole text, without the last line ending.
  var text: String {
    get throws {
      var text = ""
      try body { text += isData ? $0 : $0.inLines }
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
  }
}
