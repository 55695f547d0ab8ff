extension StoreFile {
  /// Replaces a store's content with that of another store of the same type.
  package static func replace(_ url: URL, with source: URL, _ type: StoreType) throws {
    try NewFolders.keptOnSuccess(of: url) { try write(source, to: url, type) }
  }

  private static func write(_ source: URL, to url: URL, _ type: StoreType) throws {
    guard let atomic = type.atomic else {
      let content = try openReadOnly(source.path(percentEncoded: false))
      let write = { try Self.write(content, to: url, rights: FileRights(ofCopy: source)) }
      guard let files = ExternalStorage(StoreConfiguration(url: source)) else { return try write() }
      return try StoreError.translating(source.path(percentEncoded: false)) {
        try content.transaction(.deferred) {
          let names = try StoreMapping.externalNames(of: content, path: files.storePath)
          try files.copy(names, besides: url, then: write)
        }
      }
    }
    // A file that is not a store of the type must not replace anything.
    _ = try atomic.description(at: source)
    let content = try AtomicFile.read(source)
    try makeFolder(of: url)
    try FolderLock.hold(url, waiting: StoreConfiguration(url: url).busyTimeout) {
      try AtomicFile.write(content, to: url, rightsOf: source)
    }
  }

  /// Removes a store: its file and the files that belong to it.
  package static func destroy(_ url: URL, _ type: StoreType) throws {
    if let atomic = type.atomic { return try atomic.remove(at: url) }
    ExternalStorage.removeAll(of: url)
    try remove(url)
  }

  /// Reads the identifier and the metadata of a store, without opening it.
  package static func description(_ url: URL, _ type: StoreType) throws -> StoreDescription {
    if let atomic = type.atomic { return try atomic.description(at: url) }
    let path = url.path(percentEncoded: false)
    return try StoreError.translating(path) {
      StoreDescription(try StoreMetadata(try openReadOnly(path), path: path))
    }
  }
}
