import ModelPlatform

/// The terminal of the program, which reads keys and shows buffers.
///
/// Between `begin()` and `end()` the terminal is in raw mode and shows its alternate
/// screen. The previous state is also restored if the program crashes or a signal ends
/// it.
package final class Terminal {
  /// The event that ended a wait.
  package enum Event: Sendable, Hashable {
    /// Keys were pressed.
    case keys([TerminalKey])
    /// The size has changed.
    case resized
    /// The user asked to suspend the program.
    case stop
    /// The program was suspended by another process and continues.
    case goOn
    /// No event occurred before the timeout.
    case idle
    /// The connection to the terminal was closed.
    case closed
  }

  /// True if colours may be used, which is not the case if `NO_COLOR` is set.
  package let isColored: Bool
  private let input: Int32
  private let output: Int32
  private let settings: termios
  private var decoder = KeyDecoder()
  private var shown: CellBuffer?
  private var knownSize: TerminalSize
  private var isActive = false

  /// The time in milliseconds within which a byte after Escape is treated as
  /// part of the same sequence.
  private static let escapeDelay: Int32 = 40
  /// The time in milliseconds that a paste waits for its remaining bytes. It is
  /// long because a slow line may pause, and the rest of a paste must not be
  /// mistaken for keys.
  private static let pasteDelay: Int32 = 1000

  /// Creates a terminal from file descriptors.
  ///
  /// - Throws: `TerminalError` if a descriptor does not refer to a terminal, or
  ///   if `TERM` is missing or `dumb`.
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

  /// The current size of the terminal.
  package var size: TerminalSize { Self.size(of: output) }

  /// Enters raw mode and shows the alternate screen.
  ///
  /// - Parameter anew: True to repeat this although the terminal is already in
  ///   use. This is necessary after a suspension, during which the shell
  ///   restores its own settings.
  /// - Throws: `TerminalError.refused` if the system does not allow it.
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
    // The mouse modes report buttons and the wheel, with coordinates of any
    // magnitude.
    send("\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?25l")
  }

  /// Restores the terminal and suspends the program, as Ctrl-Z does. When the
  /// program continues, the screen must be shown again.
  ///
  /// - Throws: `TerminalError.refused` if the system does not allow raw mode again.
  package func suspend() throws(TerminalError) {
    guard isActive else { return }
    isActive = false
    TerminalRestoring.stop()
    try begin()
  }

  /// Restores the previous state of the terminal.
  package func end() {
    guard isActive else { return }
    isActive = false
    TerminalRestoring.end()
  }

  /// Shows a buffer by sending only the cells that have changed.
  package func show(_ buffer: CellBuffer) {
    send(ScreenDifference(isColored: isColored).text(from: shown, to: buffer))
    shown = buffer
  }

  /// Waits for an event, for at most the given number of milliseconds.
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
