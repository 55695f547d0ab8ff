// Copying a store's files: all files that the source's rows refer to are opened
// before the copy is changed, and are written before the rows of the copy.

extension ExternalStorage {
  /// Copies files to the folder of another store, then runs the body, which writes the
  /// rows. If the body fails, the copied files are removed.
  ///
  /// In a read transaction, rows and files have the same state: files that its
  /// rows refer to are not removed while it is open.
  package func copy(
    _ names: Set<String>, besides url: URL, then body: () throws -> Void
  ) throws {
    guard let target = ExternalStorage(StoreConfiguration(url: url)) else { return try body() }
    let former = (try? target.folders())?.isEmpty == false ? try? target.namedFiles() : nil
    try copyAll(names, to: target, then: body)
    target.removeFormer(former?.subtracting(names) ?? [])
  }

  private func copyAll(
    _ names: Set<String>, to target: ExternalStorage, then body: () throws -> Void
  ) throws {
    guard !names.isEmpty else { return try body() }
    guard target.folder != folder else {
      throw StoreError(
        .wrongOption,
        """
        '\(target.storePath)' would share the files of large values with '\(storePath)', whose \
        name differs in the extension alone: give it another name, or another folder
        """)
    }
    // A file that cannot be read is detected before anything is written.
    try check(names)
    guard faccessat(AT_FDCWD, target.storePath, R_OK | W_OK, AT_EACCESS) == 0 || errno == ENOENT
    else {
      throw StoreError(writing: target.storePath, SystemError())
    }
    let rights = try FileRights(of: target.store) ?? FileRights(ofCopy: store)
    try StoreFile.makeFolder(of: target.store)
    // The folder must exist before it is locked, so that all programs lock the same
    // folder.
    _ = try ValueFolder(making: target.folder, rights)
    try target.locked(waiting: StoreConfiguration(url: target.store).busyTimeout) {
      try copy(names, to: target, rights, then: body)
    }
  }

  private func copy(
    _ names: Set<String>, to target: ExternalStorage, _ rights: FileRights?,
    then body: () throws -> Void
  ) throws {
    var made: [String] = []
    do {
      for name in names where try target.open(name) == nil {
        try ValueFolder(making: target.folder, rights).write(read(name), name)
        made.append(name)
      }
      try body()
    } catch {
      target.removeUnnamed(made)
      throw error
    }
  }

  /// Checks that files can be read.
  ///
  /// - Throws: `StoreError` for the first file that cannot be read.
  package func check(_ names: Set<String>) throws(StoreError) {
    for name in names { _ = try reading(name) }
  }

  /// Removes the files of a failed copy, except for files that rows refer to:
  /// SQLite can report an error while it releases its locks, although the
  /// commit succeeded.
  private func removeUnnamed(_ names: [String]) {
    guard !names.isEmpty else { return }
    guard (try? FileRights(of: store)) != nil else { return remove(names) }
    guard let named = try? namedFiles() else { return }
    remove(names.filter { !named.contains($0) })
  }

  /// Returns the names of the files to which the store's rows refer.
  private func namedFiles() throws -> Set<String> {
    try StoreMapping.externalNames(of: StoreFile.openReadOnly(storePath), path: storePath)
  }

  /// Removes the files of the content that a copy has replaced, because a
  /// backup may never be opened, which would remove them. If a reader still
  /// sees that content, the files are kept until the store is opened.
  private func removeFormer(_ names: Set<String>) {
    var options = Connection.Configuration()
    options.createsFile = false
    guard !names.isEmpty, !isShared,
      let connection = try? Connection(path: storePath, configuration: options),
      let state = LogState(connection), state.isPast(state)
    else { return }
    _ = try? removeDropped(Array(names)) { _ in
      try StoreMapping.externalNames(of: connection, path: storePath)
    }
  }

  private func read(_ name: String) throws(StoreError) -> Data {
    do {
      return try reading(name).read()
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(
        .ioFailure, "'\(path(name))' cannot be read: \(FileObstacle.words(error))")
    }
  }

  private func reading(_ name: String) throws(StoreError) -> FileDescriptor {
    if let file = try open(name) { return file }
    throw StoreError(
      .cannotOpen, "'\(path(name))' cannot be read: \(FileObstacle.reading(path(name)))")
  }
}
