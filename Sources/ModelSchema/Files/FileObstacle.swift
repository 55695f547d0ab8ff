import ModelPlatform

/// The reason why a file cannot be read or written, with a remedy.
///
/// System errors contain little information (SQLite has one error for all
/// reasons, Foundation's errors differ between platforms), so the file and its
/// folder are examined.
package struct FileObstacle: CustomStringConvertible {
  /// The reason and the remedy, without a final period.
  package let description: String

  /// Returns the reason why a file cannot be read.
  package static func reading(_ path: String, _ error: (any Error)? = nil) -> FileObstacle {
    let text =
      switch Place(path) {
      case .nothing: "there is no such file"
      case .folder: "it is a folder"
      case .device: device
      case .file where !FileManager.default.isReadableFile(atPath: path):
        "it is not permitted; change its rights"
      case .file: words(error)
      }
    return FileObstacle(description: text)
  }

  /// Returns the reason why a file cannot be written or created.
  package static func writing(_ path: String, _ error: (any Error)? = nil) -> FileObstacle {
    FileObstacle(
      description: obstacle(writing: path) ?? words(error) + "; name another file")
  }

  /// Returns the reason why a file cannot be opened for reading and writing, or
  /// created; nil if no reason can be found from its path.
  package static func opening(_ path: String) -> FileObstacle? {
    obstacle(writing: path).map(FileObstacle.init)
  }

  private static func obstacle(writing path: String) -> String? {
    let folder = folder(of: path)
    switch (Place(path), Place(folder)) {
    case (.folder, _): return "it is a folder; name a file"
    case (.device, _): return "\(device); name a file"
    case (_, .nothing): return missing(folder)
    case (_, .file), (_, .device): return "'\(folder)' is no folder; name another file"
    case (.file, .folder):
      let manager = FileManager.default
      let isFree = manager.isReadableFile(atPath: path) && manager.isWritableFile(atPath: path)
      guard !isFree else { return nil }
      return "it is not permitted; change its rights, or name another file"
    case (.nothing, .folder):
      guard !FileManager.default.isWritableFile(atPath: folder) else { return nil }
      return "its folder '\(folder)' may not be written; name another file"
    }
  }

  private static let device = "it is a pipe or a device"

  /// Returns whether a path leads to a folder, a device or a pipe instead of a
  /// file. Opening a pipe would wait for a writer.
  package static func isNoFile(_ path: String) -> Bool {
    [.folder, .device].contains(Place(path))
  }

  /// Returns the reason why a folder does not exist.
  private static func missing(_ folder: String) -> String {
    var above = self.folder(of: folder)
    while case .nothing = Place(above), above != "." { above = self.folder(of: above) }
    if case .file = Place(above) { return "'\(above)' is no folder; name another file" }
    guard FileManager.default.isWritableFile(atPath: above) else {
      return "there is no folder '\(folder)', and '\(above)' may not be written; name another file"
    }
    return "there is no folder '\(folder)'; make it, or name another file"
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func words(_ error: (any Error)?) -> String {
    guard let error else { return "the system refuses" }
    if case StandardStream.WriteError.failed(ENOSPC)? = error as? StandardStream.WriteError {
      return "the disk is full"
    }
    guard let error = error as? CocoaError else { return "\(error)" }
    return switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file"
    case .fileReadNoPermission, .fileWriteNoPermission: "it is not permitted"
    case .fileWriteOutOfSpace: "the disk is full"
    case .fileWriteVolumeReadOnly: "the disk is read-only"
    default: "the system refuses"
    }
  }
}

/// The kind of item at a path.
private enum Place {
  case nothing, file, folder, device

  init(_ path: String) {
    #if os(Windows)
      var isFolder = false
      let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      self = !isThere ? .nothing : isFolder ? .folder : .file
    #else
      var state = stat()
      switch stat(path, &state) == 0 ? state.st_mode & S_IFMT : 0 {
      case 0: self = .nothing
      case S_IFDIR: self = .folder
      case S_IFREG: self = .file
      default: self = .device
      }
    #endif
  }
}
