/// The files `-wal` and `-shm` that SQLite makes beside a database that is only read,
/// and that a reader may not delete.
///
/// Only SQLite knows whether another program uses the files by then. So the database is
/// opened once more for writing: its last connection removes them when it closes.
struct WriteAheadFiles {
  /// The databases that had no such files before.
  private let databases: [String]

  /// Notes which databases on a command line have no such files.
  init(besides arguments: [String]) {
    databases = arguments.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue && !FileManager.default.fileExists(atPath: path + "-wal")
    }
  }

  /// Removes the files that are new and empty.
  func remove() {
    for path in databases {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
      guard (attributes?[.size] as? NSNumber)?.int64Value == 0 else { continue }
      var options = Connection.Configuration()
      options.createsFile = false
      options.busyTimeout = 0
      // If this fails, the files stay and do no harm.
      let connection = try? Connection(
        path: URL(filePath: path).path(percentEncoded: false), configuration: options)
      try? connection?.execute("SELECT count(*) FROM sqlite_schema")
    }
  }
}
