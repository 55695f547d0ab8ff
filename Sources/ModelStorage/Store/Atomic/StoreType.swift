/// The format of a store.
public struct StoreType: Sendable {
  /// The name that is stored in the metadata under `NSStoreType`.
  public let name: String
  /// The reader and writer of the whole store; nil for SQLite.
  let atomic: (any AtomicStore)?

  /// An SQLite file, whose rows are read and written as needed.
  public static let sqlite = StoreType(name: "SQLite", atomic: nil)
  /// A database in memory, which exists as long as its container.
  public static let inMemory = StoreType(name: "InMemory", atomic: nil)
  /// Core Data's XML files, read and written as a whole.
  public static let xml = custom(XMLStore())
  /// Binary files, smaller and faster than XML, read and written as a whole.
  public static let binary = custom(BinaryStore())

  /// Returns a custom store type, read and written as a whole.
  public static func custom(_ store: any AtomicStore) -> StoreType {
    StoreType(name: store.typeName, atomic: store)
  }
}

extension StoreType: Hashable {
  /// Returns whether both types have the same name.
  public static func == (one: StoreType, other: StoreType) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension StoreType {
  /// Returns the type of a store file, recognised by its first bytes: XML, binary, or
  /// else SQLite.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  public static func detected(at url: URL) throws -> StoreType {
    let start: Data
    let path = url.path(percentEncoded: false)
    if FileObstacle.isNoFile(path) {
      throw StoreError(.cannotOpen, "'\(path)' cannot be read: \(FileObstacle.reading(path))")
    }
    do {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      start = try file.read(upToCount: 64) ?? Data()
    } catch {
      throw StoreError(
        .cannotOpen,
        "'\(path)' cannot be read: \(FileObstacle.reading(path, error))")
    }
    if start.starts(with: BinaryStore.signature) { return .binary }
    // A byte order mark and whitespace may precede the first element.
    let text = start.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x0A, 0x0D, 0x09].contains($0) }
    return text.first == UInt8(ascii: "<") ? .xml : .sqlite
  }
}
