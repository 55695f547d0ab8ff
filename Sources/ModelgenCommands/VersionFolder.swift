import ModelLanguage
import ModelSchema

/// The released versions of a model: `Models/Bank.versions` for
/// `Models/Bank.model` or `Models/Bank`.
struct VersionFolder {
  /// The folder's path.
  let path: String
  private let files: FileSystem

  init(of model: String, files: FileSystem) {
    var stem = model
    while stem.hasSuffix("/") { stem.removeLast() }
    path = (stem.hasSuffix(".model") ? String(stem.dropLast(6)) : stem) + ".versions"
    self.files = files
  }

  /// The content of the folder.
  struct Content {
    var sources: [SourceFile] = []
    /// The versions that are older than the current one, by number.
    var models: [ManagedObjectModel] = []
    var diagnostics: [Diagnostic] = []
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
      let source = SourceFile(path: path, text: try files.modelText(of: path))
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
}
