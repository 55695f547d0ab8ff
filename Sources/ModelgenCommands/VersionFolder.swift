/// The folder that contains the released versions of a model, which is
/// `Models/Bank.versions` for `Models/Bank.model`, `Models/Bank` or
/// `Models/Bank.xcdatamodeld`.
struct VersionFolder {
  let path: String
  /// The folder that contains the model.
  private let home: String
  private let files: FileSystem

  init(of model: String, files: FileSystem) {
    let stem = String(model.trimmingEnd { $0 == "/" })
    path = DataModelFiles.versionFolder(of: stem)
    home = Path.folder(stem)
    self.files = files
  }

  struct Content {
    let sources: [SourceFile]
    /// The versions that are older than the current version, in the order of
    /// their numbers.
    let models: [ManagedObjectModel]
    let diagnostics: [Diagnostic]
  }

  /// Returns the source texts of the released versions, beginning with the
  /// oldest.
  func texts() throws(FileSystem.Failure) -> [SourceFile] { try texts(in: path) }

  /// The source texts to which migration blocks of the model can refer, which
  /// are those of its released versions or, for a released version, those of
  /// the versions beside it.
  ///
  /// A version that cannot be read is reported when the versions themselves are
  /// read.
  var knownTexts: [SourceFile] {
    (try? texts(in: home.hasSuffix(".versions") ? home : path)) ?? []
  }

  private func texts(in path: String) throws(FileSystem.Failure) -> [SourceFile] {
    var texts: [(number: Int, file: SourceFile)] = []
    for name in files.names(in: path) where name.hasSuffix(".model") {
      let path = Path.joined(path, name)
      let file = SourceFile(path: path, text: try files.writtenText(of: path))
      texts.append((dataModelVersion(of: file)?.number ?? 0, file))
    }
    return texts.sorted { $0.number < $1.number }.map(\.file)
  }

  /// Reads a model together with its released versions, and compares them. If
  /// there is no folder of versions, the content in the result is nil.
  func read(
    since current: [SourceFile]
  ) throws(FileSystem.Failure) -> (reading: ModelReading, content: Content?) {
    guard files.isFolder(path) else {
      return (readModel(current, released: knownTexts), nil)
    }
    let sources = try texts()
    let readings = VersionReadings(current: current, released: sources)
    let errors = readings.released.flatMap(\.diagnostics).filter { $0.severity == .error }
    let number = readings.current.model?.version
    return (
      readings.current,
      Content(
        sources: sources,
        models: readings.released.compactMap(\.model).filter { $0.version != number },
        diagnostics: errors + readings.diagnostics)
    )
  }

  /// Returns the numbers that the versions of a data model already have, by the
  /// names of the versions.
  func numbers() -> [String: Int] { files.versionNumbers(in: path) }
}
