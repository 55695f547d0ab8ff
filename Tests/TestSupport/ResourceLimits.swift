import Foundation

/// A limit on the size of files, which makes writes fail as on a full disk.
public enum FileSizeLimit {
  /// Runs the body while no file of this process can grow beyond a size in bytes.
  public static func run(_ bytes: Int, _ body: () throws -> Void) throws {
    // A write beyond the limit fails instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    #if os(Linux)
      try limiting(__rlimit_resource_t(1), to: bytes, body)
    #else
      try limiting(RLIMIT_FSIZE, to: bytes, body)
    #endif
  }
}

/// A limit on open files, which makes every open fail as in a process with too many
/// open files.
public enum OpenFileLimit {
  /// Runs the body while this process cannot open any more files.
  public static func run(_ body: () throws -> Void) throws {
    #if os(Linux)
      try limiting(__rlimit_resource_t(7), to: 0, body)
    #else
      try limiting(RLIMIT_NOFILE, to: 0, body)
    #endif
  }
}

#if os(Linux)
  private typealias Resource = __rlimit_resource_t
#else
  private typealias Resource = Int32
#endif

private func limiting(_ resource: Resource, to value: Int, _ body: () throws -> Void) throws {
  var old = rlimit()
  getrlimit(resource, &old)
  var limit = old
  limit.rlim_cur = rlim_t(value)
  setrlimit(resource, &limit)
  defer { setrlimit(resource, &old) }
  try body()
}
