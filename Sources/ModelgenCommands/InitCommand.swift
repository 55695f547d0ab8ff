/// `modelgen init`: a first model to go on from.
struct InitCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run() throws(UsageError) -> Outcome {
    let name = try arguments.single("the name of a model")
    guard let first = name.first, first.isUppercase, name.allSatisfy({ $0.isLetter || $0.isNumber })
    else {
      throw .other("'\(name)' is no name of a model", fix: "write a type's name, such as 'Shop'")
    }
    var outcome = Outcome()
    let path = "Models/\(name).model"
    guard !files.exists(path) else {
      outcome.fail("error: '\(path)' is there already")
      return outcome
    }
    do {
      try OutputWriter(files: files).write(Self.text(name), to: path, replacing: .always, &outcome)
      outcome.print("next: 'modelgen \(path)', or add ModelgenPlugin to a target '\(name)Model'")
    } catch {
      outcome.fail(error.message)
    }
    return outcome
  }

  private static func text(_ name: String) -> String {
    """
    /// What this model is about.
    model \(name) @version(1) @access(public)

    /// One thing.
    entity Item {
        /// What it is called; never empty.
        var name: String @length(1...)
        var createdAt: Date = now()
        /// The labels that it carries.
        var labels: Set<Label> @inverse(items)

        index byName(name)

        /// Items whose name contains a text, ignoring case, in name order.
        fetch named(_ text: String) -> [Item] {
            where name.contains($text, .caseInsensitive)
            sort name
        }
    }

    /// A free label.
    entity Label {
        var text: String @unique @length(1...)
        var items: Set<Item> @inverse(labels)
    }

    """
  }
}
