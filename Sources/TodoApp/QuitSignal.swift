import ModelPlatform

/// The user's wish to end: ctrl-C, a request of the system, `q`, or the end of
/// the input.
///
/// A signal handler may do no more than write a byte into a pipe; who waits
/// reads it there.
final class QuitSignal {
  private let wakeUp: [Int32]
  private let isTyped = isatty(STDIN_FILENO) == 1
  private var line: [UInt8] = []

  nonisolated(unsafe) private static var writeEnd: Int32 = -1
  // because a signal handler sees nothing but globals; it is written once,
  // before the handlers are installed.

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    wakeUp = ends
    Self.writeEnd = ends[1]
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        var byte: UInt8 = 0
        _ = write(QuitSignal.writeEnd, &byte, 1)
      }
    }
  }

  /// Waits so many seconds at most.
  ///
  /// - Returns: Whether somebody wants to end.
  func comes(within seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      let rest = (end - .now) / .milliseconds(1)
      if rest <= 0 { return false }
      var files = [pollfd(fd: wakeUp[0], events: Int16(POLLIN), revents: 0)]
      if isAnswered { files.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
      // Nothing says that the shell has brought it to the front.
      let count = poll(&files, nfds_t(files.count), Int32(min(rest + 1, isTyped ? 1e3 : 1e9)))
      guard count >= 0 else {
        if errno == EINTR { continue }
        return true
      }
      if files[0].revents != 0 || files.count > 1 && files[1].revents != 0 && isLeft() {
        return true
      }
    }
  }

  /// A Boolean value that says whether what is typed is for this program: one that runs behind
  /// a shell would be stopped for reading it.
  private var isAnswered: Bool {
    let front = tcgetpgrp(STDIN_FILENO)
    return isTyped && (front < 0 || front == getpgrp())
  }

  /// Reads what was typed.
  ///
  /// - Returns: Whether it was `q`, or nobody types any more.
  private func isLeft() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return count == 0 || errno != EINTR }
    for byte in bytes[..<count] where byte != UInt8(ascii: " ") {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if line == [UInt8(ascii: "q")] { return true }
      line = []
    }
    return false
  }
}
