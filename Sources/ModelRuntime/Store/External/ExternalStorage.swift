internal import Foundation

/// The folder in which a store keeps large values, one file each (M-46).
///
/// It is Core Data's: `.Name_SUPPORT/_EXTERNAL_DATA/` beside the store, files
/// named by UUIDs. In the store stands a mark: a byte 1 and the value itself,
/// or a byte 2, the UUID's text and a zero.
struct ExternalStorage: Sendable {
  let folder: URL
  /// A value of more bytes gets a file.
  let threshold: Int

  /// How old a file has to be that no row names before it is taken for left
  /// over: another program's save may be about to name it.
  static let graceTime: TimeInterval = 3600

  /// The storage of a configuration; nil where there is no file to be beside.
  init?(_ configuration: StoreConfiguration) {
    guard case .file(let url) = configuration.location, configuration.type == .sqlite else {
      return nil
    }
    folder = Self.supportFolder(of: url).appending(path: "_EXTERNAL_DATA")
    threshold = configuration.externalStorageThreshold
  }

  /// The folder of everything that belongs to a store.
  static func supportFolder(of store: URL) -> URL {
    store.deletingLastPathComponent()
      .appending(path: ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT")
  }

  /// Whether any value was ever kept in a file.
  var isThere: Bool { FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) }

  /// The file of a name.
  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// Writes a value to a new file, on the disk before the row that names it.
  func write(_ bytes: [UInt8]) throws -> String {
    let name = UUID().uuidString
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try AtomicFile.write(Data(bytes), to: file(name))
    return name
  }

  /// Removes files; those that are not there are none.
  func remove(_ names: some Sequence<String>) {
    for name in names { try? FileManager.default.removeItem(at: file(name)) }
  }

  /// Removes the files that no row names, but for young ones.
  func sweep(keeping names: Set<String>, now: Date = .now) {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
    for file in files ?? [] where !names.contains(file.lastPathComponent) {
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      guard let date = values?.contentModificationDate,
        now.timeIntervalSince(date) > Self.graceTime
      else { continue }
      try? FileManager.default.removeItem(at: file)
    }
  }
}

// MARK: - Copies

extension ExternalStorage {
  /// Copies files to the folder of another store.
  func copy(_ names: some Sequence<String>, besides store: URL) throws {
    let target = Self.supportFolder(of: store).appending(path: folder.lastPathComponent)
    for name in names {
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      try AtomicFile.write(try AtomicFile.read(file(name)), to: target.appending(path: name))
    }
  }

  /// Copies all files of a store to another store's folder.
  static func copyAll(of source: URL, to store: URL) throws {
    guard let storage = ExternalStorage(StoreConfiguration(url: source)) else { return }
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: storage.folder.path(percentEncoded: false))
    try storage.copy((files ?? []).filter { UUID(uuidString: $0) != nil }, besides: store)
  }

  /// Removes the folder of a store's files.
  static func removeAll(of store: URL) {
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

  /// What the column holds.
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
