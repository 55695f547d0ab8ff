/// An open folder of a store's large values.
///
/// A user who may write to the store's folder could replace this folder, or a
/// file in it, with a link, so that other files are read, written or removed.
/// Links are therefore not followed: the folder is opened component by
/// component, and all operations are relative to the open folder, even if its
/// name now leads elsewhere. Only regular files with the names of value files
/// are used, and only if they belong to a user who may write the store.
struct ValueFolder {
  let descriptor: FileDescriptor
  let path: String
  private let rights: FileRights?

  /// Opens a folder; nil if there is none.
  ///
  /// - Parameter rights: The permissions of the store that the folder belongs
  ///   to; nil if there is no store yet.
  /// - Throws: `StoreError` if the path does not lead to a trusted folder, or
  ///   the folder cannot be opened.
  init?(_ url: URL, _ rights: FileRights?) throws(StoreError) {
    let outer = Self.path(url.deletingLastPathComponent())
    path = url.path(percentEncoded: false)
    self.rights = rights
    guard let support = try Self.open(outer, AT_FDCWD, path: outer, rights),
      let folder = try Self.open(url.lastPathComponent, support.number, path: path, rights)
    else { return nil }
    descriptor = folder
  }

  /// Opens a folder, and creates it if it is missing.
  ///
  /// - Throws: `StoreError` if the path does not lead to a trusted folder, or
  ///   the folder cannot be created.
  init(making url: URL, _ rights: FileRights?) throws(StoreError) {
    let outer = url.deletingLastPathComponent()
    path = url.path(percentEncoded: false)
    self.rights = rights
    let support = try Self.make(Self.path(outer), AT_FDCWD, path: Self.path(outer), rights) {
      AtomicFile.synchronize(outer.deletingLastPathComponent())
    }
    descriptor = try Self.make(url.lastPathComponent, support.number, path: path, rights) {
      support.synchronize()
    }
  }

  /// Returns the path of a folder without a trailing slash, which would make
  /// the system follow a link.
  private static func path(_ folder: URL) -> String {
    let path = folder.path(percentEncoded: false)
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func open(
    _ name: String, _ outer: Int32, path: String, _ rights: FileRights?
  ) throws(StoreError) -> FileDescriptor? {
    do throws(SystemError) {
      let folder = try FileDescriptor(name, in: outer, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      if FileRights.trust(try folder.state(), rights) { return folder }
    } catch {
      switch error.code {
      case ENOENT: return nil
      case ENOTDIR, ELOOP: break
      default: throw StoreError(.ioFailure, "'\(path)' cannot be opened: \(error)")
      }
    }
    throw StoreError(
      .cannotOpen,
      """
      '\(path)' is not used: it is no folder, but a link or a file, or it is of a user who may not \
      write the store; take it away
      """)
  }

  private static func make(
    _ name: String, _ outer: Int32, path: String, _ rights: FileRights?,
    synchronize: () -> Void
  ) throws(StoreError) -> FileDescriptor {
    if let known = try open(name, outer, path: path, rights) { return known }
    let isMade = mkdirat(outer, name, mode_t(rights?.ofFolder.mode ?? 0o777)) == 0
    guard isMade || errno == EEXIST else { throw StoreError(writing: path, SystemError()) }
    guard let folder = try open(name, outer, path: path, rights) else {
      throw StoreError(writing: path, SystemError(ENOENT))
    }
    if isMade {
      do { try rights?.ofFolder.apply(to: folder) } catch { throw StoreError(writing: path, error) }
      synchronize()
    }
    return folder
  }

  // MARK: Files

  /// Returns whether a name is the name of a value file or, with a second UUID,
  /// of a value file that is still being written.
  static func isOurs(_ name: String) -> Bool {
    guard name.hasPrefix(".") else { return UUID(uuidString: name)?.uuidString == name }
    let parts = name.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { UUID(uuidString: String($0)) != nil }
  }

  /// Opens a file for reading; nil if there is no file with the given name.
  ///
  /// - Throws: `StoreError` if the file is not a trusted regular file, or cannot be
  ///   opened.
  func open(_ name: String) throws(StoreError) -> FileDescriptor? {
    let path = path + "/" + name
    do throws(SystemError) {
      // Opening a pipe with that name would otherwise wait for a writer.
      let file = try FileDescriptor(name, in: descriptor.number, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      if isValue(try file.state()) { return file }
    } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP: break
      default: throw StoreError(.cannotOpen, "'\(path)' cannot be read: \(error)")
      }
    }
    throw StoreError(.cannotOpen, "'\(path)' cannot be read: \(Self.strange)")
  }

  /// The reason for not reading an untrusted file, in words for messages.
  static let strange = "it is no file of the store's, but a link, or of another user"

  /// Writes a file, which has been synchronized to the disk when the method
  /// returns.
  func write(_ data: Data, _ name: String) throws(StoreError) {
    do {
      let part = ".\(name).\(UUID.random().uuidString)"
      try AtomicFile.write(data, as: name, by: part, in: descriptor.number, rights)
      descriptor.synchronize()
    } catch {
      throw StoreError(writing: path + "/" + name, error)
    }
  }

  /// Removes value files; any other item with the name of a value file is left
  /// alone.
  ///
  /// - Returns: The names of the files that could not be removed.
  @discardableResult
  func remove(_ names: some Sequence<String>) -> [String] {
    names.filter { name in
      var state = stat()
      guard Self.isOurs(name) else { return false }
      guard fstatat(descriptor.number, name, &state, AT_SYMLINK_NOFOLLOW) == 0 else {
        return errno != ENOENT
      }
      return isValue(state) && unlinkat(descriptor.number, name, 0) != 0 && errno != ENOENT
    }
  }

  private func isValue(_ state: stat) -> Bool {
    state.isRegularFile && FileRights.trust(state, rights)
  }

  /// The entries of the folder, with the attributes of each.
  ///
  /// The names are read using the folder's path, which may lead to another
  /// folder by now. Their attributes are read, and files are removed, in the
  /// open folder only.
  private var entries: [(name: String, state: stat)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { name in
      var state = stat()
      return fstatat(descriptor.number, name, &state, AT_SYMLINK_NOFOLLOW) == 0
        ? (name, state) : nil
    }
  }

  /// Returns the names of the value files that were last written before the
  /// given time.
  func names(before time: Date = .distantFuture) -> [String] {
    entries.filter { name, state in
      Self.isOurs(name) && isValue(state)
        && Date(timeIntervalSince1970: TimeInterval(state.modificationSeconds)) < time
    }.map(\.name)
  }

  /// The paths of the entries that are not value files, here and beside the folder.
  var strangePaths: [String] {
    let url = URL(filePath: path, directoryHint: .isDirectory)
    let outer = Self.path(url.deletingLastPathComponent())
    let others = (try? FileManager.default.contentsOfDirectory(atPath: outer)) ?? []
    return others.filter { $0 != url.lastPathComponent }.sorted().map { "\(outer)/\($0)" }
      + entries.filter { !Self.isOurs($0.name) || !isValue($0.state) }.map { "\(path)/\($0.name)" }
      .sorted()
  }
}

extension stat {
  fileprivate var modificationSeconds: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
