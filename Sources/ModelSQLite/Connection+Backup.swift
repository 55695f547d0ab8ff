internal import CModelSQLite

extension Connection {
  /// Makes another database's content the same as this one's, while both may be
  /// in use (https://sqlite.org/backup.html).
  ///
  /// Never copy a database by its files: what its write-ahead log holds would
  /// be missing, or come back.
  ///
  /// - Throws: `SQLiteError` when either cannot be read or written; the other
  ///   database then is as it was.
  package func backUp(to other: Connection) throws(SQLiteError) {
    _ = try backUp(to: other) { () throws(SQLiteError) in true }
  }

  /// Makes another database's content the same as this one's, unless a
  /// condition fails that is asked for when nobody else can write the other
  /// one any more.
  ///
  /// - Returns: Whether it was done.
  /// - Throws: `SQLiteError` when either cannot be read or written, and what the
  ///   condition throws; the other database then is as it was.
  package func backUp(
    to other: Connection, if condition: () throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Bool {
    try other.makeRoom(forPagesOf: self)
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw SQLiteError(other.handle, code: sqlite3_errcode(other.handle))
    }
    // A step of no page takes the lock, which lasts until the end.
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

  /// Lets in pages of another size, which SQLite refuses in memory and under a log, with the code
  /// of a database that is only read.
  private func makeRoom(forPagesOf source: Connection) throws(SQLiteError) {
    let size = try source.pageSize()
    guard try pageSize() != size else { return }
    // The one is for empty databases alone; after the other the file has the source's journal.
    try execute("PRAGMA main.page_size = \(size); PRAGMA main.journal_mode = DELETE")
  }

  private func pageSize() throws(SQLiteError) -> Int64 {
    // Before the file is looked at the size is that of any new one. Tables are not: content may go
    // over a damaged store.
    try execute("PRAGMA main.schema_version")
    let statement = try prepare("PRAGMA main.page_size")
    defer { statement.reset() }
    return try statement.step() ? Row(statement).int64(0) : 0
  }
}
