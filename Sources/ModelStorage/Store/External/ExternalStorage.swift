/// The folder in which a store keeps large values, each in a separate file.
///
/// The folder is Core Data's: `.Name_SUPPORT/_EXTERNAL_DATA/` beside the store,
/// with files named by UUIDs. The column of a value contains a mark: a byte 1
/// and the value itself, or a byte 2, the UUID's text and a zero.
///
/// If the store's path is a link, the folder is beside the file that it leads
/// to, where SQLite also keeps the log, so that every program finds the same
/// files.
///
/// A file is written to the disk before the row that refers to it. It is
/// removed only after a transaction whose rows no longer refer to it was
/// committed, and when no reader sees an older state.
package struct ExternalStorage: Sendable {
  let store: URL
  let folder: URL
  /// The folder beside a link to the store, where older versions kept values;
  /// nil if there is no link.
  private let linkFolder: URL?
  /// The size in bytes above which a value is stored in a file.
  let threshold: Int

  /// The age, in seconds, after which a file that no row refers to is regarded
  /// as left over. A newer file may belong to the unfinished save of another
  /// program.
  static let graceTime: TimeInterval = 3600

  /// Creates the storage of a configuration; nil if the store is not an SQLite
  /// file.
  package init?(_ configuration: StoreConfiguration) {
    guard case .file(let url) = configuration.location, configuration.type == .sqlite else {
      return nil
    }
    store = Self.file(behind: url)
    folder = Self.folder(of: url)
    linkFolder = store == url ? nil : Self.valueFolder(besides: url)
    threshold = configuration.externalStorageThreshold
  }

  /// Returns the folder of the files that belong to a store.
  static func supportFolder(of store: URL) -> URL {
    store.deletingLastPathComponent()
      .appending(path: ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT")
  }

  /// Returns the folder of the large values of a store.
  static func folder(of store: URL) -> URL { valueFolder(besides: file(behind: store)) }

  private static func valueFolder(besides file: URL) -> URL {
    supportFolder(of: file).appending(path: "_EXTERNAL_DATA")
  }

  /// Returns the file that a link leads to, or the URL itself if it is not a
  /// link.
  static func file(behind url: URL) -> URL {
    var state = stat()
    guard lstat(url.path(percentEncoded: false), &state) == 0, state.st_mode & S_IFMT == S_IFLNK
    else { return url }
    return url.absoluteURL.resolvingSymlinksInPath()
  }

  /// True if another store in the folder would use the same support folder,
  /// because its name differs only in the extension, as the name of a copy may.
  var isShared: Bool { Self.isShared(store) }

  private static func isShared(_ store: URL) -> Bool {
    let own = store.lastPathComponent
    let folder = store.deletingLastPathComponent()
    // If the folder cannot be read, it may contain such a store.
    guard
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: folder.path(percentEncoded: false))
    else { return true }
    // SQLite's own files beside the store, and beside the copy used for a
    // migration, are not other stores. The name of another store may begin with
    // the name of this store.
    let files = [own, own + "-migrating"].flatMap { name in
      ["", "-wal", "-shm", "-journal"].map { name + $0 }
    }
    return names.contains { name in
      !files.contains(name)
        && URL(filePath: name).deletingPathExtension().lastPathComponent
          == store.deletingPathExtension().lastPathComponent
        && mayBeStore(folder.appending(path: name))
    }
  }

  /// Returns whether a file may be a store with a folder of large values: a
  /// database, or a file that cannot be read, or one that has the size of a
  /// database and may be a damaged one. An export beside a store is neither,
  /// unless its size happens to be that of whole pages.
  private static func mayBeStore(_ file: URL) -> Bool {
    let path = file.path(percentEncoded: false)
    guard !FileObstacle.isNoFile(path) else { return false }
    var options = Connection.Configuration()
    options.isReadOnly = true
    options.createsFile = false
    do throws(SQLiteError) {
      // The file is opened by SQLite: closing a database's file in any other way would
      // release the locks that SQLite holds on it in this program.
      try Connection.reading(path, options).execute("SELECT count(*) FROM sqlite_schema")
      return true
    } catch {
      var state = stat()
      let isSized = lstat(path, &state) != 0 || (state.st_size > 0 && state.st_size % 512 == 0)
      return error.code != .notADatabase || isSized
    }
  }

  // MARK: Files

  /// The folders that may contain values: beside the store, and beside a link
  /// to it.
  private var places: [URL] { [folder, linkFolder].compactMap(\.self) }

  var storePath: String { store.path(percentEncoded: false) }

  /// Opens the existing folders of values.
  ///
  /// - Throws: `StoreError` if a folder is a link, belongs to another user, or cannot
  ///   be opened.
  func folders() throws(StoreError) -> [ValueFolder] {
    let rights = try FileRights(of: store)
    var folders: [ValueFolder] = []
    for place in places {
      if let folder = try ValueFolder(place, rights) { folders.append(folder) }
    }
    return folders
  }

  /// Returns the path of a value's file, for messages.
  package func path(_ name: String) -> String {
    folder.appending(path: name).path(percentEncoded: false)
  }

  /// Opens the folder of new values, and creates it if it is missing.
  func makeFolder() throws(StoreError) -> ValueFolder {
    try ValueFolder(making: folder, FileRights(of: store))
  }

  /// Opens the file of a value; nil if there is none.
  ///
  /// - Throws: `StoreError` if the file is a link, belongs to another user, or cannot
  ///   be opened.
  package func open(_ name: String) throws(StoreError) -> FileDescriptor? {
    for folder in try folders() { if let file = try folder.open(name) { return file } }
    return nil
  }

  /// Synchronizes the committed transaction to the disk: the log, or the removal of the
  /// journal.
  ///
  /// SQLite does not wait for the disk when it writes the log or removes a
  /// journal. A power failure can undo either, and restore rows that refer to
  /// removed files.
  ///
  /// - Returns: True if the transaction is on the disk.
  private func synchronizeTransaction() -> Bool {
    ["-wal", "-journal"].allSatisfy { AtomicFile.synchronize(URL(filePath: storePath + $0)) }
      && AtomicFile.synchronize(store.deletingLastPathComponent())
  }

  /// Removes files that committed transactions dropped.
  ///
  /// - Parameter named: A closure that returns the files that rows refer to
  ///   again. No copy can be created while the closure runs.
  /// - Returns: The names of the files that need no further handling, because
  ///   they were removed or are in use.
  /// - Throws: An error if the files cannot be removed now.
  func removeDropped(
    _ names: [String], unlessNamed named: ([String]) throws -> Set<String>
  ) throws -> [String] {
    // A power failure must not restore rows whose files have been removed.
    guard synchronizeTransaction() else { throw SystemError(EIO) }
    return try locked(waiting: 0) {
      let named = try named(names)
      let left = Set(try folders().flatMap { $0.remove(names.filter { !named.contains($0) }) })
      return names.filter { !left.contains($0) }
    }
  }

  /// Removes files; missing files are ignored.
  func remove(_ names: some Sequence<String>) {
    for folder in (try? folders()) ?? [] { folder.remove(names) }
  }

  /// Runs the body while no other thread or program removes files, or copies
  /// files to the folder before their rows exist.
  ///
  /// - Parameter seconds: The time to wait for another program that holds the lock.
  func locked<Result>(
    waiting seconds: TimeInterval, _ body: () throws -> Result
  ) throws -> Result {
    guard let folder = try ValueFolder(folder, FileRights(of: store)) else { return try body() }
    return try FolderLock.hold(folder.descriptor, folder.path, waiting: seconds, body)
  }

  /// Returns the names of the files that are old enough to be left over; empty
  /// if another store may refer to them.
  func oldNames() throws -> Set<String> {
    let folders = try folders()
    let time = Date(timeIntervalSinceNow: -Self.graceTime)
    let names = Set(folders.flatMap { $0.names(before: time) })
    return names.isEmpty || isShared ? [] : names
  }
}

