/// The command `modelgen format`, which writes models in the standard format.
struct FormatCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    for path in try arguments.required("a model: a .model file or a folder of them") {
      try outcome.attempt { outcome in
        for source in try ModelInput.sources(path, files) { try format(source, &outcome) }
      }
    }
  }

  private func format(
    _ source: SourceFile, _ outcome: inout Outcome
  ) throws(FileSystem.Failure) {
    let result = formatted(source)
    let writer = OutputWriter(
      files: files, mode: .init(arguments), words: (done: "formatted", planned: "would format"))
    if result.isChanged {
      try writer.write(result.text, to: source.path, replacing: .always, &outcome)
    } else {
      outcome.print("unchanged", file: source.path)
    }
    if result.unreadStatements > 0 {
      outcome.errors +=
        "\(source.path): warning: statements that cannot be read were left unchanged "
        + "(\(result.unreadStatements)); see 'modelgen validate'\n"
    }
  }
}
