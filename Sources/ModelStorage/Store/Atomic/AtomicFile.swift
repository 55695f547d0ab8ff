/// Files that are replaced as a whole.
public enum AtomicFile {
  /// Replaces a file's content: whoever opens it finds the old content or the
  /// new, also after a crash.
  ///
  /// The content goes to a file beside it, is brought to the disk, and takes
  /// the file's name then. A link is followed; the file keeps its rights.
  ///
  /// - Throws: `StoreError` when the folder or the disk does not take it; the
  ///   file is as it was then.
  public static func write(_ data: Data, to url: URL) throws {
    try write(data, to: url, rights: FileRights(of: url))
  }

  /// Replaces a file's content; a new file gets the rights of another, of which it tells.
  ///
  /// - Throws: `StoreError` when the folder or the disk does not take it.
  package static func write(_ data: Data, to url: URL, rightsOf other: URL) throws {
    try write(data, to: url, rights: FileRights(of: url) ?? FileRights(ofCopy: other))
  }

  /// Replaces a file's content, and gives the file rights.
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

  /// Writes a file under one name, which then takes another; both are in a folder that is open,
  /// or paths.
  static func write(
    _ data: Data, as name: String, by part: String, in folder: Int32 = AT_FDCWD,
    _ rights: FileRights?
  ) throws {
    do {
      // With its rights from the start: nobody else may read it meanwhile.
      try fill(part, in: folder, with: data, rights)
      guard renameat(folder, part, folder, name) == 0 else { throw SystemError() }
    } catch {
      unlinkat(folder, part, 0)
      throw error
    }
  }

  /// Reads a file.
  ///
  /// - Throws: `StoreError` when it is not there or cannot be read.
  public static func read(_ url: URL) throws -> Data {
    do {
      return try Data(contentsOf: url)
    } catch {
      let path = url.path(percentEncoded: false)
      throw StoreError(
        .cannotOpen, "'\(path)' cannot be read: \(FileObstacle.reading(path, error))")
    }
  }

  /// A file that nobody may write is not replaced either, although the folder
  /// would allow it.
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
    // The mode that a file is made with is cut by the umask.
    try rights?.apply(to: descriptor)
    let file = FileHandle(fileDescriptor: descriptor.number, closeOnDealloc: false)
    try file.write(contentsOf: data)
    try file.synchronize()
  }

  /// Brings a file to the disk, or the names in a folder: before that a power
  /// loss can undo a rename.
  ///
  /// - Returns: Whether it is there; what does not exist has nothing to lose.
  @discardableResult
  static func synchronize(_ url: URL) -> Bool {
    do throws(SystemError) {
      return try FileDescriptor(url.path(percentEncoded: false), O_RDONLY).synchronize()
    } catch {
      return error.code == ENOENT
    }
  }

  // MARK: What a killed program leaves

  /// The name of a file that is written, cut so that what follows fits into the 255 bytes that file
  /// systems allow.
  private static func partPrefix(_ target: URL) -> String {
    var name = target.lastPathComponent
    while name.utf8.count > 200 { name.removeLast() }
    return ".\(name)."
  }

  /// Removes what programs left that were killed while they wrote a file; the
  /// caller sees to it that nobody writes it now.
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
  /// The error of a file that could not be written.
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
  /// The system's error behind one of Foundation's; nil where there is none.
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
