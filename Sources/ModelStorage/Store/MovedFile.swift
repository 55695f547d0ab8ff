extension StoreConnection {
  /// Throws an error if the store's file no longer exists under its name.
  ///
  /// With a rollback journal, SQLite checks this itself. With a write-ahead
  /// log, the commit succeeds, but the file has no name, and its content is
  /// lost when the last connection closes.
  func refuseMovedFile() throws {
    for schema in mapping.schemas where connection.hasMoved(schema) {
      if let error = StoreError(movedFile: connection.fileName(schema) ?? "") { throw error }
    }
  }
}

extension StoreError {
  /// Creates the error for a store whose file no longer exists under its name;
  /// nil if the name cannot be looked up.
  init?(movedFile path: String, _ underlying: SQLiteError? = nil) {
    var state = stat()
    if stat(path, &state) == 0 {
      self.init(
        .movedFile,
        """
        another file has taken the name of '\(path)' since the store was opened; nothing was \
        saved: open the store again
        """, underlying: underlying)
    } else if errno == ENOENT || errno == ENOTDIR {
      self.init(
        .movedFile,
        """
        '\(path)' was removed or renamed since the store was opened; nothing was saved: put it \
        back, and save again
        """, underlying: underlying)
    } else {
      return nil
    }
  }
}
