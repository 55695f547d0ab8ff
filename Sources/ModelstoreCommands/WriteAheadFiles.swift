/// The files `-wal` and `-shm`, which SQLite creates beside a database even for
/// reading, and which a reader may not delete.
///
/// Only SQLite knows whether another program is using the files in the
/// meantime. The database is therefore opened once more, for writing: when its
/// last connection closes, it removes the files.
struct WriteAheadFiles {
  /// The databases that had no `-wal` or `-shm` files before.
  private let databases: [String]

  /// Records which databases on a command line have no `-wal` or `-shm` files.
  init(besides arguments: [String]) {
    databases = arguments.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue && !FileManager.default.fileExists(atPath: path + "-wal")
    }
  }

  /// Removes the `-wal` and `-shm` files that are new and empty.
  func remove() {
    for path in databases {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
      guard (attributes?[.size] as? NSNumber)?.int64Value == 0 else { continue }
      var options = Connection.Configuration()
      options.createsFile = false
      options.busyTimeout = 0
      // If this fails, the files remain, which does no harm.
      let connection = try? Connection(
        path: URL(filePath: path).path(percentEncoded: false), configuration: options)
      try? connection?.execute("SELECT count(*) FROM sqlite_schema")
    }
  }
}
