/// The folder of a store's file, and how it affects reading and writing.
struct StoreFolder {
  private let path: String
  private let folder: String

  init(of path: String) {
    self.path = path
    folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
  }

  private var mayBeWritten: Bool { FileManager.default.isWritableFile(atPath: folder) }

  private func has(_ suffix: String) -> Bool {
    FileManager.default.fileExists(atPath: path + suffix)
  }

  /// True if the file exists, has no log, and is in a folder that may not be
  /// written, so no program writes the file in this location.
  var isFixed: Bool { has("") && !mayBeWritten && !has("-wal") }

  /// The reason why a file cannot be read or written although its own
  /// permissions allow it, with a remedy; nil if there is none.
  var obstacle: String? {
    guard has(""), !FileObstacle.isNoFile(path), !mayBeWritten,
      FileManager.default.isReadableFile(atPath: path)
    else { return nil }
    if has("-wal"), !has("-shm") {
      return "cannot be read: what was written last is in its log '\(path)-wal', which is read "
        + "only where the folder may be written; copy both files to a folder of your own"
    }
    return "cannot be written: its folder '\(folder)' may not be written, where a journal is "
      + "made; change its rights, or copy the store to a folder of your own"
  }
}
