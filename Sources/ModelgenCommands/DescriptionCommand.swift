/// The commands that print information about the tool itself: `completions` and `man`.
struct DescriptionCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  /// Runs the command `modelgen completions`, which prints a script for a
  /// shell.
  func completions() throws(UsageError) -> Outcome {
    let word = try arguments.single("the name of a shell")
    guard let shell = ProgramDescription.Shell(rawValue: word) else {
      throw .unknownOperand(
        word, kind: "shell", known: ProgramDescription.Shell.allCases.map(\.rawValue))
    }
    let topics = Articles(files: tool.files).names.sorted()
    return Outcome(text: ProgramDescription.modelgen(topics: topics).completions(for: shell))
  }

  /// Runs the command `modelgen man`, which prints the manual page.
  func manual() throws(UsageError) -> Outcome {
    if let word = arguments.operands.first { throw .unexpectedOperand(word, arguments.command) }
    return Outcome(text: ProgramDescription.modelgen().manual)
  }
}
