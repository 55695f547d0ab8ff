/// The state of a store's write-ahead log, which shows whether a reader in any
/// program may still see the state before a commit.
///
/// A checkpoint moves the log into the database, except for parts that replace
/// pages still needed by a reader; the log starts again, with another salt,
/// only after all of it has been moved (https://sqlite.org/walformat.html). So
/// no reader sees a state before a commit once all frames of the commit are in
/// the database, or the log has another salt.
struct LogState {
  /// The salt of the log; empty if there is no log.
  private let salt: Data
  /// The number of pages in the log, up to the last commit.
  private let frames: Int64
  /// The number of pages of the log that are also in the database.
  private let moved: Int64

  /// Runs a checkpoint, and reads the state of the log after it; nil if that
  /// state is unknown, for instance while another program runs a checkpoint.
  ///
  /// With a rollback journal, there are no older states, since a commit waits
  /// for readers.
  ///
  /// - Precondition: The connection has no open transaction.
  init?(_ connection: Connection) {
    guard let path = connection.fileName("main"),
      let statement = try? connection.prepare("PRAGMA main.wal_checkpoint(PASSIVE)")
    else { return nil }
    defer { statement.reset() }
    guard (try? statement.step()) == true else { return nil }
    let row = Row(statement)
    (frames, moved) = (row.int64(1), row.int64(2))
    guard frames >= 0 else {
      guard row.int64(0) == 0 else { return nil }
      salt = Data()
      return
    }
    // The salt is read after the numbers: if the log has started again in the
    // meantime, the numbers only keep files for longer than necessary.
    guard let salt = try? Self.salt(of: path + "-wal") else { return nil }
    self.salt = salt
  }

  /// Reads the salts in the log's header.
  private static func salt(of path: String) throws -> Data {
    // Closing this file releases no locks, because SQLite has none on it.
    let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW)
    let head = try FileHandle(fileDescriptor: file.number).read(upToCount: 24) ?? Data()
    return head.count < 24 ? Data() : head.suffix(8)
  }

  /// Returns true if no reader sees a state before the given state.
  func isPast(_ earlier: LogState) -> Bool { salt != earlier.salt || moved >= earlier.frames }
}
