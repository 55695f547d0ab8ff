import ModelPlatform

/// Standard output or standard error, for the programs of this package.
///
/// A write is complete or throws an error. In contrast, `print` loses text on a full
/// disk, `FileHandle.write` traps, and a closed pipe ends the process by a signal.
package struct StandardStream: Sendable {
  /// An error that prevented a string from being written in full.
  package enum WriteError: Error, Hashable, CustomStringConvertible {
    /// The reader has closed the pipe, as in `list | head`.
    case closed
    /// Any other error, with the error number of the system.
    case failed(Int32)

    /// A description of the error: for `failed`, the message of the operating
    /// system.
    package var description: String {
      switch self {
      case .closed: "nobody reads the output any more"
      case .failed(let code): "cannot write the output: \(String(cString: strerror(code)))"
      }
    }

    /// The exit status of the program. A closed pipe is not a failure, because
    /// its reader needs no further output.
    package var exitStatus: Int32 { self == .closed ? 0 : 1 }
  }

  package static let output = StandardStream(STDOUT_FILENO)
  package static let errors = StandardStream(STDERR_FILENO)

  private let descriptor: Int32

  /// Creates a stream for a file descriptor. From now on, writing to a closed
  /// pipe throws an error, instead of sending a signal that ends the process.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    #if !os(Windows)
      signal(SIGPIPE, SIG_IGN)
    #endif
  }

  /// Writes a string for users. Characters that would control a terminal, or
  /// misrepresent the text, are written as U+FFFD, even inside quoted data.
  package func show(_ text: String) throws(WriteError) { try send(text.inStyledLines) }

  /// Writes text for other programs unchanged. On a terminal, the text is
  /// written as by `show(_:)`.
  package func write(_ text: String) throws(WriteError) {
    try send(isTerminal && text != Self.bell ? text.inStyledLines : text)
  }

  /// The terminal's bell, which rings if it is the only character written.
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

  /// Prints the output and the errors of a program's run.
  ///
  /// - Parameter whenClosed: A closure that is called if the reader has closed
  ///   the output.
  /// - Returns: The status to exit with: the status of the run, or 1 if its
  ///   output could not be written, in which case an error is printed to
  ///   standard error.
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
    // If standard error cannot be written either, only the status reports the failure.
    try? errors.show(message)
    return status
  }
}

/// Calls the system's `write`, which is hidden inside the stream by its method
/// of the same name.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if os(Windows)
    Int(_write(file, bytes, UInt32(count)))
  #else
    write(file, bytes, count)
  #endif
}
