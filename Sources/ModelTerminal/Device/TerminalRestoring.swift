#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a terminal is set back to, whichever way the program ends.
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
    "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1049l"

  /// The signals that end a program, by somebody's wish or by a mistake.
  private static let ending: [Int32] = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE,
  ]

  /// Remembers the settings, and watches for everything that ends a program.
  static func begin(input: Int32, output: Int32, settings: termios) {
    saved = Saved(isActive: true, input: input, output: output, settings: settings)
    for number in ending { signal(number) { TerminalRestoring.restoreAndEnd($0) } }
    // A change of size only has to interrupt waiting.
    signal(SIGWINCH) { _ in }
  }

  /// Sets the terminal back, and lets signals do what they always do.
  static func end() {
    restore()
    for number in ending + [SIGWINCH] { signal(number, SIG_DFL) }
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