extension ExternalStorage {
  /// Removes the folder of a store's large values, with all of the store's
  /// files in it.
  static func removeAll(of store: URL) {
    let support = supportFolder(of: store)
    let url = valueFolder(besides: store)
    guard !isShared(store), let folder = try? ValueFolder(url, FileRights(of: store)) else {
      return
    }
    folder.remove(folder.names())
    // If the folder contains other files, they and the folder are kept.
    rmdir(url.path(percentEncoded: false))
    rmdir(support.path(percentEncoded: false))
  }
}

/// The form of a large value in its column.
package enum ExternalMark {
  /// The value itself, in the row.
  case inline([UInt8])
  /// The name of the file that contains the value.
  case file(String)

  package init(_ bytes: [UInt8]) {
    switch bytes.first {
    case 1: self = .inline(Array(bytes.dropFirst()))
    case 2:
      let name = bytes.dropFirst().prefix { $0 != 0 }
      self = .file(String(decoding: name, as: UTF8.self))
    default: self = .inline(bytes)
    }
  }

  /// The bytes in the column.
  var bytes: [UInt8] {
    switch self {
    case .inline(let bytes): [1] + bytes
    case .file(let name): [2] + Array(name.utf8) + [0]
    }
  }

  /// The name of the file; nil if it is not a UUID, so that the name never
  /// leads out of the folder.
  package var fileName: String? {
    guard case .file(let name) = self, UUID(uuidString: name) != nil else { return nil }
    return name
  }
}
