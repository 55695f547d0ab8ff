internal import CModelSQLite

extension Connection {
  /// Returns whether a database's file has been removed, renamed or replaced since it
  /// was opened.
  ///
  /// The check looks up the name of the file. It prevents a write-ahead log
  /// from continuing in a file that no other process can find. If there is no
  /// permission to look up the file, it counts as moved.
  package func hasMoved(_ schema: String) -> Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, schema, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// Returns the path of the file of the database with the given name; nil for
  /// a database without a file.
  package func fileName(_ schema: String) -> String? {
    sqlite3_db_filename(handle, schema).map { String(cString: $0) }
  }
}
