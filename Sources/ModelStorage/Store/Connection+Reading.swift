// Reading files in folders that may not be written. SQLite creates files beside
// a database with a write-ahead log even for readers, and fails if it cannot
// create them.

extension Connection {
  /// The maximum time that a statement may run on a file that is inspected
  /// without a configuration. It is the same as for an opened store.
  package static let inspectionTimeLimit = Duration.seconds(300)

  /// Opens a file for reading, even if no files can be created beside it. If
  /// there is no log in a folder that may not be written, no program writes the
  /// file, so it is opened as immutable.
  package static func reading(
    _ path: String, _ options: Configuration
  ) throws(SQLiteError) -> Connection {
    if FileObstacle.isNoFile(path) {
      throw SQLiteError(extendedCode: SQLiteError.Code.cannotOpen.rawValue, message: "no file")
    }
    let connection = try Connection(path: path, configuration: options)
    guard StoreFolder(of: path).isFixed else { return connection }
    do throws(SQLiteError) {
      try connection.execute("SELECT count(*) FROM sqlite_schema")
      return connection
    } catch {
      guard error.code == .readOnly || error.code == .cannotOpen else { throw error }
      return try Connection(path: immutableAddress(of: path), configuration: options)
    }
  }

  /// Returns the URI of a file that no program changes.
  static func immutableAddress(of path: String) -> String {
    // Paths in URIs are escaped, in the same way as in file URLs.
    "file:\(URL(filePath: path).absoluteURL.path(percentEncoded: true))?immutable=1"
  }
}
