/// The folders that an operation makes for a store, which go again where it
/// fails.
enum NewFolders {
  /// Runs the body; where it throws, folders for the store and its large values
  /// that were not there before are removed, those that are empty.
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

  /// A folder and those above it that are not there, the innermost first.
  private static func missing(_ folder: URL) -> [URL] {
    var missing: [URL] = []
    var folder = folder
    // What cannot be looked at is there.
    while access(folder.path(percentEncoded: false), F_OK) != 0, errno == ENOENT,
      folder.pathComponents.count > 1
    {
      missing.append(folder)
      folder.deleteLastPathComponent()
    }
    return missing
  }
}
