internal import Foundation

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
struct ExternalStorage: Sendable {
  private let store: URL
  let folder: URL
  /// The folder beside a link to the store, where older versions kept values; nil without a link.
  private let linkFolder: URL?
  /// A value of more bytes gets a file.
  let threshold: Int

  /// The age that a file has to have that no row names before it is taken for
  /// left over: another program's save may be about to name it.
  static let graceTime: TimeInterval = 3600

  /// The storage of a configuration; nil where there is no file to be beside.
  init?(_ configuration: StoreConfiguration) {
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

  /// A Boolean value that says whether any value was ever kept in a file.
  var isThere: Bool { FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) }

  /// A Boolean value that says whether another store of the folder would have the
  /// same: its name differs in the extension alone, as a copy's may.
  var isShared: Bool { Self.isShared(store) }

  private static func isShared(_ store: URL) -> Bool {
    let own = store.lastPathComponent
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: store.deletingLastPathComponent().path(percentEncoded: false))
    // What SQLite keeps beside the store, and beside the copy that becomes its next version. Another
    // store's name may begin with this one's too.
    let files = [own, own + "-migrating"].flatMap { name in
      ["", "-wal", "-shm", "-journal"].map { name + $0 }
    }
    return (names ?? []).contains { name in
      !files.contains(name)
        && URL(filePath: name).deletingPathExtension().lastPathComponent
          == store.deletingPathExtension().lastPathComponent
        && mayBeStore(store.deletingLastPathComponent().appending(path: name))
    }
  }

  /// Returns whether a file may be a store with such a folder: a database, or one
  /// of which nobody can tell. An export beside a store is none.
  private static func mayBeStore(_ file: URL) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: file.path(percentEncoded: false)) else {
      return true
    }
    defer { try? handle.close() }
    guard let head = try? handle.read(upToCount: 16), !head.isEmpty else { return true }
    return head.starts(with: Array("SQLite format 3".utf8))
  }

  /// The file of a name.
  func file(_ name: String) -> URL {
    let file = folder.appending(path: name)
    guard let linkFolder, access(file.path(percentEncoded: false), F_OK) != 0 else { return file }
    let other = linkFolder.appending(path: name)
    return access(other.path(percentEncoded: false), F_OK) == 0 ? other : file
  }

  /// Writes a value to a new file, on the disk before the row that names it.
  func write(_ bytes: [UInt8]) throws -> String {
    let name = UUID.random().uuidString
    try write(Data(bytes), name, FileRights(of: store))
    return name
  }

  private func write(_ data: Data, _ name: String, _ rights: FileRights?) throws {
    try makeFolder(rights)
    try AtomicFile.write(data, to: file(name), rights: rights)
  }

  private func makeFolder(_ rights: FileRights?) throws {
    guard !isThere else { return }
    do {
      for part in [folder.deletingLastPathComponent(), folder] {
        try FileManager.default.createDirectory(
          at: part, withIntermediateDirectories: true, attributes: rights?.folderAttributes)
        AtomicFile.synchronize(part.deletingLastPathComponent())
      }
    } catch {
      throw StoreError(writing: folder.path(percentEncoded: false), error)
    }
  }

  /// Reads a file; a link, which could lead anywhere, is none.
  func read(_ name: String) -> Data? {
    let path = file(name).path(percentEncoded: false)
    // A link leads elsewhere, and a pipe of the name would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var state = stat()
    guard fstat(descriptor, &state) == 0, state.st_mode & S_IFMT == S_IFREG else { return nil }
    do { return try file.readToEnd() ?? Data() } catch { return nil }
  }

  /// A Boolean value that says whether there is nothing under a name.
  func isMissing(_ name: String) -> Bool {
    var state = stat()
    return lstat(file(name).path(percentEncoded: false), &state) != 0 && errno == ENOENT
  }

  /// Brings what was committed to the disk: the log, or the end of the journal.
  ///
  /// A log is written without waiting for the disk, and a journal's removal is
  /// not waited for either; a power loss can undo both, and bring the rows
  /// back that name the files.
  ///
  /// - Returns: Whether it is there.
  private func synchronizeTransaction() -> Bool {
    let path = store.path(percentEncoded: false)
    return ["-wal", "-journal"].allSatisfy { AtomicFile.synchronize(URL(filePath: path + $0)) }
      && AtomicFile.synchronize(store.deletingLastPathComponent())
  }

  /// Removes the files that the last transaction dropped; where it cannot be
  /// brought to the disk they stay for the next sweep.
  func removeDropped(_ names: [String]) {
    if !names.isEmpty, synchronizeTransaction() { remove(names) }
  }

  /// Removes files; those that are not there are none.
  func remove(_ names: some Sequence<String>) {
    for name in names { try? FileManager.default.removeItem(at: file(name)) }
  }

  /// The names of the files that are old enough to be left over; none where
  /// another store may name them.
  var oldNames: Set<String> {
    guard !isShared else { return [] }
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
    let old = (files ?? []).filter { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      guard let date = values?.contentModificationDate else { return false }
      return -date.timeIntervalSinceNow > Self.graceTime
    }
    return Set(old.map(\.lastPathComponent))
  }
}

// MARK: - Copies

extension ExternalStorage {
  /// Copies files to the folder of another store, whose rows are written by the
  /// body after that; all of it or nothing.
  ///
  /// Rows and files are of one moment where it is called in a read transaction:
  /// what that one's rows name stays while it is open.
  ///
  /// - Parameter others: Files that may go meanwhile, since no row may name them.
  func copy(
    _ names: some Collection<String>, orIfThere others: [String] = [], besides url: URL,
    then body: () throws -> Void
  ) throws {
    guard let target = ExternalStorage(StoreConfiguration(url: url)) else { return try body() }
    guard target.folder != folder || names.isEmpty && others.isEmpty else {
      throw StoreError(
        .wrongOption,
        """
        '\(url.path(percentEncoded: false))' would share the files of large values with \
        '\(store.path(percentEncoded: false))', whose name differs in the extension alone: give it \
        another name, or another folder
        """)
    }
    let rights = FileRights(of: store)
    var made: [String] = []
    do {
      for name in Array(names) + others where target.read(name) == nil {
        guard let data = read(name) else {
          if others.contains(name), isMissing(name) { continue }
          let path = file(name).path(percentEncoded: false)
          throw StoreError(
            .cannotOpen, "'\(path)' cannot be read: \(FileObstacle.reading(path))")
        }
        try target.write(data, name, rights)
        made.append(name)
      }
    } catch {
      target.remove(made)
      throw error
    }
    do {
      try body()
    } catch {
      // SQLite can fail while it lets its locks go, and then the rows are there that name the
      // files. What no row names is swept away later.
      if FileRights(of: url) == nil { target.remove(made) }
      throw error
    }
  }

  /// The names of a store's files.
  var names: [String] {
    let files = [folder, linkFolder].compactMap(\.self).flatMap { folder in
      let path = folder.path(percentEncoded: false)
      return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }
    return files.filter { UUID(uuidString: $0) != nil }
  }

  /// Removes the folder of a store's files.
  static func removeAll(of store: URL) {
    guard !isShared(store) else { return }
    try? FileManager.default.removeItem(at: supportFolder(of: store))
  }
}

/// A large value as its column holds it.
enum ExternalMark {
  /// The value stands in the row.
  case inline([UInt8])
  /// The value is in the file of a name.
  case file(String)

  init(_ bytes: [UInt8]) {
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
  var fileName: String? {
    guard case .file(let name) = self, UUID(uuidString: name) != nil else { return nil }
    return name
  }
}
