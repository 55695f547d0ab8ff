/// The versions of a model as the data files of its versions folder.
struct VersionData {
  private let input: ModelInput
  private let folder: String?

  /// - Parameter folder: Where the files go; nil for beside the released
  ///   versions, where there are any.
  init(_ input: ModelInput, folder: String?, _ arguments: CommandArguments) {
    self.input = input
    let isPlain = arguments.value("--output-file") == nil && arguments.value("--output") == nil
    let own = VersionFolder(of: input.path, files: FileSystem(directory: "")).path
    self.folder = folder ?? (isPlain && input.released != nil ? own : nil)
  }

  /// The files; none where nobody wants them.
  func files() throws -> [GeneratedFile] {
    guard let folder, let model = input.model else { return [] }
    let versions = ModelVersions(current: model, released: input.released ?? [])
    return try versions.files(names: input.versionNames).map { file in
      GeneratedFile(path: Path.joined(folder, file.name), text: file.text)
    }
  }
}
