/// Reads files, and replaces their contents as a whole.
public enum AtomicFile {
  /// Replaces a file's content. A program that opens the file finds either the
  /// old or the new content, even after a crash.
  ///
  /// The content is written to a temporary file beside it and synchronized to
  /// the disk; then the temporary file is renamed. A symbolic link is followed,
  /// and the file keeps its permissions.
  ///
  /// - Throws: `StoreError` if the folder or the disk does not allow it; the file is
  ///   then unchanged.
  public static func write(_ data: Data, to url: URL) throws {
    try write(data, to: url, rights: FileRights(of: url))
  }

  /// Replaces a file's content; a new file gets the permissions of another
  /// file.
  ///
  /// - Throws: `StoreError` if the folder or the disk does not allow it.
  package static func write(_ data: Data, to url: URL, rightsOf other: URL) throws {
    try write(data, to: url, rights: FileRights(of: url) ?? FileRights(ofCopy: other))
  }

  /// Replaces a file's content, and sets its permissions.
  static func write(_ data: Data, to url: URL, rights: FileRights?) throws {
    let target = url.resolvingSymlinksInPath()
    let path = target.path(percentEncoded: false)
    let part = target.deletingLastPathComponent()
      .appending(path: partPrefix(target) + UUID.random().uuidString)
      .path(percentEncoded: false)
    do {
      try refuseReadOnly(path)
      try write(data, as: path, by: part, rights)
      synchronize(target.deletingLastPathComponent())
    } catch {
      throw StoreError(writing: path, error)
    }
  }

  /// Writes a file under a temporary name, then renames it. The names are
  /// paths, or are relative to an open folder.
  static func write(
    _ data: Data, as name: String, by part: String, in folder: Int32 = AT_FDCWD,
    _ rights: FileRights?
  ) throws {
    do {
      // The file has its permissions from the start, so that other users can
      // never read it.
      try fill(part, in: folder, with: data, rights)
      guard renameat(folder, part, folder, name) == 0 else { throw SystemError() }
    } catch {
      unlinkat(folder, part, 0)
      throw error
    }
  }

  /// Reads a file.
  ///
  /// - Throws: `StoreError` if the file is missing or cannot be read.
  public static func read(_ url: URL) throws -> Data {
    do {
      _ = try FileRights(of: url)
      return try Data(contentsOf: url)
    } catch {
      let path = url.path(percentEncoded: false)
      throw StoreError(
        .cannotOpen, "'\(path)' cannot be read: \(FileObstacle.reading(path, error))")
    }
  }

  /// Throws an error if the file is read-only, since the permissions of its
  /// folder alone would allow replacing it.
  private static func refuseReadOnly(_ path: String) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path), !manager.isWritableFile(atPath: path) else { return }
    throw SystemError(EACCES)
  }

  private static func fill(
    _ path: String, in folder: Int32, with data: Data, _ rights: FileRights?
  ) throws {
    let descriptor = try FileDescriptor(
      path, in: folder, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: rights?.mode ?? 0o666)
    // The umask restricts the mode of a new file, so it is set again.
    try rights?.apply(to: descriptor)
    let file = FileHandle(fileDescriptor: descriptor.number, closeOnDealloc: false)
    try file.write(contentsOf: data)
    try file.synchronize()
  }

  /// Synchronizes a file, or the names in a folder, to the disk. Until then, a
  /// power failure can undo a rename.
  ///
  /// - Returns: True if the content is on the disk, or if there is no such file.
  @discardableResult
  static func synchronize(_ url: URL) -> Bool {
    do throws(SystemError) {
      return try FileDescriptor(url.path(percentEncoded: false), O_RDONLY).synchronize()
    } catch {
      return error.code == ENOENT
    }
  }

  // MARK: Temporary files

  /// Returns the prefix of a temporary file's name, which is short enough that
  /// the whole name fits into the 255 bytes that file systems allow.
  private static func partPrefix(_ target: URL) -> String {
    var name = target.lastPathComponent
    while name.utf8.count > 200 { name.removeLast() }
    return ".\(name)."
  }

  /// Removes temporary files that programs left when they were killed while
  /// writing. The caller ensures that no program is writing the file.
  static func removeParts(of url: URL) {
    let target = url.resolvingSymlinksInPath()
    let folder = target.deletingLastPathComponent()
    let prefix = partPrefix(target)
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    for name in names ?? [] where name.hasPrefix(prefix) {
      guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil else { continue }
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }
}

extension StoreError {
  /// Creates the error for a file that could not be written.
  init(writing path: String, _ error: any Error) {
    let cause = SystemError(behind: error)
    switch cause?.code {
    case ENOSPC, EDQUOT:
      self.init(.diskFull, "the disk of '\(path)' is full; nothing was saved")
    case EACCES, EPERM, EROFS:
      self.init(.readOnly, "'\(path)' cannot be written: \(FileObstacle.writing(path, cause))")
    default:
      let words = FileObstacle.opening(path)?.description ?? FileObstacle.words(cause ?? error)
      self.init(.ioFailure, "'\(path)' cannot be written: \(words)")
    }
  }
}

extension SystemError {
  /// Creates the system error that underlies an error of Foundation; nil if
  /// there is none.
  init?(behind error: any Error) {
    if let error = error as? SystemError {
      self = error
      return
    }
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    guard let cause = cause.map({ $0 as NSError }), cause.domain == NSPOSIXErrorDomain else {
      return nil
    }
    self.init(Int32(cause.code))
  }
}
