/// The files of an `.xcdatamodel` or `.xcdatamodeld` folder, by their paths in the
/// folder.
///
/// The files are read by the program that creates this value.
public struct DataModelFiles: Sendable, Hashable {
  /// The path of the folder, as it appears in diagnostics.
  public var path: String
  /// The bytes of each file: `contents` for a single model, or
  /// `Bank.xcdatamodel/contents` and `.xccurrentversion` for a model with versions.
  public var contents: [String: [UInt8]]
  /// The mapping models to import together with the data model.
  public var mappings: [Mapping]

  /// The version hashes of Core Data by version and entity, or an empty
  /// dictionary if the model is not compiled.
  public var hashes: [String: [String: Data]] = [:]

  /// A mapping model, with the content of its `xcmapping.xml` file.
  public struct Mapping: Sendable, Hashable {
    /// The path of the file, as it appears in diagnostics.
    public var path: String
    /// The content of the `xcmapping.xml` file.
    public var bytes: [UInt8]
    /// True if the user specified the mapping model. It then belongs to the
    /// data model regardless of the bundle name in the file.
    public var isNamed: Bool

    /// Creates a mapping model from its file. By default, it is not regarded as
    /// specified by the user.
    public init(path: String, bytes: [UInt8], isNamed: Bool = false) {
      self.path = path
      self.bytes = bytes
      self.isNamed = isNamed
    }

    var source: SourceFile { SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self)) }
  }

  /// Creates the files of a folder.
  public init(path: String, contents: [String: [UInt8]], mappings: [Mapping] = []) {
    self.path = path
    self.contents = contents
    self.mappings = mappings
  }

  /// The file extensions of data models, both editable and compiled.
  public static let endings = [".xcdatamodeld", ".xcdatamodel", ".momd", ".mom", ".omo"]

  /// Returns the folder of a model's versions: `Bank.versions` for
  /// `Bank.model`, `Bank` or `Bank.xcdatamodeld`.
  package static func versionFolder(of model: String) -> String {
    let stem = model.trimmingEnd { $0 == "/" }
    let ending = ([".model"] + endings).first { stem.hasSuffix($0) } ?? ""
    return stem.dropLast(ending.utf8.count) + ".versions"
  }

  /// Returns whether a path has the extension of an Xcode data model.
  public static func isDataModel(_ path: String) -> Bool {
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    return endings.contains { trimmed.hasSuffix($0) }
  }

  /// Returns whether a path has the extension of a compiled data model.
  public static func isCompiled(_ path: String) -> Bool {
    let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
    return [".momd", ".mom", ".omo"].contains { trimmed.hasSuffix($0) }
  }
}

/// The result of reading an Xcode data model, with its versions.
public struct DataModelReading: Sendable {
  /// One version of the data model, with its text and the result of reading it.
  public struct Version: Sendable {
    /// The name of the version, which is its folder's name without the extension.
    public let name: String
    /// The number of the version, or nil if the model has no versions.
    public let number: Int?
    /// The text of the version, for excerpts.
    public let source: SourceFile
    /// The model of the version and its diagnostics.
    public internal(set) var reading: ModelReading
  }

  /// The versions that were read, ordered by name. The current version is the last.
  public let versions: [Version]
  /// The diagnostics of the whole folder and of its mapping models.
  public let diagnostics: [Diagnostic]
  /// The contents of the mapping models, for excerpts.
  public internal(set) var mappings: [SourceFile] = []

  /// The current version, or nil if no version could be found.
  public var current: Version? { versions.last }
  /// The versions other than the current version.
  public var released: ArraySlice<Version> { versions.dropLast() }
}

extension DataModelFiles {
  /// The name of the folder, without its extension.
  var folderName: String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let ending = Self.endings.first { name.hasSuffix($0) } ?? ""
    return String(name.dropLast(ending.utf8.count))
  }

  /// The name of the model, derived from the name of the folder.
  var modelName: String { ImportedName.identifier(folderName, otherwise: "Model") }

  /// Returns the path of a file in the folder, as it appears in diagnostics.
  func path(of file: String) -> String {
    path.hasSuffix("/") ? path + file : path + "/" + file
  }

  /// The names and paths of the versions in the folder, in any order.
  var versionFiles: [(name: String, file: String)] {
    let versions = names(endingIn: "/contents")
    if versions.isEmpty, contents["contents"] != nil {
      return [(name: modelName, file: "contents")]
    }
    return versions.map { (name: $0, file: $0 + Self.ending + "/contents") }
  }

  /// The names of versions that exist only in the binary format of Xcode 3.
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
