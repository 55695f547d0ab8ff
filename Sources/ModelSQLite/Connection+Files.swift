internal import CModelSQLite

extension Connection {
  /// A Boolean value that says whether a database's file has been removed or
  /// renamed since it was opened, or another file has its name.
  ///
  /// It is one look at the name, without which a write-ahead log would go on in a
  /// file that nobody finds. A file that may not be looked at counts as well.
  package func hasMoved(_ schema: String) -> Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, schema, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// The path of a database's file; nil for one that has none.
  package func fileName(_ schema: String) -> String? {
    sqlite3_db_filename(handle, schema).map { String(cString: $0) }
  }
}
