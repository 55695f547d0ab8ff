/// The commands `modelgen screens` and `modelgen new-app`, which create
/// applications for models.
struct AppCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  /// Writes the screens of a model into a folder.
  func screens(_ outcome: inout Outcome) throws {
    let path = try arguments.single("a model")
    guard let input = try read(path, &outcome), let model = input.model else { return }
    let folder = arguments.value("--output") ?? "Sources/\(model.name)App/Generated"
    try input.generate(&outcome) { outcome in
      let generated = try generator().screens(
        for: model, source: Path.name(path), module: arguments.value("--module"))
      try write(generated, to: folder, &outcome)
    }
  }

  /// Writes a package with an application.
  func package(_ outcome: inout Outcome) throws {
    let operands = try arguments.required("a model")
    guard operands.count >= 2 else {
      throw UsageError.missingOperand("a folder for the application", arguments.command)
    }
    guard operands.count == 2 else {
      throw UsageError.unexpectedOperand(operands[2], arguments.command)
    }
    guard let input = try read(operands[0], &outcome), let model = input.model else { return }
    // An existing application's manifest belongs to its owner.
    let manifest = try manifest(of: model, in: operands[1])
    let isThere = manifest != nil
    let package =
      if let manifest {
        AppPackage(program: Self.program(in: manifest) ?? program(model), path: "")
      } else {
        try dependency(
          arguments.value("--package"), option: "--package", in: operands[1],
          program: try checkedProgram(
            program(model), fix: "use letters, digits, '-' and '_' in '--program'"))
      }
    try input.generate(&outcome) { outcome in
      let generated =
        try generator()
        .package(
          for: model, text: try text(of: model, input), released: input.released ?? [],
          package: package
        ).filter { !isThere || stays($0, in: operands[1]) } + (try versions(model, input))
      try write(generated, to: operands[1], &outcome)
    }
    if outcome.status == .success, !isThere, !arguments.has("--check") {
      outcome.print("next: cd \(operands[1].asShellWord) && swift run \(package.program)")
    }
  }

  /// Returns the generator. It uses the templates in the folder of the option
  /// `--templates`, if this is given.
  private func generator() throws(FileSystem.Failure) -> AppGenerator {
    guard let folder = arguments.value("--templates") else { return AppGenerator() }
    return AppGenerator(
      templates: try TemplateFolder(folder, files: files).replacing(in: .builtIn))
  }

  private func program(_ model: ManagedObjectModel) -> String {
    arguments.value("--program") ?? AppPackage.program(of: model)
  }

  /// Returns the name of the program in a manifest, or nil if there is none.
  private static func program(in manifest: String) -> String? {
    manifest.firstMatch(of: /executableTarget\(\s*name: "([^"]+)"/).map { String($0.1) }
  }

  /// Returns whether the tool keeps the file up to date in a package that
  /// already exists.
  private func stays(_ file: GeneratedFile, in folder: String) -> Bool {
    guard file.path == "README.md" else { return !file.isOfManifest }
    return files.exists(Path.joined(folder, file.path))
  }

  /// Returns the manifest of the application for a model in a folder; nil if
  /// the folder has no manifest.
  private func manifest(
    of model: ManagedObjectModel, in folder: String
  ) throws(UsageError) -> String? {
    let path = Path.joined(folder, "Package.swift")
    guard files.exists(path) else { return nil }
    guard let manifest = try? files.text(of: path), manifest.contains("\"\(model.name)Objects\"")
    else {
      throw .other(
        "'\(path)' is of another package, without a target '\(model.name)Objects'",
        fix: "name a folder of its own for the application")
    }
    return manifest
  }

  /// Returns the source text of a model, without its older versions.
  private func text(
    of model: ManagedObjectModel, _ input: ModelInput
  ) throws(FileSystem.Failure) -> String {
    let sources =
      DataModelFiles.isDataModel(input.path) ? [] : try ModelInput.sources(input.path, files)
    // Every file of a folder has a `model` line, but a single file can have
    // only one.
    return sources.count == 1
      ? sources[0].text : sourceText(of: model, since: input.released ?? [])
  }

  /// Returns the files of the released versions of a model, which are included
  /// in the application.
  private func versions(
    _ model: ManagedObjectModel, _ input: ModelInput
  ) throws(FileSystem.Failure) -> [GeneratedFile] {
    let folder = VersionFolder(of: input.path, files: files).path
    var texts: [(name: String, text: String)] = []
    if DataModelFiles.isDataModel(input.path) {
      texts = (input.released ?? []).map { ("\($0.version ?? 0).model", sourceText(of: $0)) }
    } else {
      for name in files.names(in: folder) where name.hasSuffix(".model") {
        texts.append((name, try files.text(of: Path.joined(folder, name))))
      }
    }
    return texts.map { name, text in
      GeneratedFile(
        path: "Models/\(model.name).versions/\(name)", text: text, isWrittenOnce: true)
    }
  }

  /// Reads a model; nil if it has mistakes.
  private func read(
    _ path: String, _ outcome: inout Outcome
  ) throws(FileSystem.Failure) -> ModelInput? {
    let input = try ModelInput(path, raising: arguments.values("--error"), files: files)
    let messages = DiagnosticWriter(arguments, tool: tool).text([input])
    outcome.add([input])
    guard input.model != nil else {
      outcome.fail(messages)
      return nil
    }
    outcome.errors += input.diagnostics.isEmpty ? "" : messages
    return input
  }

  /// Writes the files that have changed, or reports the files that would be
  /// written.
  private func write(
    _ generated: [GeneratedFile], to folder: String, _ outcome: inout Outcome
  ) throws(FileSystem.Failure) {
    let writer = OutputWriter(files: files, mode: .init(arguments), report: .changes)
    for var file in generated {
      file.path = Path.joined(folder, file.path)
      try writer.write(file, fix: "move it away; its place is for what is generated", &outcome)
    }
  }
}

extension GeneratedFile {
  /// True if the file is written together with the manifest, because it
  /// contains the name of the program.
  fileprivate var isOfManifest: Bool {
    ["Package.swift", ".gitignore", "README.md"].contains(path) || path.hasSuffix("/main.swift")
      || path.hasPrefix("Tests/")
  }
}
