public import Foundation

/// A temporary folder, which is removed when the object is released or the process
/// ends.
public final class TemporaryFolder: Sendable {
  /// The URL of the folder, within the temporary folder of the system.
  public let url: URL

  /// Creates an empty folder with a unique name.
  ///
  /// - Parameter parent: The folder in which it is created; nil for the system's
  ///   temporary folder.
  public init(in parent: URL? = nil) throws {
    url = (parent ?? FileManager.default.temporaryDirectory)
      .appending(path: "model-\(UUID().uuidString)", directoryHint: .notDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    FoldersInUse.shared.insert(url)
  }

  deinit {
    FoldersInUse.shared.remove(url)
  }

  /// Returns the URL of a file in the folder, which need not exist.
  public func file(_ name: String) -> URL { url.appending(path: name) }
}

/// The folders that exist. XCTest keeps test cases until the process ends, so the
/// folders in their properties are removed at that time.
private final class FoldersInUse: @unchecked Sendable {
  // because the set is only used under `lock`.
  static let shared = FoldersInUse()
  private let lock = NSLock()
  private var urls: Set<URL> = []

  private init() {
    atexit { FoldersInUse.shared.removeAll() }
  }

  func insert(_ url: URL) { lock.withLock { _ = urls.insert(url) } }

  /// Removes a folder. If a thread that still closes its store there removes files at the same
  /// time, this fails, and the folder is removed when the process ends.
  func remove(_ url: URL) {
    guard (try? FileManager.default.removeItem(at: url)) != nil else { return }
    lock.withLock { _ = urls.remove(url) }
  }

  private func removeAll() {
    for url in lock.withLock({ urls }) { try? FileManager.default.removeItem(at: url) }
  }
}

/// The shared input files, which are beside the repository.
public enum SharedFiles {
  /// Returns a file in `../shared`, or nil if it does not exist.
  public static func url(_ path: String) -> URL? {
    let repository = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let url = repository.deletingLastPathComponent().appending(path: "shared/\(path)")
    return FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) ? url : nil
  }
}
