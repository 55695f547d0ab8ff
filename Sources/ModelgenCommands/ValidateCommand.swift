/// The command `modelgen validate`, which reports the errors in models.
struct ValidateCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    var inputs: [ModelInput] = []
    for path in try arguments.required("a model: a .model file or a folder of them") {
      try outcome.attempt { outcome in
        if arguments.has("--fix") { try fix(path, &outcome) }
        inputs.append(try ModelInput(path, raising: arguments.values("--error"), files: files))
      }
    }
    report(inputs, &outcome)
    // Names that the language allows and generated code cannot have.
    for fault in inputs.flatMap(\.nameFaults) { outcome.fail(fault) }
  }

  /// Prints the diagnostics of models. In a format for people, they are
  /// messages on standard error; in a format for programs, they are the output
  /// of the command.
  private func report(_ inputs: [ModelInput], _ outcome: inout Outcome) {
    let writer = DiagnosticWriter(arguments, tool: tool)
    outcome.add(inputs)
    outcome.result["models"] = .array(
      inputs.map { ["path": .string($0.path), "isValid": .boolean(!$0.hasErrors)] })
    if inputs.contains(where: \.hasErrors) { outcome.status = max(outcome.status, .errors) }
    guard writer.isText else {
      outcome.output += writer.text(inputs)
      return
    }
    outcome.errors += writer.text(inputs)
    for input in inputs where !input.hasErrors && input.nameFaults.isEmpty {
      outcome.print("valid \(input.path)")
    }
  }

  /// Returns the files with `drop` steps for everything that has been lost
  /// since the last version that contains it.
  ///
  /// The newest version is handled first, because a drop also applies to all
  /// older versions. A new migration block contains only one drop; other drops
  /// are added to it when this method is called again.
  private func applyingDrops(
    of diagnostics: [Diagnostic], to sources: [SourceFile]
  ) -> [SourceFile] {
    let lost = diagnostics.filter { !$0.edits.isEmpty }
    guard let newest = lost.last else { return sources }
    let isBlock = newest.edits[0].replacement.hasPrefix("\nmigration")
    return applyingFixes(
      of: isBlock ? [newest] : lost.filter { $0.path == newest.path }, to: sources)
  }

  /// Applies the fixes that are certain, and repeats this while there are new
  /// fixes, because one fix can reveal another.
  private func fix(_ path: String, _ outcome: inout Outcome) throws(FileSystem.Failure) {
    guard path != FileSystem.input else {
      throw FileSystem.Failure(
        message: "error: '--fix' changes files, and standard input is none\nfix: name the file")
    }
    var sources = try ModelInput.sources(path, tool.files)
    var changed: Set<String> = []
    let released = try VersionFolder(of: path, files: tool.files).texts()
    for _ in 0..<8 {
      var fixed = applyingFixes(
        of: readModel(sources, released: released).diagnostics, to: sources)
      if fixed == sources {
        fixed = applyingDrops(of: checkVersions(current: sources, released: released), to: sources)
      }
      guard fixed != sources else { break }
      for (old, new) in zip(sources, fixed) where old != new { changed.insert(new.path) }
      sources = fixed
    }
    let writer = OutputWriter(files: tool.files, words: (done: "fixed", planned: "would fix"))
    for source in sources where changed.contains(source.path) {
      try writer.write(source.text, to: source.path, replacing: .always, &outcome)
    }
  }
}
