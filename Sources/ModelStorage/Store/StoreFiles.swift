// Copying and removing the files of stores. Content is moved only by SQLite,
// never by copying or renaming files, which would lose the content of a
// write-ahead log, or bring old content back.

package enum StoreFile {
  /// Replaces a file's content with that of an open database. A new file gets
  /// the given permissions, and is removed again on failure.
  static func write(_ source: Connection, to url: URL, rights: FileRights? = nil) throws {
    let path = url.path(percentEncoded: false)
    try makeFolder(of: url)
    let isNew = try make(url, rights)
    do {
      try StoreError.translating(path) {
        let copy = try Connection(path: path)
        let lastKeys = isNew ? [:] : lastKeys(in: copy)
        try source.backUp(to: copy)
        keep(lastKeys, in: copy)
      }
    } catch {
      if isNew { try? remove(url) }
      throw error
    }
  }

  /// Returns the last assigned keys of a store that is to be replaced, by entity; empty if the
  /// file has none.
  private static func lastKeys(in store: Connection) -> [String: Int64] {
    let select = try? store.prepare(
      "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < \(HistorySchema.change)")
    return Dictionary(first: (try? select?.rows { ($0.string(0), $0.int64(1)) }) ?? [])
  }

  /// Assigns no key again that was assigned before the content was replaced, because programs
  /// that use the store have reserved keys.
  private static func keep(_ lastKeys: [String: Int64], in store: Connection) {
    for (name, key) in lastKeys where key > 0 {
      // The content has been replaced, and this is only a precaution.
      _ = try? store.prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = max(Z_MAX, ?) WHERE Z_NAME = ?")
        .binding([.integer(key), .string(name)]).run()
    }
  }

  /// Creates an empty file with the given permissions; an existing file is left
  /// unchanged.
  ///
  /// - Returns: True if the file was created.
  static func make(_ url: URL, _ rights: FileRights?) throws(StoreError) -> Bool {
    let path = url.path(percentEncoded: false)
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: rights?.mode ?? 0o666)
    } catch {
      guard error.code == EEXIST else { throw StoreError(writing: path, error) }
      _ = try FileRights(of: url)
      return false
    }
    do {
      try rights?.apply(to: file)
      return true
    } catch {
      unlink(path)
      throw StoreError(writing: path, error)
    }
  }

  /// Removes a database's file, and the files that SQLite keeps beside it.
  static func remove(_ url: URL) throws {
    let path = url.path(percentEncoded: false)
    for suffix in ["-wal", "-shm", "-journal", ""] {
      let file = path + suffix
      guard unlink(file) == 0 || errno == ENOENT else {
        throw StoreError(writing: file, SystemError())
      }
    }
  }

  /// Opens a store file for reading, and throws an error if it is not a store.
  ///
  /// If a program was killed within a transaction, the transaction is rolled
  /// back first, as any program that opens the file would do: until then, the
  /// file cannot be read.
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

  /// Creates a new store from a preloaded store, if the new store does not
  /// exist yet.
  static func preload(_ configuration: StoreConfiguration) throws {
    // A store that cannot be looked up must not be treated as missing.
    guard case .file(let url) = configuration.location, let source = configuration.preloadedStore,
      try FileRights(of: url) == nil
    else { return }
    try replace(url, with: source, configuration.type)
  }

  /// Creates the folder of a file, if it is missing.
  static func makeFolder(of url: URL) throws {
    let folder = url.deletingLastPathComponent()
    // Foundation's check takes a hundred times as long.
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
