public import Foundation
internal import ModelSQLite

// Stores as files: where they are by default, copied, and taken away. The
// content moves through SQLite alone, never by copying or renaming files, which
// would lose what a write-ahead log holds or bring old content back.

extension PersistentContainer {
  /// The folder of stores that are opened by name: Application Support on
  /// Apple's systems, the XDG data folder (`$XDG_DATA_HOME`, else
  /// `~/.local/share`) on Linux, in both a folder named after the program.
  public static var defaultDirectoryURL: URL {
    let support =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.homeDirectoryForCurrentUser
    return support.appending(path: ProcessInfo.processInfo.processName)
  }

  /// Opens the store of a name in the default folder, which is made when it is
  /// missing (ST-08).
  ///
  /// - Throws: `StoreError`, as `init(_:configuration:)`.
  public convenience init(name: String, model: CompiledModel) throws {
    let url = Self.defaultDirectoryURL.appending(path: name + ".sqlite")
    try self.init(model, configuration: StoreConfiguration(url: url))
  }

  /// Writes a copy of the store to a file, while the store is in use.
  ///
  /// What was saved when the call began is in the copy; a store that is there
  /// already gets the content.
  ///
  /// - Throws: `StoreError` when the file cannot be written.
  public func copyStore(to url: URL) throws {
    let source = try store.borrow()
    defer { store.giveBack(source) }
    try StoreFile.write(source.connection, to: url)
  }

  /// Takes a store away: its file and what belongs to it.
  ///
  /// - Precondition: No container has the store open.
  /// - Throws: What the file system says; a store that is not there is none.
  public static func destroyStore(at url: URL) throws {
    let path = url.path(percentEncoded: false)
    for suffix in ["-wal", "-shm", "-journal", ""] {
      let file = path + suffix
      if FileManager.default.fileExists(atPath: file) {
        try FileManager.default.removeItem(atPath: file)
      }
    }
  }
}

/// Content that moves from one store to another.
enum StoreFile {
  /// Makes a file's content that of an open database.
  static func write(_ source: Connection, to url: URL) throws {
    let path = url.path(percentEncoded: false)
    do {
      try makeFolder(of: url)
      try source.backUp(to: try Connection(path: path))
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// Makes a new store of a preloaded one, where there is none yet.
  static func preload(_ configuration: StoreConfiguration) throws {
    guard case .file(let url) = configuration.location, let source = configuration.preloadedStore,
      !FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
    else { return }
    var options = Connection.Configuration()
    options.isReadOnly = true
    let path = source.path(percentEncoded: false)
    do {
      try write(try Connection(path: path, configuration: options), to: url)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// Makes the folder of a file.
  static func makeFolder(of url: URL) throws {
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StoreError(
        .cannotOpen, "the folder '\(folder.path(percentEncoded: false))' cannot be made: \(error)")
    }
  }
}
