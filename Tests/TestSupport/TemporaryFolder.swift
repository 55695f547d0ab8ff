public import Foundation

/// A folder of a test's own, gone with the value.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "model-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    FoldersInUse.shared.insert(url)
  }

  deinit {
    FoldersInUse.shared.remove(url)
  }

  /// A file of the folder.
  public func file(_ name: String) -> URL { url.appending(path: name) }
}

/// The folders that are there: XCTest keeps test cases until the process ends,
/// so what their properties hold is removed then.
private final class FoldersInUse: @unchecked Sendable {
  // because the set is touched under `lock` alone.
  static let shared = FoldersInUse()
  private let lock = NSLock()
  private var urls: Set<URL> = []

  private init() {
    atexit { FoldersInUse.shared.removeAll() }
  }

  func insert(_ url: URL) { lock.withLock { _ = urls.insert(url) } }

  func remove(_ url: URL) {
    lock.withLock { _ = urls.remove(url) }
    try? FileManager.default.removeItem(at: url)
  }

  private func removeAll() {
    for url in lock.withLock({ urls }) { try? FileManager.default.removeItem(at: url) }
  }
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
