extension StoreConnection {
  /// Refuses to write into a file that nobody finds under its name any more.
  ///
  /// With a rollback journal SQLite asks itself. A write-ahead log takes the commit, in a file
  /// without a name, and all of it is gone with the last connection.
  func refuseMovedFile() throws {
    for schema in mapping.schemas where connection.hasMoved(schema) {
      if let error = StoreError(movedFile: connection.fileName(schema) ?? "") { throw error }
    }
  }
}

extension StoreError {
  /// The error of a store whose file is not under its name any more; nil where
  /// nobody can tell, since the name may not be looked at.
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
