/// The files of an `.xcdatamodel` or `.xcdatamodeld` folder, by their paths in
/// it.
///
/// Whoever has a file system fills it; nothing here reads one.
public struct DataModelFiles: Sendable, Hashable {
  /// The folder, as diagnostics print it.
  public var path: String
  /// The files: `contents` of a single model, `Bank.xcdatamodel/contents` and
  /// `.xccurrentversion` of one with versions.
  public var contents: [String: [UInt8]]

  /// Makes a folder from its files.
  public init(path: String, contents: [String: [UInt8]]) {
    self.path = path
    self.contents = contents
  }

  /// Returns whether a path is that of a data model of Xcode's.
  public static func isDataModel(_ path: String) -> Bool {
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    return trimmed.hasSuffix(".xcdatamodeld") || trimmed.hasSuffix(".xcdatamodel")
  }
}

/// The result of reading a data model of Xcode's: its versions.
public struct DataModelReading: Sendable {
  /// One version of a model.
  public struct Version: Sendable {
    /// Its name, that of its folder without the ending.
    public let name: String
    /// The text of its model, for excerpts.
    public let source: SourceFile
    /// The model, and what is wrong with it.
    public let reading: ModelReading
  }

  /// All versions, the oldest first as their names tell it.
  public let versions: [Version]
  /// Position of the version that is current; nil where there is none.
  public let currentIndex: Int?
  /// The diagnostics of the folder as a whole.
  public let diagnostics: [Diagnostic]

  /// The version that is current.
  public var current: Version? { currentIndex.map { versions[$0] } }
}

extension DataModelFiles {
  /// Name of the model, which is that of the folder.
  var modelName: String {
    var name = path.split(separator: "/").last.map(String.init) ?? ""
    for ending in [".xcdatamodeld", ".xcdatamodel"] where name.hasSuffix(ending) {
      name.removeLast(ending.utf8.count)
    }
    return ImportedName.identifier(name, otherwise: "Model")
  }

  /// A path in the folder as diagnostics print it.
  func path(of file: String) -> String {
    path.hasSuffix("/") ? path + file : path + "/" + file
  }

  /// The versions in the folder: name and path, the oldest first.
  var versionFiles: [(name: String, file: String)] {
    let ending = ".xcdatamodel/contents"
    let versions = contents.keys.filter { $0.hasSuffix(ending) }
      .map { (name: String($0.dropLast(ending.utf8.count)), file: $0) }
      .sorted { VersionName($0.name) < VersionName($1.name) }
    if versions.isEmpty, contents["contents"] != nil {
      return [(name: modelName, file: "contents")]
    }
    return versions
  }
}

/// A version's name, in the order that people mean: `Bank`, `Bank 2`,
/// `Bank 10`.
struct VersionName: Comparable {
  let name: String
  /// The name without the number at its end.
  let stem: String
  /// The number at its end, 1 where there is none.
  let number: Int

  init(_ name: String) {
    self.name = name
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
    stem = String(name.dropLast(digits))
    number = Int(name.suffix(digits)) ?? 1
  }

  static func < (a: VersionName, b: VersionName) -> Bool {
    (a.number, a.stem.utf8.count, a.name) < (b.number, b.stem.utf8.count, b.name)
  }
}
