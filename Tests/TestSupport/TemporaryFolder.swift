public import Foundation

/// A folder of a test's own, gone with the value.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// A file of the folder.
  public func file(_ name: String) -> URL { url.appending(path: name) }
}

/// The real inputs beside the repository.
public enum SharedFiles {
  /// A file in `../shared`; nil where that is absent.
  public static func url(_ path: String) -> URL? {
    let repository = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let url = repository.deletingLastPathComponent().appending(path: "shared/\(path)")
    return FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) ? url : nil
  }
}
