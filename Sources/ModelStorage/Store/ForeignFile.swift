/// A kind of file that is not an SQLite database, and that may be mistaken for
/// a store.
enum ForeignFile {
  /// A binary store of Core Data, which is a Foundation archive with a header.
  case binaryStore
  /// A compiled data model, or another property list.
  case propertyList
  /// An optimized compiled data model, `.omo`, which Core Data loads faster.
  case optimizedModel
  /// A compressed archive.
  case packed

  /// The number of bytes at the start of a file that are examined.
  private static let headSize = 4096

  /// Recognises the kind of a file by its first bytes; nil if the kind is not
  /// known.
  init?(_ path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: Self.headSize) else { return nil }
    if head.starts(with: Array("bplist".utf8)) {
      self = .propertyList
    } else if head.starts(with: Array("momv2$".utf8)) {
      self = .optimizedModel
    } else if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x1F, 0x8B]) {
      self = .packed
    } else if head.starts(with: Array("SQLite format 3".utf8)) {
      return nil
    } else if Self.archives.contains(where: { head.range(of: Data($0.utf8)) != nil }) {
      self = .binaryStore
    } else {
      return nil
    }
  }

  /// The strings at the beginning of Foundation's archives, both keyed archives
  /// and older archives.
  private static let archives = ["bplist0", "streamtyped", "NSKeyedArchiver"]

  /// The part of a sentence about the file which follows the file's name.
  var sentence: String {
    switch self {
    case .binaryStore:
      """
      is a binary store of Core Data's, an archive of classes that exist on Apple's systems \
      alone: on one, let 'migratePersistentStore' write it as SQLite or XML
      """
    case .propertyList: "is a property list, not a store"
    case .optimizedModel: "is a compiled data model, not a store"
    case .packed: "is packed; unpack it first"
    }
  }
}
