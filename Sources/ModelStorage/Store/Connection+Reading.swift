// Files that are only read, in folders that may not be written. SQLite makes
// files beside a database with a log of writers even for those who only read,
// and refuses where it cannot.

extension Connection {
  /// The longest time that a statement may run on a file that nobody vouches for, as on an opened
  /// store.
  package static let inspectionTimeLimit = Duration.seconds(300)

  /// Opens a file to read it, also where nothing may be made beside it: without
  /// a log there, nobody writes it, and it is read as it is.
  package static func reading(
    _ path: String, _ options: Configuration
  ) throws(SQLiteError) -> Connection {
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

  /// A file as a URI that says that nobody changes it.
  static func immutableAddress(of path: String) -> String {
    // A path in a URI has its own escapes; those of a file URL are the same.
    "file:\(URL(filePath: path).absoluteURL.path(percentEncoded: true))?immutable=1"
  }
}
