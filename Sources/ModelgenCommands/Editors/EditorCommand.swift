import ModelSchema

/// `modelgen editor`: colours and configuration for an editor.
struct EditorCommand {
  private let arguments: CommandArguments
  private let files: FileSystem

  init(_ arguments: CommandArguments, files: FileSystem) {
    self.arguments = arguments
    self.files = files
  }

  func run() throws(UsageError) -> Outcome {
    let words = try arguments.required("the name of an editor")
    guard words.count == 1 else { throw .unexpectedOperand(words[1], arguments.command) }
    guard let editor = Editor(rawValue: words[0]) else {
      throw .unknownOperand(words[0], kind: "editor", known: Editor.allCases.map(\.rawValue))
    }
    guard let folder = arguments.value("--output") else {
      throw .other("'editor' needs a folder to write to", fix: "pass '--output DIR'")
    }
    var outcome = Outcome()
    do {
      // The folder may be the editor's own, with settings that somebody wrote.
      try OutputWriter(files: files).write(
        all: editor.files.map { (Path.joined(folder, $0.path), $0.text) },
        replacing: arguments.has("--force")
          ? .always : .never(fix: "pass '--force' to replace it, or name another folder"),
        &outcome)
      if outcome.status == .success { outcome.print("next: \(editor.nextStep)") }
    } catch {
      outcome.fail(error.message)
    }
    return outcome
  }
}
