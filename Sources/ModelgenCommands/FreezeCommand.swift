/// The command `modelgen freeze`, which turns the current version of a model
/// into a released version.
struct FreezeCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    let path = try arguments.single("a model: a .model file")
    let input = try ModelInput(path, raising: [], files: files)
    guard !input.hasErrors, let model = input.model else {
      return DiagnosticWriter(arguments, tool: tool).fail([input], &outcome)
    }
    if DataModelFiles.isDataModel(path) { _ = try ModelInput.sources(path, files) }
    guard let source = input.sources.first, source.path == path else {
      throw FileSystem.Failure(
        message: "error: '\(path)' is a folder, and a released version is one file\nfix: put the "
          + "model into one file, '\(path).model'")
    }
    guard let version = model.version else {
      throw FileSystem.Failure(
        message: "error: '\(path)' has no version number\nfix: write 'model \(model.name) "
          + "@version(1)'")
    }
    let copy = Path.joined(VersionFolder(of: path, files: files).path, "\(version).model")
    if files.exists(copy) {
      // If the text differed from the sealed one, there would have been an error above.
      return outcome.print("unchanged", file: copy)
    }
    try OutputWriter(files: files).write(
      frozenText(of: source), to: copy, replacing: .always, &outcome)
    outcome.print("next: write '@version(\(version + 1))' in \(path) before its next change")
  }
}
