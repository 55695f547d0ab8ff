import ModelPlatform

/// A request of the user to quit, which is Control-C, a signal from the system,
/// `q`, or the end of the input.
///
/// A signal handler can only write a byte to a pipe, from which the waiting thread
/// reads it.
final class QuitSignal {
  private let wakeUp: [Int32]
  private let isTyped = isatty(STDIN_FILENO) == 1
  private var line: [UInt8] = []

  nonisolated(unsafe) private static var writeEnd: Int32 = -1
  // because a signal handler can access only global variables; it is written once,
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

  /// Waits for a request to quit, for at most the given number of seconds.
  ///
  /// - Returns: True if there was a request.
  func comes(within seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      let rest = (end - .now) / .milliseconds(1)
      if rest <= 0 { return false }
      var files = [pollfd(fd: wakeUp[0], events: Int16(POLLIN), revents: 0)]
      if isAnswered { files.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
      // There is no signal when the shell brings the program to the foreground, so the
      // terminal is checked every second.
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

  /// True if typed input is intended for this program. A program in the background must
  /// not read it, because the shell would suspend the program.
  private var isAnswered: Bool {
    let front = tcgetpgrp(STDIN_FILENO)
    return isTyped && (front < 0 || front == getpgrp())
  }

  /// Reads the typed input.
  ///
  /// - Returns: True if the input was `q`, or if it has ended.
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
