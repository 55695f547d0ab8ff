/// The destination of a command's text, which is sent in pieces.
public final class CommandOutput {
  /// An error that is thrown when the reader of the output has left, as in
  /// `list | head`.
  package struct Closed: Error {}

  private let send: (String) throws -> Void
  private var text = ""
  private var lines = 0

  /// Creates an output that passes its text to a closure.
  public init(_ send: @escaping (String) throws -> Void) { self.send = send }

  /// Writes text for users. Characters that would control a terminal become
  /// U+FFFD.
  ///
  /// - Throws: Any error in sending the text.
  public func write(_ new: String) throws { try writeData(new.inLines) }

  /// Writes text for other programs. It is unchanged, except on a terminal.
  ///
  /// - Throws: Any error in sending the text.
  public func writeData(_ new: String) throws {
    text += new
    lines += 1
    // The first lines are sent immediately, later lines in pieces.
    if lines < 32 || text.utf8.count > 1 << 15 { try flush() }
  }

  /// Rings the bell of the terminal that shows the text.
  ///
  /// - Throws: Any error in sending the text.
  public func ring() throws {
    try flush()
    try send(StandardStream.bell)
  }

  /// Sends the text that has not been sent yet.
  ///
  /// - Throws: Any error in sending the text.
  public func flush() throws {
    guard !text.isEmpty else { return }
    try send(text)
    text = ""
  }

  /// Returns an output to a standard stream. If the reader has left, writing
  /// throws `Closed`.
  package static func stream(_ stream: StandardStream) -> CommandOutput {
    CommandOutput { try Self.send($0, to: stream.write) }
  }

  /// Returns an output to a file. If the reader of a pipe has left, writing
  /// throws `Closed`.
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
