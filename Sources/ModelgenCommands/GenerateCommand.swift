/// The command `modelgen generate`, which generates Swift files from models.
struct GenerateCommand: ToolCommand {
  /// A model from which code is generated, with the options that apply to it.
  private struct Task {
    let input: ModelInput
    let arguments: CommandArguments

    var layout: FileLayout {
      arguments.value("--template-set").flatMap(FileLayout.init(rawValue:)) ?? .single
    }
  }

  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    let paths = try arguments.required("a model: a .model file or a folder of them")
    guard paths.count == 1 || arguments.value("--output-file") == nil else {
      throw UsageError.other(
        "'--output-file' takes one model", fix: "use '--output DIR' for several")
    }
    guard let tasks = read(paths, &outcome) else { return }
    for task in tasks where task.layout != .single && arguments.value("--output-file") != nil {
      throw UsageError.other(
        "'--output-file' names one file, and the template set '\(task.layout.rawValue)' writes "
          + "pairs",
        fix: "use '--output DIR'; a target of ModelgenPlugin takes the set 'swift'")
    }
    guard let outputs = try generate(tasks, &outcome) else { return }
    try finish(outputs, &outcome)
  }

  /// Reads and checks all models; returns nil if any of them has errors.
  private func read(_ paths: [String], _ outcome: inout Outcome) -> [Task]? {
    var tasks: [Task] = []
    // Models in the same folder have the same settings.
    var warned: Set<String> = []
    for path in paths {
      do throws(UsageError) {
        try outcome.attempt { outcome in
          let settings = ModelSettings(of: path, files: files)
          if let warning = settings.warning, warned.insert(warning).inserted {
            outcome.errors += warning + "\n"
          }
          let own = try settings.added(to: arguments)
          try own.checkRaisedNames()
          var input = try ModelInput(
            path, raising: own.values("--error"), mappings: own.values("--mapping"), files: files)
          if let file = own.value("--hashes") {
            try input.keep(VersionHashFile(file, files: files))
          }
          tasks.append(Task(input: input, arguments: own))
        }
      } catch {
        outcome.fail(error.text)
      }
    }
    let inputs = tasks.map(\.input)
    let messages = DiagnosticWriter(arguments, tool: tool).text(inputs)
    outcome.add(inputs)
    if inputs.contains(where: \.hasErrors) {
      outcome.fail(messages)
    } else if inputs.contains(where: { !$0.diagnostics.isEmpty }) {
      outcome.errors += messages
    }
    return outcome.status == .success ? tasks : nil
  }

  private func generator(of task: Task) throws(FileSystem.Failure) -> SwiftGenerator {
    var generator = SwiftGenerator(
      access: task.arguments.value("--access").flatMap(AccessLevel.init(rawValue:)),
      usesXcodeAccessors: task.arguments.has("--xcode-accessors"), layout: task.layout)
    if let folder = task.arguments.value("--templates") {
      generator.templates = try TemplateFolder(folder, files: files).replacing(in: .builtIn)
    }
    return generator
  }

  /// Returns the files of all models; nil if any of them cannot be generated.
  private func generate(_ tasks: [Task], _ outcome: inout Outcome) throws -> [GeneratedFile]? {
    var outputs: [GeneratedFile] = []
    var others = try modelsBeside()
    // The models that files are for, by their paths.
    var owners: [String: String] = [:]
    for task in tasks {
      let input = task.input
      // Files in the same folder belong to the same module.
      defer { if arguments.value("--output") != nil { others.append(input) } }
      guard let model = input.model else { continue }
      let faults = input.nameFaults + input.takenNames(after: others)
      for fault in faults { outcome.fail(fault) }
      guard faults.isEmpty else { continue }
      try outcome.attempt {
        try input.generate(&$0) { outcome in
          let data = try VersionData(input, folder: arguments.value("--data"), arguments).files()
          var own = data
          if data.isEmpty || !isBuilt(model, at: input.path) {
            let generated = try generator(of: task).files(
              for: model, source: Path.name(input.path), released: input.released ?? [])
            own = try placed(generated, of: model, at: input.path) + data
          }
          for path in own.map(\.path) {
            guard let owner = owners.updateValue(input.path, forKey: path), owner != input.path
            else { continue }
            outcome.fail(
              "\(input.path): error: '\(path)' is a file of '\(owner)' already\nfix: give one of the "
                + "models another name, or each a run with an '--output' of its own")
          }
          outputs += own
        }
      }
    }
    return outcome.status == .success ? outputs : nil
  }

  /// Returns the other models of the module. Mistakes in them are reported when
  /// their own code is generated.
  private func modelsBeside() throws -> [ModelInput] {
    try arguments.values("--beside").map {
      try ModelInput($0, raising: [], isAlone: true, files: files)
    }
  }

  /// Returns whether the build tool plugin generates the code of a model. In
  /// this case, only the data of its versions is written.
  private func isBuilt(_ model: ManagedObjectModel, at path: String) -> Bool {
    arguments.value("--output") == nil && arguments.value("--output-file") == nil
      && OutputFolder.builtTarget(of: model.name, at: path, files: files) != nil
  }

  /// Returns the generated files with the paths to which they are written.
  private func placed(
    _ generated: [GeneratedFile], of model: ManagedObjectModel, at path: String
  ) throws -> [GeneratedFile] {
    if let path = arguments.value("--output-file") {
      return generated.map { GeneratedFile(path: path, text: $0.text) }
    }
    let folder =
      try arguments.value("--output")
      ?? OutputFolder.standard(for: model.name, at: path, files: files)
    return generated.map { file in
      var file = file
      file.path = Path.joined(folder, file.path)
      return file
    }
  }
}

extension GenerateCommand {
  /// Writes the files that have changed, or reports the files that would be
  /// written.
  private func finish(
    _ outputs: [GeneratedFile], _ outcome: inout Outcome
  ) throws(FileSystem.Failure) {
    if arguments.has("--list-outputs") {
      for output in outputs { outcome.list(output.path) }
      return
    }
    let writer = OutputWriter(
      files: files, mode: .init(arguments),
      report: arguments.has("--quiet") ? .nothing : .everything)
    for output in outputs { try writer.write(output, fix: Self.fix, &outcome) }
    // If a file could not be written, the old one may still be needed.
    guard arguments.has("--prune"), writer.mode == .check || outcome.status == .success
    else { return }
    try writer.prune(
      Set(outputs.map { Path.folder($0.path) }), keeping: Set(outputs.map(\.path)), &outcome)
  }

  private static let fix =
    "move it away, or choose another folder with '--output'; where it is the people's file of a "
    + "pair, pass '--template-set mogenerator'"
}

extension OutputWriter {
  /// Writes a generated file.
  ///
  /// - Parameter fix: The advice in the error if a user has written the
  ///   existing file.
  func write(
    _ file: GeneratedFile, fix: String, _ outcome: inout Outcome
  ) throws(FileSystem.Failure) {
    try write(
      file.text, to: file.path, replacing: file.isWrittenOnce ? .once : .own(fix: fix), &outcome)
  }
}
