/// The command `modelgen editor`, which writes the files that an editor needs
/// for the language.
struct EditorCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    let word = try arguments.single("the name of an editor")
    guard let editor = Editor(rawValue: word) else {
      throw UsageError.unknownOperand(word, kind: "editor", known: Editor.allCases.map(\.rawValue))
    }
    guard let folder = arguments.value("--output") else {
      throw UsageError.other("'editor' needs a folder to write to", fix: "pass '--output DIR'")
    }
    // The folder may be the editor's own, with settings that the user wrote.
    try OutputWriter(files: files).write(
      all: editor.files.map { (Path.joined(folder, $0.path), $0.text) },
      replacing: arguments.has("--force")
        ? .always : .never(fix: "pass '--force' to replace it, or name another folder"),
      &outcome)
    if outcome.status == .success { outcome.print("next: \(editor.nextStep)") }
  }
}
