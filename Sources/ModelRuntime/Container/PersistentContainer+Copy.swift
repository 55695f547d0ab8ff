public import Foundation
internal import ModelSQLite
public import ModelSchema

// Save-as, replace, destroy.

extension PersistentContainer {
  /// Writes a copy of the store, of the same type or another, while the store
  /// is in use.
  ///
  /// What was saved when the call began is in the copy, with the files of large
  /// values of that moment, whoever saves meanwhile; all of them are opened before
  /// anything of the copy is written. A store that is there already gets the content
  /// in one transaction, or stays as it was when the call fails; of a new one nothing
  /// is left then. The copy has the store's identifier, so object IDs are good for
  /// both.
  ///
  /// Stores that are read and written as a whole number their objects over all
  /// entities; a copy of an SQLite store in one of them gives new keys to those
  /// objects whose key another hierarchy has too.
  ///
  /// - Parameters:
  ///   - url: Where the copy is made.
  ///   - type: The copy's type; nil for the store's own, and SQLite for a store
  ///     in memory.
  /// - Returns: The IDs that are others in the copy, by the IDs in this store.
  /// - Throws: `StoreError` when the copy cannot be written.
  @discardableResult
  public func copyStore(to url: URL, as type: StoreType? = nil) throws -> [ObjectID: ObjectID] {
    try store.requireRows(for: "copies are made")
    guard store.members.isEmpty else {
      throw StoreError(
        .unsupportedFeature,
        "this container has several stores; copy each by a container of its own")
    }
    let own = store.configuration.type
    let type = type ?? (own == .inMemory ? .sqlite : own)
    guard type != .inMemory else {
      throw StoreError(.unsupportedFeature, "a store in memory has no file to be copied to")
    }
    let source = try store.borrow()
    defer { store.giveBack(source) }
    return try StoreError.translating(store.configuration.displayPath) {
      try NewFolders.keptOnSuccess(of: url) { try copy(source.connection, to: url, as: type) }
    }
  }

  /// Makes a store's content that of another store of the same type.
  ///
  /// SQLite stores may be in use, both of them. All files of large values that the
  /// source's rows name are copied too, or nothing is.
  ///
  /// - Throws: `StoreError` when there is no such store to read, a file of its large
  ///   values cannot be read, or the other cannot be written; it is as it was then.
  public static func replaceStore(
    at url: URL, with source: URL, type: StoreType = .sqlite
  ) throws {
    try NewFolders.keptOnSuccess(of: url) { try replace(url, with: source, type) }
  }

  private static func replace(_ url: URL, with source: URL, _ type: StoreType) throws {
    guard let atomic = type.atomic else {
      let content = try StoreFile.openReadOnly(source.path(percentEncoded: false))
      let write = { try StoreFile.write(content, to: url, rights: FileRights(ofCopy: source)) }
      guard let files = ExternalStorage(StoreConfiguration(url: source)) else { return try write() }
      return try StoreError.translating(source.path(percentEncoded: false)) {
        try content.transaction(.deferred) {
          let names = try StoreMapping.externalNames(of: content, path: files.storePath)
          try files.copy(names, besides: url, then: write)
        }
      }
    }
    // What is no store of the type replaces nothing.
    _ = try atomic.description(at: source)
    let content = try AtomicFile.read(source)
    try StoreFile.makeFolder(of: url)
    try FolderLock.hold(url, waiting: StoreConfiguration(url: url).busyTimeout) {
      try AtomicFile.write(content, to: url, rightsOf: source)
    }
  }

  /// Takes a store away: its file and what belongs to it.
  ///
  /// - Precondition: No container has the store open.
  /// - Throws: What the file system says; a store that is not there is none.
  public static func destroyStore(at url: URL, type: StoreType = .sqlite) throws {
    if let atomic = type.atomic { return try atomic.remove(at: url) }
    ExternalStorage.removeAll(of: url)
    try StoreFile.remove(url)
  }

  // MARK: Parts

  private func copy(
    _ source: Connection, to url: URL, as type: StoreType
  ) throws -> [ObjectID: ObjectID] {
    if let file = store.file, type == store.configuration.type, file.isAt(url) {
      // It has the content; written by anybody but a save it would be a conflict for the next one.
      try store.withWriteLock { try file.check() }
      return [:]
    }
    if let atomic = type.atomic { return try write(source, to: url, as: atomic) }
    if store.configuration.type == .sqlite {
      try copyWithFiles(source, to: url)
    } else {
      try StoreFile.write(try renamed(source, type), to: url)
    }
    return [:]
  }

