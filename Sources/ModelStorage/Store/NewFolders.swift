/// The folders that an operation creates for a store, and removes again if it fails.
enum NewFolders {
  /// Runs the body. If the body throws, those folders of the store and of its
  /// large values that did not exist before are removed, provided that they are
  /// empty.
  static func keptOnSuccess<Result>(
    of store: URL, _ body: () throws -> Result
  ) rethrows -> Result {
    let missing = missing(ExternalStorage.folder(of: store))
    do {
      return try body()
    } catch {
      for folder in missing { rmdir(folder.path(percentEncoded: false)) }
      throw error
    }
  }

  /// Returns a folder and its parent folders that do not exist, the innermost first.
  private static func missing(_ folder: URL) -> [URL] {
    var missing: [URL] = []
    var folder = folder
    // A folder that cannot be looked up is treated as existing.
    while access(folder.path(percentEncoded: false), F_OK) != 0, errno == ENOENT,
      folder.pathComponents.count > 1
    {
      missing.append(folder)
      folder.deleteLastPathComponent()
    }
    return missing
  }
}
