/// The files with the data of a model's versions, which are in its folder of
/// versions.
struct VersionData {
  private let input: ModelInput
  private let folder: String?

  /// Creates the data of a model's versions.
  ///
  /// - Parameter folder: The folder for the files; nil for the location beside
  ///   the released versions, if there are any.
  init(_ input: ModelInput, folder: String?, _ arguments: CommandArguments) {
    self.input = input
    let isPlain = arguments.value("--output-file") == nil && arguments.value("--output") == nil
    let own = VersionFolder(of: input.path, files: FileSystem(directory: "")).path
    self.folder = folder ?? (isPlain && input.released != nil ? own : nil)
  }

  /// Returns the files with the data of the versions; empty if there is no
  /// folder for them.
  func files() throws -> [GeneratedFile] {
    guard let folder, let model = input.model else { return [] }
    let versions = ModelVersions(current: model, released: input.released ?? [])
    return try versions.files(names: input.versionNames).map { file in
      GeneratedFile(path: Path.joined(folder, file.name), text: file.text)
    }
  }
}
