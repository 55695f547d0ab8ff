/// The command `modelgen templates`, which lists, prints or copies the built-in
/// templates.
struct TemplatesCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool
  private let templates = TemplateSet.builtIn

  func run() throws(UsageError) -> Outcome {
    let operands = arguments.operands
    switch operands.first ?? "list" {
    case "list":
      var outcome = Outcome(output: templates.names.map { $0 + "\n" }.joined())
      outcome.result["templates"] = .array(templates.names.map(JSONTree.string))
      return outcome
    case "print": return try print(operands.dropFirst().first)
    case "copy": return try copy(to: operands.dropFirst().first)
    case let other:
      throw .unknownOperand(other, kind: "action", known: ["list", "print", "copy"])
    }
  }

  private func print(_ name: String?) throws(UsageError) -> Outcome {
    guard let name else { throw .missingOperand("the name of a template", arguments.command) }
    let bare =
      name.hasSuffix(TemplateFolder.suffix)
      ? String(name.dropLast(TemplateFolder.suffix.count)) : name
    guard let text = templates.texts[bare] else {
      throw .unknownOperand(name, kind: "template", known: templates.names)
    }
    return Outcome(text: text)
  }

  private func copy(to folder: String?) throws(UsageError) -> Outcome {
    guard let folder else { throw .missingOperand("a folder to copy to", arguments.command) }
    var outcome = Outcome()
    var told: Set<String> = []
    for name in templates.names {
      let path = Path.joined(folder, name + TemplateFolder.suffix)
      do {
        try OutputWriter(files: files).write(
          templates.texts[name] ?? "", to: path, replacing: .once, &outcome)
      } catch {
        // A folder that cannot be written is reported once, not for each file.
        if told.insert(error.message).inserted { outcome.fail(error.message) }
      }
    }
    return outcome
  }
}
