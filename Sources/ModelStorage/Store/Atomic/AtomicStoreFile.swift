/// The file of a store that is read and written as a whole.
///
/// An open store's content is a database in memory. `load` fills it once, with
/// the model that the file was written with; every save writes the whole file,
/// inside the database's transaction.
///
/// Other programs may have the same file open. Each program reads, compares and
/// replaces the file under a lock. If the file is not the one that the program
/// has read, there is a conflict, and nothing is lost.
final class AtomicStoreFile: @unchecked Sendable {
  // because the mark is accessed by the initialiser of the store, and after
  // that only under the store's write lock.

  private let format: any AtomicStore
  private let url: URL
  private let configuration: StoreConfiguration
  /// The mark of the file when it was last read or written; nil if there was no
  /// file.
  private var mark: Mark?
  /// The version hashes of the model that the file was last written with; nil if there
  /// is no file.
  private var hashes: [String: Data]?
  /// The storage checksum of the model that the file was last written with; nil
  /// if the file has none.
  private var storage: String?

  /// The path of the file, with links resolved.
  private var path: String { url.resolvingSymlinksInPath().path(percentEncoded: false) }

  /// Creates the file of a configuration; nil if the store is not read and written as a
  /// whole.
  init?(_ configuration: StoreConfiguration) throws {
    guard let format = configuration.type.atomic, case .file(let url) = configuration.location
    else { return nil }
    self.format = format
    self.url = url
    self.configuration = configuration
    if configuration.isReadOnly, !format.exists(at: url) {
      throw StoreError(
        .cannotOpen,
        """
        '\(url.path(percentEncoded: false))' is not there, and a store that is opened \
        read-only is not made
        """)
    }
  }

  /// Fills an empty database with the file's content. If there is no file, the
  /// database stays empty.
  func load(into connection: Connection, model: CompiledModel) throws {
    try locked {
      if !configuration.isReadOnly { AtomicFile.removeParts(of: url) }
      guard format.exists(at: url) else { return }
      try loadFile(into: connection, model)
    }
  }

  private func locked(_ body: () throws -> Void) throws {
    try FolderLock.hold(url, waiting: configuration.busyTimeout, body)
  }

  private func loadFile(into connection: Connection, _ model: CompiledModel) throws {
    // The mark is taken before the file is read, so that the first save detects
    // a change by a program that does not use the lock.
    mark = Mark(path)
    let description = try format.description(at: url)
    let layout = layout(of: description, model)
    let content = try format.load(from: url, model: layout.description)
    try connection.transaction {
      let metadata = StoreMetadata(
        identifier: content.identifier,
        properties: try properties(of: content, layout.description))
      let opened = try StoreOpening(
        model: layout, connection: connection, configuration: configuration
      ).layOut(metadata)
      try ContentInsertion(content: content, mapping: opened.mapping, connection: connection).run()
    }
    (hashes, storage) = (description.versionHashes, description.storageChecksum)
  }

  /// Returns the model that determines the layout of the content: the program's
  /// model, or the older version with which the file was written. The file
  /// contains that version, or only its hashes, as Core Data's files do.
  /// Version hashes do not cover exact decimals.
  private func layout(of description: StoreDescription, _ model: CompiledModel) -> CompiledModel {
    let hashes = description.versionHashes
    guard
      hashes != model.description.versionHashes
        || description.storageChecksum.map({ $0 == model.fingerprint.storage }) == false,
      let stored = description.model
        ?? (model.versions.all + configuration.migration.olderVersions)
        .last(where: { $0.versionHashes == hashes })
    else { return model }
    return CompiledModel(layoutOf: stored)
  }

  /// Returns the metadata of content; content without version hashes is treated
  /// as content of the given model.
  private func properties(
    of content: StoreContent, _ model: ManagedObjectModel
  ) throws -> [String: PropertyListValue] {
    var properties = content.metadata
    if properties[StoreMetadata.Key.hashes] == nil {
      let defaults = try StoreMetadata(model, type: configuration.type).properties
      properties.merge(defaults) { own, _ in own }
    }
    return properties
  }

  /// Writes the file if there is none yet, or if a migration changed its content.
  func saveIfChanged(_ connection: Connection, _ mapping: StoreMapping) throws {
    guard !configuration.isReadOnly else { return }
    let metadata = try StoreMetadata(connection, path: path)
    // A file without a storage checksum is not written just to add one.
    let isStoredSo = storage.map { $0 == metadata.storageChecksum } != false
    if let hashes, hashes.isEmpty || (hashes == metadata.versionHashes && isStoredSo) { return }
    // The counters of new entities begin at zero, but here all entities share their
    // keys.
    try connection.execute(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_MAX) FROM Z_PRIMARYKEY)")
    try save(connection, mapping)
  }

  /// Writes the file.
  ///
  /// - Throws: `StoreError` if the file cannot be written, or if another program has
  ///   written it since it was read.
  func save(_ connection: Connection, _ mapping: StoreMapping) throws {
    try locked {
      try refuseChange()
      let content = try ContentReading(
        mapping: mapping, connection: connection, path: configuration.displayPath
      ).content()
      try format.save(content, of: mapping.model.description, to: url)
      mark = Mark(path)
    }
    let metadata = try StoreMetadata(connection, path: path)
    (hashes, storage) = (metadata.versionHashes, metadata.storageChecksum)
  }

  /// Returns whether a URL refers to this file.
  func isAt(_ place: URL) -> Bool {
    place.absoluteURL.resolvingSymlinksInPath().path(percentEncoded: false)
      == url.absoluteURL.resolvingSymlinksInPath().path(percentEncoded: false)
  }

  /// Checks that the file is still the file that was last read or written.
  ///
  /// - Throws: `StoreError` (`.conflict`) if another program has written the file
  ///   since.
  func check() throws { try locked { try refuseChange() } }

  private func refuseChange() throws {
    guard try mark?.state == Mark.State(path) else {
      throw StoreError(
        .conflict,
        """
        '\(path)' was changed by another program since it was opened; nothing was saved: \
        open it again, or save a copy elsewhere
        """)
    }
  }
}

extension AtomicStoreFile {
  /// A mark that shows whether a file has changed since the mark was made.
  private struct Mark {
    let state: State
    /// The open file; nil if it cannot be opened. As long as it is open, no
    /// other file can get its number.
    private let file: FileHandle?

    /// Creates the mark for a file; nil if there is no file.
    init?(_ path: String) {
      guard !FileObstacle.isNoFile(path) else { return nil }
      file = FileHandle(forReadingAtPath: path)
      guard let state = try? State(path) else { return nil }
      self.state = state
    }

    /// The attributes of a file in the file system.
    struct State: Equatable {
      let number: UInt64?
      let size: UInt64?
      let date: Date?

      /// Reads the attributes of a file; nil if there is no file.
      ///
      /// - Throws: `StoreError` (`.ioFailure`) if the file system does not
      ///   report whether there is a file.
      init?(_ path: String) throws {
        let attributes: [FileAttributeKey: Any]
        do {
          attributes = try FileManager.default.attributesOfItem(atPath: path)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
          return nil
        } catch {
          throw StoreError(
            .ioFailure, "'\(path)' cannot be looked at: \(FileObstacle.words(error))")
        }
        number = attributes[.systemFileNumber] as? UInt64
        size = attributes[.size] as? UInt64
        date = attributes[.modificationDate] as? Date
      }
    }
  }
}
