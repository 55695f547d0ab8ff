/// The lock under which programs read and replace a file.
///
/// The lock is on the folder: the file is a different one after each
/// replacement, and a separate lock file would be left behind. On a file system
/// that does not support locks, no lock is used.
enum FolderLock {
  /// Runs the body while no other code, in this program or another, holds the
  /// lock.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - seconds: The maximum time to wait.
  /// - Throws: `StoreError` (`.busy`) if the lock is not free within that time;
  ///   rethrows the body's errors.
  static func hold<Result>(
    _ url: URL, waiting seconds: TimeInterval, _ body: () throws -> Result
  ) throws -> Result {
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try FileDescriptor(folder, O_RDONLY)
    } catch {
      // If there is no folder, there is no file either, which the body reports.
      // A folder that may not be read cannot be locked.
      guard error.isMissingFile || error.code == EACCES else {
        throw StoreError(.ioFailure, "'\(path)' cannot be locked: \(error)")
      }
      return try body()
    }
    return try hold(descriptor, path, waiting: seconds, body)
  }

  /// Runs the body while no other code holds a folder's lock.
  ///
  /// - Parameter path: The path of the locked file or folder, for messages.
  static func hold<Result>(
    _ folder: FileDescriptor, _ path: String, waiting seconds: TimeInterval,
    _ body: () throws -> Result
  ) throws -> Result {
    try take(folder.number, path, Date(timeIntervalSinceNow: seconds))
    // Closing the folder would also release the lock, unless a process started
    // in the meantime has inherited the descriptor.
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
