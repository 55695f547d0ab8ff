public import Foundation
internal import Glibc

/// A program on a terminal of a test's own, as somebody who types at it.
///
/// The program's output goes through an emulator; what a person would see is
/// `screen`.
public final class PseudoTerminal {
  /// What the terminal shows.
  public private(set) var emulator: TerminalEmulator
  /// All bytes that were received.
  public private(set) var output: [UInt8] = []
  // Linux's numbers, which the C library shows only to programs that ask for
  // its extensions: TIOCSPTLCK, TIOCGPTN, POSIX_SPAWN_SETSID.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  private static let setSession: Int16 = 0x80

  private let file: Int32
  private let keptOpen: Int32
  private let process: pid_t
  private var status: Int32?

  /// What went wrong with a terminal.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Starts a program on a new terminal.
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
    // The settings can be read after the program has ended while this is open.
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

  /// The lines of the screen.
  public var screen: String { emulator.text }

  /// The number of the program's process.
  public var processID: Int32 { process }

  /// Types.
  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  }

  /// Makes the terminal another size, blank at first.
  public func resize(rows: Int, columns: Int) {
    emulator = TerminalEmulator(rows: rows, columns: columns)
    Self.resize(file, rows: rows, columns: columns)
  }

  /// Sends the program a signal.
  public func send(signal: Int32) { kill(process, signal) }

  /// Waits until the screen is as wanted.
  ///
  /// - Throws: `Failure` with the screen where it does not become so in time.
  public func wait(
    for what: String, seconds: Double = 20, until isThere: (String) -> Bool
  ) throws {
    let end = Date.now.addingTimeInterval(seconds)
    while true {
      // What a program wrote last may come after it was looked at, and it has ended then.
      let isLast = hasEnded
      receive(milliseconds: 20)
      if isThere(screen) { return }
      guard Date.now < end, !isLast else {
        throw Failure(description: "no \(what) on the screen:\n\(screen)")
      }
    }
  }

  /// Waits until a text is on the screen.
  public func wait(for text: String) throws {
    try wait(for: "'\(text)'") { $0.contains(text) }
  }

  /// Waits until the program has taken all that was typed, waits itself and has sent nothing for a
  /// moment: on a busy machine it may only not have come to it.
  public func settle(milliseconds: Int32 = 20) {
    var (count, rounds) = (-1, 0)
    while count != output.count || isBusy && rounds < 750 {
      count = output.count
      rounds += 1
      receive(milliseconds: milliseconds)
    }
  }

  /// True if the program has something to do: keys to take, or a thread that runs.
  private var isBusy: Bool {
    var unread: Int32 = 0
    if ioctl(keptOpen, UInt(FIONREAD), &unread) == 0, unread > 0 { return true }
    // Behind a shell it is the job that the terminal belongs to.
    let group = tcgetpgrp(file)
    let threads = "/proc/\(group > 0 ? group : process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
    return names.contains { name in
      let status = try? String(contentsOfFile: "\(threads)/\(name)/stat", encoding: .utf8)
      let state = status?.split(separator: ")").last?.split(separator: " ").first
      return state == "R" || state == "D"
    }
  }

  /// Waits until the program has answered an Escape, which waits 40 milliseconds for more: a key that
  /// comes at once behind it is a key with Alt.
  public func pause() { settle(milliseconds: 60) }

  /// The screen, with the recorded one of a name; `RECORD_GOLDEN=1` writes it.
  ///
  /// - Parameters:
  ///   - file: The test's source file, beside which the folder `Recorded` is.
  ///   - changing: Texts that are others every day, with what stands for them.
  public func recorded(
    _ name: String, beside file: String, replacing changing: [String: String] = [:]
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

  /// Waits for the end of the program.
  ///
  /// - Returns: Its exit status, or the negative number of the signal that
  ///   ended it.
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

  /// Whether the terminal edits lines and echoes, as a shell wants it.
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
    // The first terminal that the leader of a session opens is its own.
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

/// The programs that the package builds, beside its tests.
public enum BuiltProgram {
  /// The file of a program.
  public static func url(_ name: String) -> URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
  }
}
