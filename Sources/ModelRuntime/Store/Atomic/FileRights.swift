internal import Foundation

/// The rights of a store's file, which everything has that belongs to it: who
/// keeps a store to himself keeps its copies and large values too.
struct FileRights {
  /// The system's number of them.
  let mode: Int

  /// The rights of a file; nil where there is none.
  init?(of url: URL) {
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = attributes?[.posixPermissions] as? NSNumber else { return nil }
    self.mode = mode.intValue
  }

  /// The rights for a new file.
  var attributes: [FileAttributeKey: Any] { [.posixPermissions: NSNumber(value: mode)] }

  /// The rights for a folder: who may read files may look into it.
  var folderAttributes: [FileAttributeKey: Any] {
    [.posixPermissions: NSNumber(value: mode | (mode & 0o444) >> 2 | 0o700)]
  }

  /// Gives a file the rights.
  func apply(to url: URL) throws {
    let path = url.path(percentEncoded: false)
    do {
      try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    } catch {
      throw StoreError(writing: path, error)
    }
  }
}
