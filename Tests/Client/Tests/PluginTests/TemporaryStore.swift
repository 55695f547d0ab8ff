import Foundation
import XCTest

extension XCTestCase {
  /// The place for a store in a folder of its own, which is removed when the test ends.
  func temporaryStore() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try FileManager.default.removeItem(at: folder) }
    return folder.appending(path: "store.sqlite")
  }
}
