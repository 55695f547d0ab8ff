import ModelPlatform

/// A file that a program writes in pieces.
///
/// - A regular file is replaced as a whole, with its previous mode, when
///   writing is finished; until then, and after a failure, the previous file
///   remains. Symbolic links are followed, and the file that they lead to is
///   written.
/// - Any other target, such as a device, a pipe or `/dev/stdout`, is written to
///   directly.
/// - `-` is standard output.
package final class OutputFile {
  /// A description of an error that prevents the file from being written.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    /// The path of the file, as it was given.
    package let path: String
    /// The reason why the file cannot be written, and the remedy.
    package let reason: String

    init(_ path: String, _ code: Int32) {
      self.path = path
      reason = FileObstacle.writing(path, SystemError(code)).description
    }

    package var description: String { "'\(path)' cannot be written: \(reason)" }
  }

  /// True if the output goes to standard output.
  package let isStandardOutput: Bool

  private let path: String
  private let descriptor: Int32
  private let stream: StandardStream
  /// The temporary file, and the file that it replaces when it is finished; nil
  /// for a file that is written in place.
  private var renaming: (from: String, to: String)?
  private var isOpen = true

  /// Opens the file at a path for writing.
  package init(_ path: String) throws(Failure) {
    self.path = path
    let target = try Self.target(of: path)
    switch target {
    case .open(let number):
      // The descriptor is duplicated, so that `finish` can close it while the
      // process keeps its own.
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

  package func write(_ text: String) throws(StandardStream.WriteError) { try stream.write(text) }

  /// Finishes the file, and gives it its final name if it replaces another
  /// file.
  package func finish() throws(Failure) {
    guard isOpen else { return }
    isOpen = false
    // Some file systems report a full disk only when the file is closed.
    guard close(descriptor) == 0 else { throw failure() }
    guard let renaming else { return }
    guard rename(renaming.from, renaming.to) == 0 else { throw failure() }
  }

  /// Writes a string as a whole file.
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

  // MARK: Targets

  private enum Target {
    /// A file that the process has already opened.
    case open(Int32)
    /// A device or a pipe, to which bytes are written directly.
    case through(String)
    /// A regular file, with the mode of the existing file.
    case regular(String, mode: mode_t?)
  }

  /// Returns the target to which a path leads. Links are followed one at a
  /// time, since `/dev/stdout` is a link to a link that does not lead to a
  /// path.
  private static func target(of path: String) throws(Failure) -> Target {
    if path == "-" { return .open(STDOUT_FILENO) }
    var file = path
    // Linux itself follows the same number of links.
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

  /// Returns the descriptor that a path such as `/dev/stdout` or `/dev/fd/3`
  /// represents; nil for any other path.
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

  /// Returns the path up to and including its last slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Opens a file beside the file to be written, or that file itself if its folder
  /// cannot be written.
  private static func opened(
    _ file: String, _ mode: mode_t?
  ) -> (Int32, (from: String, to: String)?) {
    // A file that is write-protected is not replaced.
    if mode != nil, access(file, W_OK) != 0 { return (-1, nil) }
    // An existing file with that name belongs to another program, and is not
    // overwritten.
    let other = "\(file).\(getpid())-new"
    let descriptor = open(other, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    guard descriptor >= 0 else {
      return (open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o666), nil)
    }
    // The mode that is passed to `open` is reduced by the umask.
    if let mode { fchmod(descriptor, mode) }
    return (descriptor, (other, file))
  }
}
