/// The state of a store's write-ahead log, which tells whether anybody, in any program, may still
/// read a moment before a commit.
///
/// A checkpoint moves the log into the database as far as no reader needs the former pages; and a
/// log begins anew, with another salt, only when all of it was moved
/// (https://sqlite.org/walformat.html). So the readers of older moments than a commit are gone once
/// the frames up to its end are in the database, or the log is another one.
struct LogState {
  /// The number that the log got when it began; empty without one.
  private let salt: Data
  /// The pages in the log: those of the last commit, and of all before it.
  private let frames: Int64
  /// The pages of the log that are in the database too.
  private let moved: Int64

  /// Moves what can be moved, and looks at what is left; nil where nobody can tell, as while
  /// somebody else does the same.
  ///
  /// With a rollback journal there are no older moments, since a commit waits for readers.
  ///
  /// - Precondition: The connection has no transaction open.
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
    // After the numbers: those of an older log are only too careful then.
    guard let salt = try? Self.salt(of: path + "-wal") else { return nil }
    self.salt = salt
  }

  /// Reads the salts, which stand in the log's head.
  private static func salt(of path: String) throws -> Data {
    // SQLite has no locks on this file that go with its being closed.
    let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW)
    let head = try FileHandle(fileDescriptor: file.number).read(upToCount: 24) ?? Data()
    return head.count < 24 ? Data() : head.suffix(8)
  }

  /// True if nobody reads a moment before that of an earlier state.
  func isPast(_ earlier: LogState) -> Bool { salt != earlier.salt || moved >= earlier.frames }
}
