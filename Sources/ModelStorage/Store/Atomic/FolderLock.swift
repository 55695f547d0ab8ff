/// The lock under which programs read and replace a file.
///
/// It lies on the folder: the file is another one after each replacement, and a
/// file of the lock's own would be left behind. A file system that knows no
/// locks goes without.
enum FolderLock {
  /// Runs the body while no other holder of the lock runs, in this program or
  /// another.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - seconds: How long to wait.
  /// - Throws: `StoreError` (`.busy`) when it takes longer, and what the body
  ///   throws.
  static func hold<Result>(
    _ url: URL, waiting seconds: TimeInterval, _ body: () throws -> Result
  ) throws -> Result {
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try FileDescriptor(folder, O_RDONLY)
    } catch {
      // Without a folder there is no file either, of which the body tells; one that is not to be
      // read has no lock.
      guard error.isMissingFile || error.code == EACCES else {
        throw StoreError(.ioFailure, "'\(path)' cannot be locked: \(error)")
      }
      return try body()
    }
    return try hold(descriptor, path, waiting: seconds, body)
  }

  /// Runs the body while no other holder of a folder's lock runs.
  ///
  /// - Parameter path: What the lock is for, as people know it.
  static func hold<Result>(
    _ folder: FileDescriptor, _ path: String, waiting seconds: TimeInterval,
    _ body: () throws -> Result
  ) throws -> Result {
    try take(folder.number, path, Date(timeIntervalSinceNow: seconds))
    // Closing would give the lock up too, but for a program that was begun meanwhile.
    defer { flock(folder.number, LOCK_UN) }
    return try body()
  }

  private static func take(_ descriptor: Int32, _ path: String, _ end: Date) throws {
    var pause: useconds_t = 500
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      guard Date.now < end else {
        throw StoreError(.busy, "'\(path)' is being written by another program; try again")
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }
}
