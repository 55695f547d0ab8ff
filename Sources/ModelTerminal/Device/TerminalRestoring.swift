import ModelPlatform

/// The functions that restore the terminal, regardless of how the program ends.
///
/// A signal may arrive at any time, so the code uses only plain memory and functions
/// that are safe in signal handlers.
enum TerminalRestoring {
  private struct Saved {
    var isActive = false
    var input: Int32 = 0
    var output: Int32 = 1
    var settings = termios()
  }

  nonisolated(unsafe) private static var saved = Saved()
  // because a signal handler can access only globals; the variable is written only by the thread
  // that shows screens, before the handlers are installed and after they are removed.

  /// The sequence that leaves the alternate screen: it resets styles, cursor, mouse and paste
  /// modes. The screen is cleared first, because tmux would otherwise mix its content with that of
  /// the shell if the window has grown.
  private static let farewell: StaticString =
    "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[?25h\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?2004l\u{1B}[?1049l"

  /// The signals that end the program, either on request or after an error.
  private static let ending: [Int32] = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE,
  ]

  /// Saves the terminal's settings and installs the signal handlers.
  static func begin(input: Int32, output: Int32, settings: termios) {
    saved = Saved(isActive: true, input: input, output: output, settings: settings)
    for number in ending { signal(number) { TerminalRestoring.restoreAndEnd($0) } }
    // These signals only interrupt a wait.
    for number in waking { signal(number) { TerminalRestoring.wake($0) } }
  }

  /// The signals that interrupt a wait without ending the program.
  private static let waking: [Int32] = [SIGWINCH, SIGTSTP, SIGCONT]

  nonisolated(unsafe) private static var isToStop = false
  // because it is set by a signal handler and read by the thread that shows screens, and a byte is
  // written atomically.
  nonisolated(unsafe) private static var hasGoneOn = false
  nonisolated(unsafe) private static var isResized = false
  // because it is set by a signal handler and read by the thread that shows screens, and a byte is
  // written atomically.

  private static func wake(_ number: Int32) {
    if number == SIGTSTP { isToStop = true }
    if number == SIGCONT { hasGoneOn = true }
    if number == SIGWINCH { isResized = true }
  }

  /// Returns and clears the pending signals: a request to suspend, the continuation after a
  /// suspension, and a change to the window, whose size may meanwhile be the same as before.
  static func takeWish() -> (stop: Bool, goOn: Bool, isResized: Bool) {
    defer { (isToStop, hasGoneOn, isResized) = (false, false, false) }
    return (isToStop, hasGoneOn, isResized)
  }

  /// Requests that the program be suspended at the next opportunity.
  static func askToStop() { isToStop = true }

  /// Suspends the program, as Ctrl-Z does, until the shell continues it.
  static func stop() {
    end()
    raise(SIGTSTP)
  }

  /// Restores the terminal and the default signal handlers.
  static func end() {
    restore()
    for number in ending + waking { signal(number, SIG_DFL) }
  }

  private static func restore() {
    guard saved.isActive else { return }
    saved.isActive = false
    _ = write(saved.output, farewell.utf8Start, farewell.utf8CodeUnitCount)
    tcsetattr(saved.input, TCSANOW, &saved.settings)
  }

  private static func restoreAndEnd(_ number: Int32) {
    restore()
    signal(number, SIG_DFL)
    raise(number)
  }
}
