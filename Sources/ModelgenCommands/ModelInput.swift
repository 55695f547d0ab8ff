/// A model on the command line, with the result of reading and checking it.
struct ModelInput {
  /// The path of the model as it was given.
  let path: String
  let sources: [SourceFile]
  private(set) var model: ManagedObjectModel?
  /// The older versions of the model, from the folder beside it or from the
  /// data model itself; nil if there are none.
  private(set) var released: [ManagedObjectModel]?
  /// The names of the versions of a data model, by number.
  let versionNames: [Int: String]
  let diagnostics: [Diagnostic]

  /// Reads the model in a file, or in the files of a folder.
  ///
  /// - Parameters:
  ///   - raised: The names of warnings that are treated as errors.
  ///   - isAlone: True if released versions beside the model are ignored.
  ///   - mappings: The paths of mapping models for a data model, in addition to
  ///     those in its folder.
  ///
  /// - Throws: `FileSystem.Failure` if a file cannot be read.
  init(
    _ path: String, raising raised: [String], isAlone: Bool = false, mappings: [String] = [],
    files: FileSystem
  ) throws(FileSystem.Failure) {
    self.path = path
    let reading: ModelReading?
    var found: [Diagnostic] = []
    var released: [ManagedObjectModel]?
    var names: [Int: String] = [:]
    if DataModelFiles.isDataModel(path) {
      let versions = readDataModel(
        try files.dataModel(at: path, mappings: mappings), isAlone ? .current : .all,
        numbers: VersionFolder(of: path, files: files).numbers())
      sources = versions.versions.reversed().map(\.source) + versions.mappings
      found = versions.diagnostics
      reading = versions.current?.reading
      // Warnings about an older version were given when that version was the
      // current one.
      let older = versions.released.map(\.reading)
      found += older.flatMap(\.diagnostics).filter { $0.severity == .error }
      if !older.isEmpty {
        released = older.compactMap(\.model).sorted { ($0.version ?? 0) < ($1.version ?? 0) }
      }
      for version in versions.versions {
        if let number = version.number { names[number] = version.name }
      }
    } else {
      let current = try Self.sources(path, files)
      let folder = VersionFolder(of: path, files: files)
      let versions: VersionFolder.Content?
      if isAlone {
        (reading, versions) = (readModel(current, released: folder.knownTexts), nil)
      } else {
        (reading, versions) = try folder.read(since: current)
      }
      sources = current + (versions?.sources ?? [])
      found = versions?.diagnostics ?? []
      released = versions?.models
    }
    self.released = released
    versionNames = names
    diagnostics = (found + (reading?.diagnostics ?? [])).map { $0.raised(raised) }
    model = diagnostics.contains { $0.severity == .error } ? nil : reading?.model
  }

  /// Adds the version hashes that Core Data has written to the versions of the
  /// model.
  mutating func keep(_ hashes: VersionHashFile) throws(FileSystem.Failure) {
    guard let model else { return }
    let kept = try hashes.keeping(in: (released ?? []) + [model])
    self.model = kept.last
    if released != nil { released = kept.dropLast() }
  }

  /// True if any of the model's diagnostics is an error.
  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Returns the `.model` file at a path, or all `.model` files in a folder.
  ///
  /// - Throws: `FileSystem.Failure` if a file cannot be read, or if the path
  ///   leads to a data model.
  static func sources(
    _ path: String, _ files: FileSystem
  ) throws(FileSystem.Failure) -> [SourceFile] {
    guard !DataModelFiles.isDataModel(path) else {
      throw FileSystem.Failure(
        message: "error: '\(path)' is an Xcode data model, which modelgen cannot change\n"
          + "fix: convert it to a .model file with 'modelgen convert \(path)'")
    }
    guard files.isFolder(path) else {
      return [SourceFile(path: path, text: try files.writtenText(of: path))]
    }
    var sources: [SourceFile] = []
    for name in files.names(in: path) where name.hasSuffix(".model") {
      let path = Path.joined(path, name)
      sources.append(SourceFile(path: path, text: try files.writtenText(of: path)))
    }
    guard !sources.isEmpty else {
      throw FileSystem.Failure(message: "error: there is no .model file in '\(path)'")
    }
    return sources
  }
}

extension Diagnostic {
  /// Returns the diagnostic, which becomes an error if its name is among the
  /// given names.
  fileprivate func raised(_ names: [String]) -> Diagnostic {
    guard names.contains(where: { $0.drop { $0 == "#" } == name }) else { return self }
    var raised = self
    raised.severity = .error
    return raised
  }
}

/// A writer of diagnostics in the requested format.
struct DiagnosticWriter {
  let format: String
  let isColored: Bool

  init(_ arguments: CommandArguments, tool: Tool) {
    // In other commands, `--format` does not apply to messages.
    let isOwn = arguments.command.option("--format")?.choices.contains("text") == true
    format = isOwn ? arguments.value("--format") ?? "text" : "text"
    isColored = tool.isColored
  }

  /// True if the requested format is human-readable text.
  var isText: Bool { format == "text" }

  /// Returns the diagnostics of models in the requested format.
  func text(_ inputs: [ModelInput]) -> String {
    let diagnostics = inputs.flatMap(\.diagnostics)
    let printer = DiagnosticPrinter(
      sources: inputs.flatMap(\.sources), isColored: isColored && isText)
    return switch format {
    case "json": printer.json(diagnostics)
    case "sarif": printer.sarif(diagnostics)
    case "github": printer.github(diagnostics)
    default: printer.text(diagnostics) + total(of: diagnostics)
    }
  }

  /// Adds the diagnostics of models with errors to an outcome, which fails.
  func fail(_ inputs: [ModelInput], _ outcome: inout Outcome) {
    outcome.add(inputs)
    outcome.fail(text(inputs))
  }

  /// Returns a line with the number of diagnostics; empty if there are so few
  /// that they fit on a screen.
  private func total(of diagnostics: [Diagnostic]) -> String {
    guard diagnostics.count >= 10 else { return "" }
    let errors = diagnostics.count { $0.severity == .error }
    let counts = [(errors, "error"), (diagnostics.count - errors, "warning")]
      .filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
    return "\n" + counts.joined(separator: ", ") + "\n"
  }
}
