internal import CModelSQLite

extension Connection {
  /// Replaces the content of another database with this database's content, while both
  /// can be in use (https://sqlite.org/backup.html).
  ///
  /// A database must not be copied by copying its files, because the content of
  /// its write-ahead log would be missing, or would appear again.
  ///
  /// - Throws: `SQLiteError` if either database cannot be read or written; in
  ///   that case, the other database is unchanged.
  package func backUp(to other: Connection) throws(SQLiteError) {
    _ = try backUp(to: other) { () throws(SQLiteError) in true }
  }

  /// Replaces the content of another database with this database's content if a
  /// condition holds. The condition is checked when no other connection can
  /// write to the other database any more.
  ///
  /// - Returns: True if the content was copied.
  /// - Throws: `SQLiteError` if either database cannot be read or written, and
  ///   any error that the condition throws; in that case, the other database is
  ///   unchanged.
  package func backUp(
    to other: Connection, if condition: () throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Bool {
    try other.makeRoom(forPagesOf: self)
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw SQLiteError(other.handle, code: sqlite3_errcode(other.handle))
    }
    // A step of zero pages takes the lock, which is held until the end.
    var code = sqlite3_backup_step(backup, 0)
    do throws(SQLiteError) {
      if code == SQLITE_OK || code == SQLITE_DONE, try !condition() {
        sqlite3_backup_finish(backup)
        return false
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    if code == SQLITE_OK { code = sqlite3_backup_step(backup, -1) }
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw SQLiteError(other.handle, code: code == SQLITE_DONE ? end : code)
    }
    return true
  }

  /// Prepares the database for pages of another size. SQLite does not allow
  /// this for a database in memory or with a write-ahead log, and reports the
  /// code of a read-only database.
  private func makeRoom(forPagesOf source: Connection) throws(SQLiteError) {
    let size = try source.pageSize()
    guard try pageSize() != size else { return }
    // The first pragma affects only empty databases; after the second one, the file has
    // the source's journal mode.
    try execute("PRAGMA main.page_size = \(size); PRAGMA main.journal_mode = DELETE")
  }

  private func pageSize() throws(SQLiteError) -> Int64 {
    // Before the file is read, SQLite reports the page size of a new file. The tables
    // are not read, because the content may replace that of a damaged store.
    try execute("PRAGMA main.schema_version")
    return try prepare("PRAGMA main.page_size").first { $0.int64(0) } ?? 0
  }
}
