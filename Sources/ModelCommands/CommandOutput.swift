/// The destination of a command's text, which is sent in pieces.
public final class CommandOutput {
  /// An error when the reader of the output has left, as in `list | head`.
  package struct Closed: Error {}

  private let send: (String) throws -> Void
  private var text = ""
  private var lines = 0

  /// Creates an output that passes its text to a closure.
  public init(_ send: @escaping (String) throws -> Void) { self.send = send }

  /// Writes a text for people. Characters that would control a terminal become U+FFFD.
  public func write(_ new: String) throws { try writeData(new.inLines) }

  /// Writes a text for other programs, unchanged except on a terminal.
  public func writeData(_ new: String) throws {
    text += new
    lines += 1
    // The first lines are sent at once, later lines in pieces.
    if lines < 32 || text.utf8.count > 1 << 15 { try flush() }
  }

  /// Rings the bell of the terminal that shows the text.
  public func ring() throws {
    try flush()
    try send(StandardStream.bell)
  }

  /// Sends the text that is still waiting.
  public func flush() throws {
    guard !text.isEmpty else { return }
    try send(text)
    text = ""
  }

  /// A standard stream; a reader that has left is `Closed`.
  package static func stream(_ stream: StandardStream) -> CommandOutput {
    CommandOutput { try Self.send($0, to: stream.write) }
  }

  /// A file; the reader of a pipe that has left is `Closed`.
  static func file(_ file: OutputFile) -> CommandOutput {
    CommandOutput { try Self.send($0, to: file.write) }
  }

  private static func send(
    _ text: String, to write: (String) throws(StandardStream.WriteError) -> Void
  ) throws {
    do {
      try write(text)
    } catch StandardStream.WriteError.closed {
      throw Closed()
    }
  }
}
