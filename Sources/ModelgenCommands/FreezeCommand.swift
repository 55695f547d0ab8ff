/// The command `modelgen freeze`, which turns the current version of a model
/// into a released version.
struct FreezeCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run() throws(UsageError) -> Outcome {
    let path = try arguments.single("a model: a .model file")
    var outcome = Outcome()
    do {
      try freeze(path, &outcome)
    } catch {
      outcome.fail(error.message)
    }
    return outcome
  }

  private func freeze(_ path: String, _ outcome: inout Outcome) throws(FileSystem.Failure) {
    let input = try ModelInput(path, raising: [], files: files)
    guard !input.hasErrors, let model = input.model else {
      DiagnosticWriter(arguments, tool: tool).fail([input], &outcome)
      return
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
      // If the text differed from the frozen text, an error would have been
      // reported above.
      outcome.print("unchanged", file: copy)
      return
    }
    try OutputWriter(files: files).write(
      frozenText(of: source), to: copy, replacing: .always, &outcome)
    outcome.print("next: write '@version(\(version + 1))' in \(path) before its next change")
  }
}
