import ModelPlatform

/// The settings that a terminal is set back to, whichever way the program ends.
///
/// A signal may arrive at any time, so that everything here is plain memory
/// and calls that signal handlers may make.
enum TerminalRestoring {
  private struct Saved {
    var isActive = false
    var input: Int32 = 0
    var output: Int32 = 1
    var settings = termios()
  }

  nonisolated(unsafe) private static var saved = Saved()
  // because a signal handler can see nothing but globals; only the thread that
  // shows screens writes it, before and after the handlers are installed.

  /// Leaves the other screen: styles, cursor, paste marks, then the screen, which
  /// is blank by then: tmux mixes what it shows with the shell's when it has grown.
  private static let farewell: StaticString =
    "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[?25h\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?2004l\u{1B}[?1049l"

  /// The signals that end a program, by somebody's wish or by a mistake.
  private static let ending: [Int32] = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE,
  ]

  /// Remembers the settings, and watches for everything that ends a program.
  static func begin(input: Int32, output: Int32, settings: termios) {
    saved = Saved(isActive: true, input: input, output: output, settings: settings)
    for number in ending { signal(number) { TerminalRestoring.restoreAndEnd($0) } }
    // They only have to interrupt waiting.
    for number in waking { signal(number) { TerminalRestoring.wake($0) } }
  }

  /// The signals that end nothing.
  private static let waking: [Int32] = [SIGWINCH, SIGTSTP, SIGCONT]

  nonisolated(unsafe) private static var isToStop = false
  // because a signal handler sets it and the thread that shows screens asks; a byte is written at
  // once.
  nonisolated(unsafe) private static var hasGoneOn = false
  nonisolated(unsafe) private static var isResized = false
  // because of the same.

  private static func wake(_ number: Int32) {
    if number == SIGTSTP { isToStop = true }
    if number == SIGCONT { hasGoneOn = true }
    if number == SIGWINCH { isResized = true }
  }

  /// Takes a wish to stop, or the news that the program was stopped and goes on, or that the window
  /// changed, which may be as large as before by now.
  static func takeWish() -> (stop: Bool, goOn: Bool, isResized: Bool) {
    defer { (isToStop, hasGoneOn, isResized) = (false, false, false) }
    return (isToStop, hasGoneOn, isResized)
  }

  /// Has the program stop at the next moment.
  static func askToStop() { isToStop = true }

  /// Stops the program as Ctrl-Z does; it goes on when the shell wants it to.
  static func stop() {
    end()
    raise(SIGTSTP)
  }

  /// Sets the terminal back, and lets signals do what they always do.
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
