/// The commands `modelgen show`, `modelgen diagram` and `modelgen diff`, which
/// show models.
struct ShowCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  /// `modelgen show`: the models as tables.
  func show(_ outcome: inout Outcome) throws {
    let models = try read(try arguments.required("a model"), &outcome)
    guard outcome.status == .success else { return }
    let tables = models.map { ModelTable.text(of: $0, conditions: ConditionText(of: $0)) }
    outcome.output = tables.joined(separator: "\n")
    outcome.result["models"] = .array(models.map(\.json))
  }

  /// `modelgen diagram`: a model as boxes and arrows.
  func diagram(_ outcome: inout Outcome) throws {
    let source = try arguments.single("a model")
    let format = try diagramFormat()
    guard let model = try read([source], &outcome).first else { return }
    let text = format == "html" ? ModelPage(model).html : text(of: ModelDiagram(model), in: format)
    guard let path = arguments.value("--output") else { return outcome.show(text) }
    try OutputWriter(files: files).write(text, to: path, replacing: .always, &outcome)
  }

  /// Returns the format of a diagram, which is the given format or, if none is
  /// given, the format that the output file's extension names.
  private func diagramFormat() throws(UsageError) -> String {
    if let format = arguments.value("--format") { return format }
    if arguments.has("--html") { return "html" }
    guard let path = arguments.value("--output") else { return "mermaid" }
    let ending = Path.name(path).split(separator: ".").dropFirst().last.map(String.init) ?? ""
    switch ending.lowercased() {
    case "svg": return "svg"
    case "html", "htm": return "html"
    case "dot", "gv": return "dot"
    case "mmd", "mermaid", "md", "txt", "": return "mermaid"
    default:
      throw .other(
        "there are no diagrams of the kind '.\(ending)'",
        fix: "name a file that ends in '.svg', '.html', '.dot' or '.mmd', or pass '--format'")
    }
  }

  private func text(of diagram: ModelDiagram, in format: String) -> String {
    switch format {
    case "dot": diagram.dot
    case "svg": diagram.svg
    default: diagram.mermaid
    }
  }

  /// `modelgen diff`: the differences between two models, or between a model's
  /// last released version and its current version.
  func diff(_ outcome: inout Outcome) throws {
    let paths = try arguments.required("two models")
    guard paths.count <= 2 else { throw UsageError.unexpectedOperand(paths[2], arguments.command) }
    let models = try paths.count == 2 ? read(paths, &outcome) : lastTwo(paths[0], &outcome)
    guard outcome.status == .success else { return }
    guard models.count == 2 else {
      throw UsageError.missingOperand("two models", arguments.command)
    }
    let difference = ModelDifference(from: models[0], to: models[1])
    outcome.output = difference.outline(
      from: declarationTexts(of: models[0]), to: declarationTexts(of: models[1]))
    outcome.result = [
      "added": .array(difference.additions.map(JSONTree.string)),
      "removed": .array(difference.removals.map(JSONTree.string)),
      "changed": .array(difference.alterations.map(JSONTree.string)),
    ]
    if !outcome.output.isEmpty { outcome.status = .errors }
  }

  /// Returns the last two versions of a model, or its only version; if the
  /// model has mistakes, they are reported, and the list is empty.
  private func lastTwo(_ path: String, _ outcome: inout Outcome) throws -> [ManagedObjectModel] {
    let input = try ModelInput(path, raising: [], files: files)
    if let model = input.model { return (input.released ?? []).suffix(1) + [model] }
    DiagnosticWriter(arguments, tool: tool).fail([input], &outcome)
    return []
  }

  /// Returns the models at the given paths; those with mistakes are reported.
  private func read(_ paths: [String], _ outcome: inout Outcome) throws -> [ManagedObjectModel] {
    var models: [ManagedObjectModel] = []
    for path in paths {
      try outcome.attempt { outcome in
        let input = try ModelInput(path, raising: [], isAlone: true, files: files)
        if let model = input.model {
          models.append(model)
        } else {
          DiagnosticWriter(arguments, tool: tool).fail([input], &outcome)
        }
      }
    }
    return models
  }
}

extension ConditionText {
  /// Creates a writer of a model's conditions in the form in which they are
  /// written in the model's text.
  fileprivate init(of model: ManagedObjectModel) {
    let printer = ConditionPrinter(model)
    self.init(
      ofObjects: { printer.text($0, ofEntity: $1, parameters: $2) },
      ofValues: { printer.text($0, of: $1) },
      derivation: { printer.text($0, ofEntity: $1, as: $2) })
  }
}
