import ModelPlatform

/// Standard output or error, for the programs of this package.
///
/// A write is whole or an error: `print` loses what a full disk does not take,
/// `FileHandle.write` traps, and a closed pipe ends the process by a signal.
package struct StandardStream: Sendable {
  /// An error because of which a text was not written, or not whole.
  package enum WriteError: Error, Hashable, CustomStringConvertible {
    /// Nobody reads any more: `list | head` has seen enough.
    case closed
    /// The system's number of any other error.
    case failed(Int32)

    /// The system's words.
    package var description: String {
      switch self {
      case .closed: "nobody reads the output any more"
      case .failed(let code): "cannot write the output: \(String(cString: strerror(code)))"
      }
    }

    /// The status that a program ends with: whoever closes the pipe has seen
    /// enough, which is no failure.
    package var exitStatus: Int32 { self == .closed ? 0 : 1 }
  }

  /// Standard output.
  package static let output = StandardStream(STDOUT_FILENO)
  /// Standard error.
  package static let errors = StandardStream(STDERR_FILENO)

  private let descriptor: Int32

  /// A stream of a file descriptor.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    #if !os(Windows)
      signal(SIGPIPE, SIG_IGN)
    #endif
  }

  /// Writes a text for people: what would steer a terminal, or show another text than is there, is
  /// U+FFFD, whatever the text quotes.
  package func show(_ text: String) throws(WriteError) { try send(text.inStyledLines) }

  /// Writes what other programs read as it is, and on a terminal as people may see it.
  package func write(_ text: String) throws(WriteError) {
    try send(isTerminal && text != Self.bell ? text.inStyledLines : text)
  }

  /// The terminal's bell, which rings where it is all that is written.
  package static let bell = "\u{7}"

  private var isTerminal: Bool {
    #if os(Windows)
      _isatty(descriptor) != 0
    #else
      isatty(descriptor) == 1
    #endif
  }

  private func send(_ text: String) throws(WriteError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { throw errno == EPIPE ? .closed : .failed(errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Prints what a run of a program came to.
  ///
  /// - Parameter whenClosed: Called where nobody reads the output any more.
  /// - Returns: The status to exit with: the run's own, or 1 where its output
  ///   could not be written, which standard error says.
  package static func report(
    _ text: String, errors message: String = "", status: Int32, of program: String,
    whenClosed: () -> Void = {}
  ) -> Int32 {
    var status = status
    do {
      try output.write(text)
    } catch {
      status = max(status, error.exitStatus)
      if error == .closed {
        whenClosed()
      } else {
        try? errors.show("\(program): \(error)\n")
      }
    }
    // Where standard error cannot be written, only the status is left.
    try? errors.show(message)
    return status
  }
}

/// The system's `write`, which a method of the stream hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if os(Windows)
    Int(_write(file, bytes, UInt32(count)))
  #else
    write(file, bytes, count)
  #endif
}
