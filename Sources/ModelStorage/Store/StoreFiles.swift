// Stores as files: where they are by default, copied, and taken away. The
// content moves through SQLite alone, never by copying or renaming files, which
// would lose what a write-ahead log holds or bring old content back.

/// Content that moves from one store to another.
package enum StoreFile {
  /// Makes a file's content that of an open database; a new file gets rights,
  /// and is gone again where that fails.
  static func write(_ source: Connection, to url: URL, rights: FileRights? = nil) throws {
    let path = url.path(percentEncoded: false)
    try makeFolder(of: url)
    let isNew = try make(url, rights)
    do {
      try StoreError.translating(path) { try source.backUp(to: try Connection(path: path)) }
    } catch {
      if isNew { try? remove(url) }
      throw error
    }
  }

  /// Makes an empty file with rights; what is there already is left as it is.
  ///
  /// - Returns: Whether it was made.
  static func make(_ url: URL, _ rights: FileRights?) throws(StoreError) -> Bool {
    let path = url.path(percentEncoded: false)
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: rights?.mode ?? 0o666)
    } catch {
      if error.code == EEXIST { return false }
      throw StoreError(writing: path, error)
    }
    do {
      try rights?.apply(to: file)
      return true
    } catch {
      unlink(path)
      throw StoreError(writing: path, error)
    }
  }

  /// Removes a database's file, and what SQLite keeps beside it.
  static func remove(_ url: URL) throws {
    let path = url.path(percentEncoded: false)
    for suffix in ["-wal", "-shm", "-journal", ""] {
      let file = path + suffix
      guard unlink(file) == 0 || errno == ENOENT else {
        throw StoreError(writing: file, SystemError())
      }
    }
  }

  /// Opens a store file to read it; what is no store is refused.
  ///
  /// A transaction that a program died in is taken back first, which whoever
  /// opens the file next would do: before, nobody can read it.
  static func openReadOnly(_ path: String) throws -> Connection {
    try StoreError.translating(path) {
      do {
        return try open(path, isReadOnly: true)
      } catch let error as SQLiteError where error.isHotJournal {
        _ = try open(path, isReadOnly: false)
        return try open(path, isReadOnly: true)
      }
    }
  }

  private static func open(_ path: String, isReadOnly: Bool) throws -> Connection {
    var options = Connection.Configuration()
    options.isReadOnly = isReadOnly
    options.createsFile = false
    options.statementTimeLimit = Connection.inspectionTimeLimit
    let connection =
      try isReadOnly
      ? Connection.reading(path, options) : Connection(path: path, configuration: options)
    _ = try StoreMetadata(connection, path: path)
    return connection
  }

  /// Makes a new store of a preloaded one, where there is none yet.
  static func preload(_ configuration: StoreConfiguration) throws {
    // One that cannot be looked at is not taken for none.
    guard case .file(let url) = configuration.location, let source = configuration.preloadedStore,
      try FileRights(of: url) == nil
    else { return }
    try replace(url, with: source, configuration.type)
  }

  /// Makes the folder of a file.
  static func makeFolder(of url: URL) throws {
    let folder = url.deletingLastPathComponent()
    // Foundation takes a hundred times as long to find out.
    guard access(folder.path(percentEncoded: false), F_OK) != 0 else { return }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      let path = url.path(percentEncoded: false)
      throw StoreError(
        .cannotOpen, "'\(path)' cannot be made: \(FileObstacle.writing(path, error))")
    }
  }
}
