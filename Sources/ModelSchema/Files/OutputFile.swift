import ModelPlatform

/// A file that a program writes, a piece at a time.
///
/// - A regular file appears as a whole, with the mode that it had, when it is
///   finished; until then what was there stays, and after a failure too. Symbolic
///   links are followed: the file they lead to is written.
/// - Anything else is written through to: a device, a pipe, `/dev/stdout`.
/// - `-` is standard output.
package final class OutputFile {
  /// An error because of which there is no file, in words.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    /// The path that was given.
    package let path: String
    /// The reason, and what helps.
    package let reason: String

    init(_ path: String, _ code: Int32) {
      self.path = path
      reason = FileObstacle.writing(path, SystemError(code)).description
    }

    package var description: String { "'\(path)' cannot be written: \(reason)" }
  }

  /// A Boolean value that says whether what is written is what standard output
  /// shows.
  package let isStandardOutput: Bool

  private let path: String
  private let descriptor: Int32
  private let stream: StandardStream
  /// The file that takes the place of the one that is written; nil for one that
  /// is written at its place.
  private var renaming: (from: String, to: String)?
  private var isOpen = true

  /// Opens a file.
  package init(_ path: String) throws(Failure) {
    self.path = path
    let target = try Self.target(of: path)
    switch target {
    case .open(let number):
      // A copy, which `finish` may close: the process keeps its own.
      descriptor = dup(number)
      isStandardOutput = number == STDOUT_FILENO
    case .through(let path):
      descriptor = open(path, O_WRONLY)
      isStandardOutput = false
    case .regular(let file, let mode):
      (descriptor, renaming) = Self.opened(file, mode)
      isStandardOutput = false
    }
    stream = StandardStream(descriptor)
    guard descriptor >= 0 else {
      isOpen = false
      throw Failure(path, errno)
    }
  }

  deinit { abandon() }

  /// Writes a text behind what is written already.
  package func write(_ text: String) throws(StandardStream.WriteError) { try stream.write(text) }

  /// Finishes the file.
  package func finish() throws(Failure) {
    guard isOpen else { return }
    isOpen = false
    // Some file systems say only now that there was no room.
    guard close(descriptor) == 0 else { throw failure() }
    guard let renaming else { return }
    guard rename(renaming.from, renaming.to) == 0 else { throw failure() }
  }

  /// Writes a text as a whole file.
  package static func write(_ text: String, to path: String) throws {
    let file = try OutputFile(path)
    try file.write(text)
    try file.finish()
  }

  private func failure() -> Failure {
    let code = errno
    if let renaming { unlink(renaming.from) }
    return Failure(path, code)
  }

  private func abandon() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
    if let renaming { unlink(renaming.from) }
  }

  // MARK: Where it is

  private enum Target {
    /// A file that the process has open.
    case open(Int32)
    /// Something that bytes go through to.
    case through(String)
    /// A regular file, with the mode of one that is there.
    case regular(String, mode: mode_t?)
  }

  /// Follows links, one at a time: `/dev/stdout` is a link to one that leads to
  /// no path.
  private static func target(of path: String) throws(Failure) -> Target {
    if path == "-" { return .open(STDOUT_FILENO) }
    var file = path
    // As many links as Linux itself follows.
    for _ in 0..<40 {
      if let number = descriptor(of: file) { return .open(number) }
      guard let next = link(file) else {
        var status = stat()
        guard stat(file, &status) == 0 else { return .regular(file, mode: nil) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .regular(file, mode: status.st_mode & 0o7777)
        case S_IFDIR: throw Failure(path, EISDIR)
        default: return .through(file)
        }
      }
      file = next.hasPrefix("/") ? next : folder(of: file) + next
    }
    throw Failure(path, ELOOP)
  }

  /// The number of an open file, where a path names one.
  private static func descriptor(of path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      return folder.flatMap { Int32(path.dropFirst($0.count)) }
    }
  }

  private static func link(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The path up to its last slash, with it.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Opens a file beside the one to be written; that one itself, where its folder
  /// takes no other.
  private static func opened(
    _ file: String, _ mode: mode_t?
  ) -> (Int32, (from: String, to: String)?) {
    // What may not be written is not replaced either.
    if mode != nil, access(file, W_OK) != 0 { return (-1, nil) }
    // What is there under that name already is not ours to write.
    let other = "\(file).\(getpid())-new"
    let descriptor = open(other, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    guard descriptor >= 0 else {
      return (open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o666), nil)
    }
    // The mode that `open` is given is cut by the umask.
    if let mode { fchmod(descriptor, mode) }
    return (descriptor, (other, file))
  }
}
