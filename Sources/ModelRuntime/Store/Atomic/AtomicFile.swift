public import Foundation
internal import ModelSchema

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
    try write(data, to: url, rights: FileRights(of: url.resolvingSymlinksInPath()))
  }

  /// Replaces a file's content, and gives the file rights.
  static func write(_ data: Data, to url: URL, rights: FileRights?) throws {
    let target = url.resolvingSymlinksInPath()
    let path = target.path(percentEncoded: false)
    let part = target.deletingLastPathComponent()
      .appending(path: partPrefix(target) + UUID().uuidString)
      .path(percentEncoded: false)
    do {
      try refuseReadOnly(path)
      // With its rights from the start: nobody else may read it meanwhile.
      try fill(part, with: data, rights: rights?.attributes ?? [:])
      guard rename(part, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      synchronize(target.deletingLastPathComponent())
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      throw StoreError(writing: path, error)
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
    throw CocoaError(.fileWriteNoPermission)
  }

  private static func fill(
    _ path: String, with data: Data, rights: [FileAttributeKey: Any]
  ) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: rights) else {
      throw CocoaError(.fileWriteNoPermission)
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    try file.write(contentsOf: data)
    try file.synchronize()
  }

  /// Brings a file to the disk, or the names in a folder: before that a power
  /// loss can undo a rename.
  ///
  /// - Returns: Whether it is there; what does not exist has nothing to lose.
  @discardableResult
  static func synchronize(_ url: URL) -> Bool {
    let descriptor = open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }

  // MARK: What a killed program leaves

  private static func partPrefix(_ target: URL) -> String { ".\(target.lastPathComponent)." }

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
    switch (error as? CocoaError)?.code {
    case .fileWriteOutOfSpace:
      self.init(.diskFull, "the disk of '\(path)' is full; nothing was saved")
    case .fileWriteNoPermission, .fileWriteVolumeReadOnly:
      self.init(.readOnly, "'\(path)' cannot be written: \(FileObstacle.writing(path, error))")
    default:
      self.init(.database, "'\(path)' cannot be written: \(FileObstacle.writing(path, error))")
    }
  }
}
