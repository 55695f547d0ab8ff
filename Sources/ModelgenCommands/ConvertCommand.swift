/// The command `modelgen convert`, which converts Xcode's data models to
/// `.model` files, and back.
struct ConvertCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    let paths = try arguments.required("a model and where to write it")
    guard paths.count <= 2 else { throw UsageError.unexpectedOperand(paths[2], arguments.command) }
    let output = paths.count > 1 ? paths[1] : nil
    if DataModelFiles.isDataModel(paths[0]) {
      try toText(paths[0], output, &outcome)
    } else {
      try toDataModel(paths[0], output, &outcome)
    }
  }

  // MARK: To text

  private func toText(
    _ path: String, _ output: String?, _ outcome: inout Outcome
  ) throws {
    let output = output ?? Path.replacingEnding(of: path, by: ".model")
    guard output.hasSuffix(".model") else {
      throw UsageError.other(
        "'\(output)' is no place for the text of a model", fix: "name a file that ends in '.model'")
    }
    let folder = VersionFolder(of: output, files: files)
    let reading = readDataModel(
      try files.dataModel(at: path, mappings: arguments.values("--mapping")),
      numbers: folder.numbers())
    report(reading, &outcome)
    guard outcome.status == .success, let current = reading.current?.reading.model else { return }
    let released = reading.released.compactMap(\.reading.model)
    let texts: [(path: String, text: String)] = released.map { model in
      (Path.joined(folder.path, "\(model.version ?? 0).model"), sourceText(of: model))
    }
    try write(texts + [(output, sourceText(of: current, since: released))], &outcome)
  }

  private func report(_ reading: DataModelReading, _ outcome: inout Outcome) {
    let diagnostics = reading.diagnostics + reading.versions.flatMap(\.reading.diagnostics)
    let writer = DiagnosticPrinter(
      sources: reading.versions.map(\.source) + reading.mappings, isColored: tool.isColored)
    if diagnostics.contains(where: { $0.severity == .error }) {
      outcome.fail(writer.text(diagnostics))
    } else {
      outcome.errors += writer.text(diagnostics)
    }
  }

  // MARK: To a data model

  private func toDataModel(
    _ path: String, _ output: String?, _ outcome: inout Outcome
  ) throws {
    let output = output ?? Path.replacingEnding(of: path, by: ".xcdatamodeld")
    guard DataModelFiles.isDataModel(output), !DataModelFiles.isCompiled(output) else {
      throw UsageError.other(
        "'\(output)' is no place for a data model",
        fix: "name a folder that ends in '.xcdatamodeld' or '.xcdatamodel'")
    }
    let isBundle = !output.hasSuffix(".xcdatamodel") && !output.hasSuffix(".xcdatamodel/")
    let current = try ModelInput(path, raising: [], isAlone: true, files: files)
    var inputs = [current]
    if isBundle {
      // A version that was frozen and has not changed since is the current
      // version itself.
      inputs += try versions(beside: path).filter {
        $0.model == nil || $0.model?.version != current.model?.version
      }
    }
    let messages = DiagnosticWriter(arguments, tool: tool).text(inputs)
    outcome.add(inputs)
    let models = inputs.compactMap(\.model)
    guard models.count == inputs.count else { return outcome.fail(messages) }
    let export = isBundle ? export(models, to: output) : dataModelFiles(of: models[0])
    for loss in export.losses {
      outcome.errors += "\(path): warning: Xcode's form has no place for \(loss)\n"
    }
    try write(
      Self.files(export.files, in: output) + Self.files(export.mappings, in: Path.folder(output)),
      &outcome)
  }

  private static func files(
    _ texts: [String: String], in folder: String
  ) -> [(path: String, text: String)] {
    texts.sorted { $0.key < $1.key }.map { (Path.joined(folder, $0.key), $0.value) }
  }

  /// Returns the files of the versions, in the order of their numbers. The
  /// first model is the current version.
  private func export(_ models: [ManagedObjectModel], to path: String) -> DataModelExport {
    let order = models.indices.sorted { (models[$0].version ?? 1) < (models[$1].version ?? 1) }
    return dataModelFiles(
      of: order.map { models[$0] }, current: order.firstIndex(of: 0) ?? 0,
      folder: Path.name(Path.replacingEnding(of: path, by: "")))
  }

  /// Returns the versions of a model in the folder `Name.versions` beside
  /// `Name.model` or the folder `Name`.
  private func versions(beside path: String) throws -> [ModelInput] {
    let folder = VersionFolder(of: path, files: files).path
    return try files.names(in: folder).filter { $0.hasSuffix(".model") }.map {
      try ModelInput(Path.joined(folder, $0), raising: [], isAlone: true, files: files)
    }
  }

  /// Writes all files, or none of them if one already exists, because the
  /// versions would be mistaken for versions of the existing model.
  private func write(
    _ texts: [(path: String, text: String)], _ outcome: inout Outcome
  ) throws {
    try OutputWriter(files: files).write(
      all: texts,
      replacing: arguments.has("--force") ? .always : .never(fix: "pass '--force' to replace it"),
      &outcome)
  }
}

extension CommandDescription {
  static let convert = CommandDescription(
    name: "convert", summary: "turn Xcode's data models into .model text, and back",
    operands: "MODEL [OUTPUT]",
    discussion: """
      MODEL is an .xcdatamodel, an .xcdatamodeld, a .model file or a folder of them;
      OUTPUT is of the other kind, and stands beside MODEL when it is left out.

      All versions are converted: the current one is Name.model, the others are
      Name.versions/1.model and so on. What the text has no word for stands in
      '@info' under keys that begin with 'xcode.', and comes back from there. Where a file
      is there already, none is written.

      Mapping models (.xcmappingmodel) beside MODEL, or in folders of mappings there, are
      migration blocks of the version that they lead to, and come back as such.
      """,
    options: [
      mappingOption, Option("--force", help: "replace files that are there already"),
    ])
}

extension FileSystem: DataModelFileSystem {
  package func failure(_ message: String, fix: String) -> Failure {
    Failure(message: "error: \(message)" + (fix.isEmpty ? "" : "\nfix: \(fix)"))
  }
}

extension Path {
  /// Returns a path with its extension replaced.
  static func replacingEnding(of path: String, by ending: String) -> String {
    var path = path
    while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
    let name = self.name(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path + ending }
    return path.dropLast(name.distance(from: dot, to: name.endIndex)) + ending
  }
}
