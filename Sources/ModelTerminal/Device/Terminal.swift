import ModelPlatform

/// The terminal of the program: keys in, buffers out.
///
/// Between `begin()` and `end()` the terminal is in raw mode and shows its
/// other screen; it is set back as well when the program crashes or is ended
/// by a signal.
package final class Terminal {
  /// The event that ended a wait.
  package enum Event: Sendable, Hashable {
    /// Keys were pressed.
    case keys([TerminalKey])
    /// The size has changed.
    case resized
    /// Somebody wants the program to stop for a while.
    case stop
    /// The program was stopped by force and goes on.
    case goOn
    /// Nothing happened for as long as was asked.
    case idle
    /// Nobody is at the other end any more.
    case closed
  }

  /// A Boolean value that says whether colours may be used: not where
  /// `NO_COLOR` is set.
  package let isColored: Bool
  private let input: Int32
  private let output: Int32
  private let settings: termios
  private var decoder = KeyDecoder()
  private var shown: CellBuffer?
  private var knownSize: TerminalSize
  private var isActive = false

  /// The time for which an Escape waits for the rest of a sequence, in
  /// milliseconds.
  private static let escapeDelay: Int32 = 40
  /// The time for which a paste waits for its rest: a slow line pauses, and what
  /// is pasted then must not be taken for keys.
  private static let pasteDelay: Int32 = 1000

  /// Takes a terminal by its file descriptors.
  ///
  /// - Throws: `TerminalError` where they are no terminal, or `TERM` is missing
  ///   or `dumb`.
  package init(
    input: Int32 = 0, output: Int32 = 1, environment: [String: String]
  ) throws(TerminalError) {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    let kind = environment["TERM"] ?? ""
    guard !kind.isEmpty, kind != "dumb" else { throw .tooPlain(kind: kind) }
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { throw .refused(String(cString: strerror(errno))) }
    self.input = input
    self.output = output
    self.settings = settings
    isColored = (environment["NO_COLOR"] ?? "").isEmpty
    knownSize = Self.size(of: output)
  }

  deinit { end() }

  /// The size of the terminal now.
  package var size: TerminalSize { Self.size(of: output) }

  /// Goes to the other screen, in raw mode.
  ///
  /// - Parameter anew: Whether to do so where it was done: a shell sets the
  ///   terminal back while a program stands still.
  /// - Throws: `TerminalError.refused` where the system does not let it.
  package func begin(anew: Bool = false) throws(TerminalError) {
    guard !isActive || anew else { return }
    TerminalRestoring.begin(input: input, output: output, settings: settings)
    isActive = true
    var raw = settings
    cfmakeraw(&raw)
    guard tcsetattr(input, TCSANOW, &raw) == 0 else {
      let reason = String(cString: strerror(errno))
      end()
      throw .refused(reason)
    }
    shown = nil
    // Reports of the mouse: buttons and wheel, in a form without limits.
    send("\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?25l")
  }

  /// Stops the program as Ctrl-Z does, with the terminal set back; returns when
  /// it goes on, with the screen to be shown anew.
  ///
  /// - Throws: `TerminalError.refused` where the system does not let it go on.
  package func suspend() throws(TerminalError) {
    guard isActive else { return }
    isActive = false
    TerminalRestoring.stop()
    try begin()
  }

  /// Sets the terminal back to what it was.
  package func end() {
    guard isActive else { return }
    isActive = false
    TerminalRestoring.end()
  }

  /// Shows a buffer; what is there already is not sent again.
  package func show(_ buffer: CellBuffer) {
    send(ScreenDifference(isColored: isColored).text(from: shown, to: buffer))
    shown = buffer
  }

  /// Waits for something to happen, for so many milliseconds at most.
  package func nextEvent(timeout: Int32) -> Event {
    var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    let delay = decoder.isPasting ? Self.pasteDelay : Self.escapeDelay
    let count = poll(&file, 1, decoder.isWaiting ? delay : timeout)
    let wish = TerminalRestoring.takeWish()
    if wish.stop { return .stop }
    if wish.goOn { return .goOn }
    let size = size
    if size != knownSize || wish.isResized {
      knownSize = size
      shown = nil
      return .resized
    }
    if count == 0, decoder.isWaiting { return .keys(decoder.flush()) }
    guard count > 0 else { return .idle }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let length = read(input, &bytes, bytes.count)
    if length < 0, errno == EINTR || errno == EAGAIN { return .idle }
    return length > 0 ? .keys(decoder.decode(bytes[..<length])) : .closed
  }

  /// Rings the bell.
  package func ringBell() { send("\u{7}") }

  private func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func size(of file: Int32) -> TerminalSize {
    var size = winsize()
    guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(rows: 24, columns: 80)
    }
    return TerminalSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }
}
