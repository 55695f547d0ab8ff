public import Foundation

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
    let target = url.resolvingSymlinksInPath()
    let path = target.path(percentEncoded: false)
    let part = target.deletingLastPathComponent()
      .appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
      .path(percentEncoded: false)
    do {
      try refuseReadOnly(path)
      try fill(part, with: data, rights: rights(of: path))
      guard rename(part, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
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
      throw StoreError(
        .cannotOpen, "'\(url.path(percentEncoded: false))' cannot be read: \(Self.words(error))")
    }
  }

  /// A file that nobody may write is not replaced either, although the folder
  /// would allow it.
  private static func refuseReadOnly(_ path: String) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path), !manager.isWritableFile(atPath: path) else { return }
    throw CocoaError(.fileWriteNoPermission)
  }

  private static func rights(of path: String) -> [FileAttributeKey: Any] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes.map { $0.filter { $0.key == .posixPermissions } } ?? [:]
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

  /// What an error of Foundation says.
  static func words(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such file"
    case .fileReadNoPermission, .fileWriteNoPermission: return "it is not permitted"
    case .fileWriteOutOfSpace: return "the disk is full"
    case .fileWriteVolumeReadOnly: return "the disk is read-only"
    default: return error.localizedDescription
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
      self.init(.readOnly, "'\(path)' cannot be written: \(AtomicFile.words(error))")
    default:
      self.init(.database, "'\(path)' cannot be written: \(AtomicFile.words(error))")
    }
  }
}
