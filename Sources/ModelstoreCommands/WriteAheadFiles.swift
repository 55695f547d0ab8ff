/// The files that SQLite makes beside a database that is only read, and that a
/// reader may not delete again: `-wal` and `-shm`.
///
/// Nobody but SQLite knows whether another program uses them by then. So the
/// database is opened once more to be written: the last connection of all removes
/// them when it closes.
struct WriteAheadFiles {
  /// The databases that had none before.
  private let databases: [String]

  /// Looks at the files that a command line names.
  init(besides arguments: [String]) {
    databases = arguments.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue && !FileManager.default.fileExists(atPath: path + "-wal")
    }
  }

  /// Removes those that are new and hold nothing.
  func remove() {
    for path in databases {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
      guard (attributes?[.size] as? NSNumber)?.int64Value == 0 else { continue }
      var options = Connection.Configuration()
      options.createsFile = false
      options.busyTimeout = 0
      // Where that fails they stay, and do no harm.
      let connection = try? Connection(
        path: URL(filePath: path).path(percentEncoded: false), configuration: options)
      try? connection?.execute("SELECT count(*) FROM sqlite_schema")
    }
  }
}
