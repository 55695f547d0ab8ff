import Foundation

/// Makes writes fail as on a full disk.
public enum FileSizeLimit {
  /// Runs the body while no file of this process can grow beyond a size.
  public static func run(_ bytes: Int, _ body: () throws -> Void) throws {
    // A write beyond the limit fails instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    var old = rlimit()
    getrlimit(resource, &old)
    var limit = old
    limit.rlim_cur = rlim_t(bytes)
    setrlimit(resource, &limit)
    defer { setrlimit(resource, &old) }
    try body()
  }

  #if os(Linux)
    private static let resource = __rlimit_resource_t(1)
  #else
    private static let resource = RLIMIT_FSIZE
  #endif
}