  /// The rights for a copy of the store's file; nil for a store without one.
  private var rights: FileRights? {
    get throws {
      guard case .file(let url) = store.configuration.location else { return nil }
      return try FileRights(ofCopy: url)
    }
  }

  /// Copies the database, and before it the files that its rows name.
  private func copyWithFiles(_ source: Connection, to url: URL) throws {
    let rights = try rights
    let write = { try StoreFile.write(source, to: url, rights: rights) }
    guard store.model.usesExternalStorage, let files = ExternalStorage(store.configuration) else {
      return try write()
    }
    // Files and rows are of one moment, whoever saves meanwhile.
    try source.transaction(.deferred) {
      try files.copy(try store.mapping.externalNames(in: source), besides: url, then: write)
    }
  }

  private func write(
    _ source: Connection, to url: URL, as atomic: any AtomicStore
  ) throws -> [ObjectID: ObjectID] {
    let mapping = store.mapping
    let (content, keys) = try source.transaction(.deferred) {
      // One that is missing would be nil in the copy.
      try ExternalStorage(store.configuration)?.check(mapping.externalNames(in: source))
      let keys = try ContentKeys(mapping, source)
      let reading = ContentReading(
        mapping: mapping, connection: source, path: store.configuration.displayPath)
      return (try reading.content(keys: keys), keys)
    }
    var typed = content
    typed.metadata[StoreMetadata.Key.storeType] = .string(atomic.typeName)
    try StoreFile.makeFolder(of: url)
    try FolderLock.hold(url, waiting: store.configuration.busyTimeout) {
      // A file that was there keeps its own rights.
      let rights = try isStore(url, of: atomic) ? nil : rights
      try atomic.save(typed, of: model, to: url)
      guard let rights, try FileRights(of: url) != nil else { return }
      let path = url.path(percentEncoded: false)
      do {
        try rights.apply(to: try FileDescriptor(path, O_RDONLY))
      } catch {
        try? atomic.remove(at: url)
        throw StoreError(writing: path, error)
      }
    }
    return changedIDs(keys, in: content)
  }

  /// Returns whether there is a store of a type to be overwritten; any other
  /// file is not.
  private func isStore(_ url: URL, of type: any AtomicStore) throws -> Bool {
    // What cannot be looked at is not taken for nothing.
    guard try FileRights(of: url) != nil || type.exists(at: url) else { return false }
    do {
      _ = try type.description(at: url)
      return true
    } catch {
      throw StoreError(
        .notAStore,
        """
        '\(url.path(percentEncoded: false))' is no store of type \(type.typeName), and is not \
        overwritten: \(error)
        """)
    }
  }

  private func changedIDs(_ keys: ContentKeys, in content: StoreContent) -> [ObjectID: ObjectID] {
    guard !keys.changed.isEmpty else { return [:] }
    var old: [Int64: Int64] = [:]
    for changed in keys.changed.values { for (before, after) in changed { old[after] = before } }
    var changed: [ObjectID: ObjectID] = [:]
    for object in content.objects {
      guard let before = old[object.key], let entity = store.model.entity(named: object.entityName)
      else { continue }
      let reference = store.references[entity.index]
      changed[ObjectID(entity: reference, key: before)] =
        ObjectID(entity: reference, key: object.key)
    }
    return changed
  }

  /// A copy of a database in memory whose metadata say another type, SQLite, with the triggers that
  /// such a store has for programs of Apple's.
  private func renamed(_ source: Connection, _ type: StoreType) throws -> Connection {
    let copy = try Connection(path: ":memory:")
    try source.backUp(to: copy)
    for sql in DerivedTriggers(mapping: store.mapping).statements { try copy.execute(sql) }
    let metadata = try StoreMetadata(copy, path: store.configuration.displayPath)
    var properties = metadata.properties
    properties[StoreMetadata.Key.storeType] = .string(type.name)
    try StoreMetadata(identifier: metadata.identifier, properties: properties).update(in: copy)
    return copy
  }
}
