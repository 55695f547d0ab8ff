/// The command `modelgen templates`, which lists, prints or copies the built-in
/// templates.
struct TemplatesCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool
  private let templates = TemplateSet.builtIn

  func run(_ outcome: inout Outcome) throws {
    let operands = arguments.operands
    switch operands.first ?? "list" {
    case "list":
      outcome.output = templates.names.map { $0 + "\n" }.joined()
      outcome.result["templates"] = .array(templates.names.map(JSONTree.string))
    case "print": outcome.show(try text(of: operands.dropFirst().first))
    case "copy": try copy(to: operands.dropFirst().first, &outcome)
    case let other:
      throw UsageError.unknownOperand(other, kind: "action", known: ["list", "print", "copy"])
    }
  }

  private func text(of name: String?) throws(UsageError) -> String {
    guard let name else { throw .missingOperand("the name of a template", arguments.command) }
    let bare =
      name.hasSuffix(TemplateFolder.suffix)
      ? String(name.dropLast(TemplateFolder.suffix.count)) : name
    guard let text = templates.texts[bare] else {
      throw .unknownOperand(name, kind: "template", known: templates.names)
    }
    return text
  }

  private func copy(to folder: String?, _ outcome: inout Outcome) throws {
    guard let folder else {
      throw UsageError.missingOperand("a folder to copy to", arguments.command)
    }
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
  }
}
