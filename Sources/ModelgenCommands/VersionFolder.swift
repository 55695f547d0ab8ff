import ModelLanguage
import ModelSchema

/// The released versions of a model: `Models/Bank.versions` for
/// `Models/Bank.model`, `Models/Bank` or `Models/Bank.xcdatamodeld`.
struct VersionFolder {
  /// The folder's path.
  let path: String
  private let files: FileSystem

  init(of model: String, files: FileSystem) {
    var stem = model
    while stem.hasSuffix("/") { stem.removeLast() }
    let endings = [".model"] + DataModelFiles.endings
    let ending = endings.first { stem.hasSuffix($0) } ?? ""
    path = stem.dropLast(ending.utf8.count) + ".versions"
    self.files = files
  }

  /// The content of the folder.
  struct Content {
    var sources: [SourceFile] = []
    /// The versions that are older than the current one, by number.
    var models: [ManagedObjectModel] = []
    var diagnostics: [Diagnostic] = []
  }

  /// The texts of the released versions, the oldest first.
  func texts() throws(FileSystem.Failure) -> [SourceFile] {
    var texts: [(number: Int, file: SourceFile)] = []
    for name in files.names(in: path) where name.hasSuffix(".model") {
      let path = Path.joined(path, name)
      let file = SourceFile(path: path, text: try files.writtenText(of: path))
      texts.append((dataModelVersion(of: file)?.number ?? 0, file))
    }
    return texts.sorted { $0.number < $1.number }.map(\.file)
  }

  /// Reads the versions and compares them with the current one; nil where
  /// there is no folder.
  func read(
    since current: [SourceFile], _ reading: ModelReading?
  ) throws(FileSystem.Failure) -> Content? {
    guard files.isFolder(path) else { return nil }
    var content = Content()
    for name in files.names(in: path) where name.hasSuffix(".model") {
      let path = Path.joined(path, name)
      let source = SourceFile(path: path, text: try files.writtenText(of: path))
      content.sources.append(source)
      let version = readModel([source])
      content.diagnostics += version.diagnostics.filter { $0.severity == .error }
      if let model = version.model, model.version != reading?.model?.version {
        content.models.append(model)
      }
    }
    content.models.sort { ($0.version ?? 0) < ($1.version ?? 0) }
    content.diagnostics += checkVersions(current: current, released: content.sources)
    return content
  }

  // MARK: Versions of data models

  /// The numbers that versions of a data model were given, by their names:
  /// from the texts and the data in the folder, and from the text of the
  /// current version beside it.
  func numbers() -> [String: Int] {
    let data = files.data(of: Path.joined(path, ModelVersions.indexName))
    var numbers = data.map(ModelVersions.numbers(fromIndex:)) ?? [:]
    let texts =
      files.names(in: path).map { Path.joined(path, $0) }
      + [Path.replacingEnding(of: path, by: ".model")]
    for path in texts where path.hasSuffix(".model") && files.exists(path) {
      guard let text = try? files.text(of: path),
        let version = dataModelVersion(of: SourceFile(path: path, text: text))
      else { continue }
      numbers[version.name] = version.number
    }
    return numbers
  }
}
