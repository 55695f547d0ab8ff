extension PersistentStore {
  /// Writes a copy of the store, as `PersistentContainer.copyStore(to:as:)` describes.
  package func copy(to url: URL, as type: StoreType?) throws -> [ObjectID: ObjectID] {
    try requireRows(for: "copies are made")
    guard members.isEmpty else {
      throw StoreError(
        .unsupportedFeature,
        "this container has several stores; copy each by a container of its own")
    }
    let own = configuration.type
    let type = type ?? (own == .inMemory ? .sqlite : own)
    guard type != .inMemory else {
      throw StoreError(.unsupportedFeature, "a store in memory has no file to be copied to")
    }
    return try withConnection { source in
      try NewFolders.keptOnSuccess(of: url) { try copy(source.connection, to: url, as: type) }
    }
  }

  private func copy(
    _ source: Connection, to url: URL, as type: StoreType
  ) throws -> [ObjectID: ObjectID] {
    if let file, type == configuration.type, file.isAt(url) {
      // The file already has the content. Any write other than a save would be
      // a conflict for the next save.
      try withWriteLock { try file.check() }
      return [:]
    }
    if let atomic = type.atomic { return try write(source, to: url, as: atomic) }
    if configuration.type == .sqlite {
      try copyWithFiles(source, to: url)
    } else {
      try StoreFile.write(try renamed(source, type), to: url)
    }
    return [:]
  }

  /// The permissions for a copy of the store's file; nil if the store has no
  /// file.
  private var rights: FileRights? {
    get throws {
      guard case .file(let url) = configuration.location else { return nil }
      return try FileRights(ofCopy: url)
    }
  }

  /// Copies the database, after the files that its rows refer to.
  private func copyWithFiles(_ source: Connection, to url: URL) throws {
    let rights = try rights
    let write = { try StoreFile.write(source, to: url, rights: rights) }
    guard model.usesExternalStorage, let files = ExternalStorage(configuration) else {
      return try write()
    }
    // The transaction keeps files and rows in the same state, even if other
    // contexts save in the meantime.
    try source.transaction(.deferred) {
      try files.copy(try mapping.externalNames(in: source), besides: url, then: write)
    }
  }

  private func write(
    _ source: Connection, to url: URL, as atomic: any AtomicStore
  ) throws -> [ObjectID: ObjectID] {
    let (content, keys) = try source.transaction(.deferred) {
      // A missing file would result in a nil value in the copy.
      try ExternalStorage(configuration)?.check(mapping.externalNames(in: source))
      let keys = try ContentKeys(mapping, source)
      let reading = ContentReading(
        mapping: mapping, connection: source, path: configuration.displayPath)
      return (try reading.content(keys: keys), keys)
    }
    var typed = content
    typed.metadata[StoreMetadata.Key.storeType] = .string(atomic.typeName)
    try StoreFile.makeFolder(of: url)
    try FolderLock.hold(url, waiting: configuration.busyTimeout) {
      // An existing file keeps its own permissions.
      let rights = try isStore(url, of: atomic) ? nil : rights
      try atomic.save(typed, of: model.description, to: url)
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

  /// Returns whether there is a store of the type, which may then be
  /// overwritten.
  ///
  /// - Throws: `StoreError` (`.notAStore`) if there is any other file.
  private func isStore(_ url: URL, of type: any AtomicStore) throws -> Bool {
    // A file that cannot be looked up must not be treated as missing.
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
      guard let before = old[object.key], let entity = model.entity(named: object.entityName)
      else { continue }
      let reference = references[entity.index]
      changed[ObjectID(entity: reference, key: before)] =
        ObjectID(entity: reference, key: object.key)
    }
    return changed
  }

  /// Returns a copy of a database in memory. Its metadata contain the type
  /// SQLite, and it has the triggers that SQLite stores have for Apple's
  /// programs.
  private func renamed(_ source: Connection, _ type: StoreType) throws -> Connection {
    let copy = try Connection(path: ":memory:")
    try source.backUp(to: copy)
    for sql in DerivedTriggers(mapping: mapping).statements { try copy.execute(sql) }
    var metadata = try StoreMetadata(copy, path: configuration.displayPath)
    metadata.properties[StoreMetadata.Key.storeType] = .string(type.name)
    try metadata.update(in: copy)
    return copy
  }
}
