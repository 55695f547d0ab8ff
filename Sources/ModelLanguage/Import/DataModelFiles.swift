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
  /// The mapping models that belong to it, or lie beside it.
  public var mappings: [Mapping]

  /// The version hashes that Core Data wrote, by version and entity; none for
  /// models that are not compiled.
  public var hashes: [String: [String: Data]] = [:]

  /// A mapping model: what its `xcmapping.xml` holds.
  public struct Mapping: Sendable, Hashable {
    /// The file, as diagnostics print it.
    public var path: String
    /// Its bytes.
    public var bytes: [UInt8]
    /// A Boolean value that says whether somebody named it: then it belongs to
    /// the data model, however its bundle was once called.
    public var isNamed: Bool

    /// Makes a mapping model from its file.
    public init(path: String, bytes: [UInt8], isNamed: Bool = false) {
      self.path = path
      self.bytes = bytes
      self.isNamed = isNamed
    }

    var source: SourceFile { SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self)) }
  }

  /// Makes a folder from its files.
  public init(path: String, contents: [String: [UInt8]], mappings: [Mapping] = []) {
    self.path = path
    self.contents = contents
    self.mappings = mappings
  }

  /// The endings of data models: those of Xcode's editor, and compiled ones.
  public static let endings = [".xcdatamodeld", ".xcdatamodel", ".momd", ".mom", ".omo"]

  /// The folder of a model's versions: `Bank.versions` for `Bank.model`, `Bank`
  /// or `Bank.xcdatamodeld`.
  package static func versionFolder(of model: String) -> String {
    var stem = model
    while stem.hasSuffix("/") { stem.removeLast() }
    let ending = ([".model"] + endings).first { stem.hasSuffix($0) } ?? ""
    return stem.dropLast(ending.utf8.count) + ".versions"
  }

  /// Returns whether a path is that of a data model of Xcode's.
  public static func isDataModel(_ path: String) -> Bool {
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    return endings.contains { trimmed.hasSuffix($0) }
  }

  /// Returns whether a path is that of a compiled data model.
  public static func isCompiled(_ path: String) -> Bool {
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    return [".momd", ".mom", ".omo"].contains { trimmed.hasSuffix($0) }
  }
}

/// The result of reading a data model of Xcode's: its versions.
public struct DataModelReading: Sendable {
  /// One version of a model.
  public struct Version: Sendable {
    /// Its name, that of its folder without the ending.
    public let name: String
    /// Its number; nil for a model that has no versions.
    public let number: Int?
    /// The text of its model, for excerpts.
    public let source: SourceFile
    /// The model, and what is wrong with it.
    public internal(set) var reading: ModelReading
  }

  /// The versions that were read: the current one is the last, the others come
  /// before it as their names tell it.
  public let versions: [Version]
  /// The diagnostics of the folder as a whole, and of its mapping models.
  public let diagnostics: [Diagnostic]
  /// The texts of the mapping models, for excerpts.
  public internal(set) var mappings: [SourceFile] = []

  /// The version that is current.
  public var current: Version? { versions.last }
  /// The versions before it.
  public var released: ArraySlice<Version> { versions.dropLast() }
}

extension DataModelFiles {
  /// Name of the folder, without its ending.
  var folderName: String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let ending = Self.endings.first { name.hasSuffix($0) } ?? ""
    return String(name.dropLast(ending.utf8.count))
  }

  /// Name of the model, which is that of the folder.
  var modelName: String { ImportedName.identifier(folderName, otherwise: "Model") }

  /// A path in the folder as diagnostics print it.
  func path(of file: String) -> String {
    path.hasSuffix("/") ? path + file : path + "/" + file
  }

  /// The versions in the folder: name and path, in no order.
  var versionFiles: [(name: String, file: String)] {
    let versions = names(endingIn: "/contents")
    if versions.isEmpty, contents["contents"] != nil {
      return [(name: modelName, file: "contents")]
    }
    return versions.map { (name: $0, file: $0 + Self.ending + "/contents") }
  }

  /// The names of versions in the binary form of Xcode 3 alone.
  var binaryVersions: [String] {
    let readable = Set(names(endingIn: "/contents"))
    return names(endingIn: "/elements").filter { !readable.contains($0) }
  }

  private static let ending = ".xcdatamodel"

  private func names(endingIn file: String) -> [String] {
    contents.keys.filter { $0.hasSuffix(Self.ending + file) }
      .map { String($0.dropLast(Self.ending.utf8.count + file.utf8.count)) }.sorted()
  }
}
