/// The folder in which a store keeps large values, one file each.
///
/// It is Core Data's: `.Name_SUPPORT/_EXTERNAL_DATA/` beside the store, files
/// named by UUIDs. In the store stands a mark: a byte 1 and the value itself,
/// or a byte 2, the UUID's text and a zero.
///
/// A store behind a link has its folder beside itself, as SQLite has its log:
/// whoever opens it finds the same files.
///
/// A file is on the disk before the row that names it, and goes only once the
/// transaction is there that no longer does, and nobody reads an older moment.
package struct ExternalStorage: Sendable {
  let store: URL
  let folder: URL
  /// The folder beside a link to the store, where older versions kept values; nil without a link.
  private let linkFolder: URL?
  /// A value of more bytes gets a file.
  let threshold: Int

  /// The age that a file has to have that no row names before it is taken for
  /// left over: another program's save may be about to name it.
  static let graceTime: TimeInterval = 3600

  /// The storage of a configuration; nil where there is no file to be beside.
  package init?(_ configuration: StoreConfiguration) {
    guard case .file(let url) = configuration.location, configuration.type == .sqlite else {
      return nil
    }
    store = Self.file(behind: url)
    folder = Self.folder(of: url)
    linkFolder = store == url ? nil : Self.valueFolder(besides: url)
    threshold = configuration.externalStorageThreshold
  }

  /// The folder of everything that belongs to a store.
  static func supportFolder(of store: URL) -> URL {
    store.deletingLastPathComponent()
      .appending(path: ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT")
  }

  /// The folder of the large values of a store.
  static func folder(of store: URL) -> URL { valueFolder(besides: file(behind: store)) }

  private static func valueFolder(besides file: URL) -> URL {
    supportFolder(of: file).appending(path: "_EXTERNAL_DATA")
  }

  /// The file that a link leads to; any other is itself.
  static func file(behind url: URL) -> URL {
    var state = stat()
    guard lstat(url.path(percentEncoded: false), &state) == 0, state.st_mode & S_IFMT == S_IFLNK
    else { return url }
    return url.absoluteURL.resolvingSymlinksInPath()
  }

  /// A Boolean value that says whether another store of the folder would have the
  /// same: its name differs in the extension alone, as a copy's may.
  var isShared: Bool { Self.isShared(store) }

  private static func isShared(_ store: URL) -> Bool {
    let own = store.lastPathComponent
    let folder = store.deletingLastPathComponent()
    // Where nobody can tell, there is one.
    guard
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: folder.path(percentEncoded: false))
    else { return true }
    // What SQLite keeps beside the store, and beside the copy that becomes its next version. Another
    // store's name may begin with this one's too.
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

  /// Returns whether a file may be a store with such a folder: a database, or one
  /// of which nobody can tell. An export beside a store is none.
  private static func mayBeStore(_ file: URL) -> Bool {
    let path = file.path(percentEncoded: false)
    var state = stat()
    guard stat(path, &state) == 0 else { return true }
    // A pipe would wait for a writer.
    guard state.isRegularFile else { return false }
    var options = Connection.Configuration()
    options.isReadOnly = true
    options.createsFile = false
    do throws(SQLiteError) {
      // By SQLite: whoever closes a file of a database himself gives up the locks that SQLite has
      // on it in the same program.
      try Connection.reading(path, options).execute("SELECT count(*) FROM sqlite_schema")
      return true
    } catch {
      return error.code != .notADatabase
    }
  }

  // MARK: Files

  /// The folders in which values may be: beside the store, and beside a link to it.
  private var places: [URL] { [folder, linkFolder].compactMap(\.self) }

  /// The path of the store's file.
  var storePath: String { store.path(percentEncoded: false) }

  /// The folders that are there, opened.
  ///
  /// - Throws: `StoreError` where one is a link, another user's, or cannot be opened.
  func folders() throws(StoreError) -> [ValueFolder] {
    let rights = try FileRights(of: store)
    var folders: [ValueFolder] = []
    for place in places {
      if let folder = try ValueFolder(place, rights) { folders.append(folder) }
    }
    return folders
  }

  /// The path of a name's file, for people.
  package func path(_ name: String) -> String {
    folder.appending(path: name).path(percentEncoded: false)
  }

  /// Writes a value to a new file, on the disk before the row that names it.
  func write(_ bytes: [UInt8]) throws(StoreError) -> String {
    let name = UUID.random().uuidString
    try ValueFolder(making: folder, FileRights(of: store)).write(Data(bytes), name)
    return name
  }

  /// Opens a file to be read; nil where there is none.
  ///
  /// - Throws: `StoreError` where it is a link, another user's, or cannot be opened.
  package func open(_ name: String) throws(StoreError) -> FileDescriptor? {
    for folder in try folders() { if let file = try folder.open(name) { return file } }
    return nil
  }

  /// Brings what was committed to the disk: the log, or the end of the journal.
  ///
  /// A log is written without waiting for the disk, and a journal's removal is
  /// not waited for either; a power loss can undo both, and bring the rows
  /// back that name the files.
  ///
  /// - Returns: Whether it is there.
  private func synchronizeTransaction() -> Bool {
    ["-wal", "-journal"].allSatisfy { AtomicFile.synchronize(URL(filePath: storePath + $0)) }
      && AtomicFile.synchronize(store.deletingLastPathComponent())
  }

  /// Removes files that committed transactions dropped.
  ///
  /// - Parameter named: Tells which of them rows name again, while no copy can come between.
  /// - Returns: The names of all that nobody has to remove any more.
  /// - Throws: What keeps them from being removed now.
  func removeDropped(
    _ names: [String], unlessNamed named: ([String]) throws -> Set<String>
  ) throws -> [String] {
    // A power loss must not bring rows back whose files are gone.
    guard synchronizeTransaction() else { throw SystemError(EIO) }
    return try locked(waiting: 0) {
      let named = try named(names)
      let left = Set(try folders().flatMap { $0.remove(names.filter { !named.contains($0) }) })
      return names.filter { !left.contains($0) }
    }
  }

  /// Removes files; those that are not there are none.
  func remove(_ names: some Sequence<String>) {
    for folder in (try? folders()) ?? [] { folder.remove(names) }
  }

  /// Runs the body while nobody copies files to the folder that rows do not name yet, or takes
  /// files away, in this program or another.
  ///
  /// - Parameter seconds: How long to wait for somebody who does.
  func locked<Result>(
    waiting seconds: TimeInterval, _ body: () throws -> Result
  ) throws -> Result {
    guard let folder = try ValueFolder(folder, FileRights(of: store)) else { return try body() }
    return try FolderLock.hold(folder.descriptor, folder.path, waiting: seconds, body)
  }

  /// The names of the files that are old enough to be left over; none where
  /// another store may name them.
  func oldNames() throws -> Set<String> {
    let folders = try folders()
    let time = Date(timeIntervalSinceNow: -Self.graceTime)
    let names = Set(folders.flatMap { $0.names(before: time) })
    return names.isEmpty || isShared ? [] : names
  }
}

extension ExternalStorage {
  /// Removes the folder of a store's files, and whatever is in it that is the store's.
  static func removeAll(of store: URL) {
    let support = supportFolder(of: store)
    let url = valueFolder(besides: store)
    guard !isShared(store), let folder = try? ValueFolder(url, FileRights(of: store)) else {
      return
    }
    folder.remove(folder.names())
    // What else is in there stays, and with it the folders.
    rmdir(url.path(percentEncoded: false))
    rmdir(support.path(percentEncoded: false))
  }
}

/// A large value as its column holds it.
package enum ExternalMark {
  /// The value stands in the row.
  case inline([UInt8])
  /// The value is in the file of a name.
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

  /// The name of a file, which never leads out of its folder.
  package var fileName: String? {
    guard case .file(let name) = self, UUID(uuidString: name) != nil else { return nil }
    return name
  }
}
