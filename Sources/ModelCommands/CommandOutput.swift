#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a command's text goes, a piece at a time.
public final class CommandOutput {
  /// Nobody reads any more: `list | head` has seen enough.
  struct Closed: Error {}

  private let send: (String) throws -> Void
  private var text = ""
  private var lines = 0

  /// Text is handed on when there is some.
  public init(_ send: @escaping (String) throws -> Void) { self.send = send }

  /// Writes a text.
  public func write(_ new: String) throws {
    text += new
    lines += 1
    // The first lines at once, later ones in pieces.
    if lines < 32 || text.utf8.count > 1 << 15 { try flush() }
  }

  /// Hands on what is left.
  func flush() throws {
    guard !text.isEmpty else { return }
    try send(text)
    text = ""
  }

  /// A file descriptor; a reader that has left is `Closed`.
  static func file(_ descriptor: Int32) -> CommandOutput {
    signal(SIGPIPE, SIG_IGN)
    return CommandOutput { text in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { throw Closed() }
        rest = rest.dropFirst(count)
      }
    }
  }
}

/// The system's `write`, which a method of the output hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
