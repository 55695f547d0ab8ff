public import Foundation
internal import Glibc

/// A program on a pseudo-terminal, controlled by a test as by a person who types.
///
/// An emulator reads the program's output, and `screen` is the text that a person would
/// see.
public final class PseudoTerminal {
  /// The emulator that has read all output so far.
  public private(set) var emulator: TerminalEmulator
  /// All bytes that the program has sent.
  public private(set) var output: [UInt8] = []
  // The C library declares these constants of Linux only for programs that ask for its
  // extensions: TIOCSPTLCK, TIOCGPTN, POSIX_SPAWN_SETSID.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  private static let setSession: Int16 = 0x80

  private let file: Int32
  private let keptOpen: Int32
  private let process: pid_t
  private var status: Int32?

  /// An error of a terminal, such as a text that does not appear in time.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Starts a program on a new terminal with a size in characters.
  public init(
    _ executable: URL, _ arguments: [String], environment: [String: String] = [:],
    rows: Int = 24, columns: Int = 80
  ) throws {
    emulator = TerminalEmulator(rows: rows, columns: columns)
    file = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var number: Int32 = 0
    var isLocked: Int32 = 0
    guard file >= 0, ioctl(file, Self.setLock, &isLocked) == 0,
      ioctl(file, Self.getNumber, &number) == 0
    else { throw Failure(description: "no pseudo-terminal") }
    let name = "/dev/pts/\(number)"
    // The settings can be read after the end of the program as long as this descriptor
    // is open.
    keptOpen = open(name, O_RDWR | O_NOCTTY)
    Self.resize(file, rows: rows, columns: columns)
    process = try Self.spawn(executable, arguments, environment, terminal: name)
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(file)
    close(keptOpen)
  }

  /// The lines of the screen, without trailing blanks and empty lines.
  public var screen: String { emulator.text }

  /// The process ID of the program, for example for its folder in `/proc`.
  public var processID: Int32 { process }

  /// Sends a text to the program as if it were typed.
  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  }

  /// Changes the size of the terminal, and clears the screen.
  public func resize(rows: Int, columns: Int) {
    emulator = TerminalEmulator(rows: rows, columns: columns)
    Self.resize(file, rows: rows, columns: columns)
  }

  /// Sends a signal such as `SIGTERM` to the program.
  public func send(signal: Int32) { kill(process, signal) }

  /// Waits until a condition on the text of the screen holds.
  ///
  /// - Throws: `Failure` with the screen if the condition does not hold in time or the
  ///   program ends.
  public func wait(
    for what: String, seconds: Double = 20, until isThere: (String) -> Bool
  ) throws {
    let end = Date.now.addingTimeInterval(seconds)
    while true {
      // The last output of a program can arrive after the check, so the screen is read
      // once more after the program has ended.
      let isLast = hasEnded
      receive(milliseconds: 20)
      if isThere(screen) { return }
      guard Date.now < end, !isLast else {
        throw Failure(description: "no \(what) on the screen:\n\(screen)")
      }
    }
  }

  /// Waits until the screen contains a text.
  public func wait(for text: String) throws {
    try wait(for: "'\(text)'") { $0.contains(text) }
  }

  /// Waits until the program has read all typed keys, is idle, and has sent no output
  /// for a moment. On a busy machine a silent program may only be waiting for the
  /// processor.
  public func settle(milliseconds: Int32 = 20) {
    var (count, rounds) = (-1, 0)
    while count != output.count || isBusy && rounds < 750 {
      count = output.count
      rounds += 1
      receive(milliseconds: milliseconds)
    }
  }

  /// True if the program has unread keys or a running thread.
  private var isBusy: Bool {
    var unread: Int32 = 0
    if ioctl(keptOpen, UInt(FIONREAD), &unread) == 0, unread > 0 { return true }
    // With a shell, the busy process is the job in the foreground of the terminal.
    let group = tcgetpgrp(file)
    let threads = "/proc/\(group > 0 ? group : process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
    return names.contains { name in
      let status = try? String(contentsOfFile: "\(threads)/\(name)/stat", encoding: .utf8)
      let state = status?.split(separator: ")").last?.split(separator: " ").first
      return state == "R" || state == "D"
    }
  }

  /// Waits until the program has answered an Escape. The program waits 40 milliseconds
  /// for more, since a key that follows at once is a key with Alt.
  public func pause() { settle(milliseconds: 60) }

  /// Returns the screen and the recorded screen with a name. If `RECORD_GOLDEN` is set,
  /// the screen is recorded first.
  ///
  /// - Parameters:
  ///   - file: The test's source file, which is in the same folder as `Recorded`.
  ///   - changing: Texts that change every day, with their replacements.
  public func recorded(
    _ name: String, beside file: String, replacing changing: KeyValuePairs<String, String> = [:]
  ) throws -> (screen: String, recorded: String) {
    settle()
    let url = URL(filePath: file).deletingLastPathComponent()
      .appending(path: "Recorded/\(name).txt")
    let shown = changing.reduce(screen) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(shown.utf8).write(to: url)
    }
    return (shown, try String(contentsOf: url, encoding: .utf8))
  }

  /// Waits for the end of the program, and throws if it does not end in time.
  ///
  /// - Returns: The exit status, or the negative number of the signal that ended the
  ///   program.
  public func exitStatus(seconds: Double = 20) throws -> Int32 {
    let end = Date.now.addingTimeInterval(seconds)
    while !hasEnded {
      receive(milliseconds: 20)
      guard Date.now < end else {
        throw Failure(description: "the program does not end:\n\(screen)")
      }
    }
    receive(milliseconds: 20)
    let status = status ?? 0
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  /// True if the terminal edits lines and echoes keys, as a shell needs it.
  public var isCooked: Bool {
    var settings = termios()
    guard tcgetattr(file, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ECHO) != 0 && settings.c_lflag & tcflag_t(ICANON) != 0
  }

  private var hasEnded: Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return false }
    status = raw
    return true
  }

  private func receive(milliseconds: Int32) {
    var poll = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return }
    output += bytes[..<count]
    emulator.receive(Array(bytes[..<count]))
  }

  private static func resize(_ file: Int32, rows: Int, columns: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(file, UInt(TIOCSWINSZ), &size)
  }

  private static func spawn(
    _ executable: URL, _ arguments: [String], _ environment: [String: String], terminal: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes the terminal of the
    // session.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, setSession)
    let path = executable.path(percentEncoded: false)
    var all = ["TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no", "HOME": "/nonexistent"]
    for name in ["PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LLVM_PROFILE_FILE"] {
      all[name] = ProcessInfo.processInfo.environment[name]
    }
    all.merge(environment) { _, new in new }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let settings = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + settings { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, &attributes, words, settings)
    guard code == 0 else { throw Failure(description: "cannot start \(path): \(code)") }
    return process
  }
}

/// The programs of the package, which are built beside its tests.
public enum BuiltProgram {
  /// Returns the file of the program with a name.
  public static func url(_ name: String) -> URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
  }
}
