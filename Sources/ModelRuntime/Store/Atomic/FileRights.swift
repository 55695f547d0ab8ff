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

  /// The rights for a copy of a file; nil where there is none. Who owns the copy may write it, also
  /// where the file is one that a program ships to be read alone.
  init?(ofCopy url: URL) {
    guard let rights = FileRights(of: url) else { return nil }
    mode = rights.mode | 0o200
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
