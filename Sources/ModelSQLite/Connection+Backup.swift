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
  public func backUp(to other: Connection) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw SQLiteError(other.handle, code: sqlite3_errcode(other.handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw SQLiteError(other.handle, code: code == SQLITE_DONE ? end : code)
    }
  }
}
