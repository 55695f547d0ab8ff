internal import CModelSQLite

extension Connection {
  /// True if a database's file was removed, renamed or replaced since it was opened.
  ///
  /// The check looks the name up once. Without it, a write-ahead log would continue
  /// in a file that no other process finds. A file that may not be looked up counts
  /// as moved.
  package func hasMoved(_ schema: String) -> Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, schema, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// The path of a database's file; nil for a database without a file.
  package func fileName(_ schema: String) -> String? {
    sqlite3_db_filename(handle, schema).map { String(cString: $0) }
  }
}
