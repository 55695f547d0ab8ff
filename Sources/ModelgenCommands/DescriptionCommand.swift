/// The commands `modelgen completions` and `modelgen man`, which print
/// information about the tool itself.
struct DescriptionCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  /// `modelgen completions`: a script for a shell.
  func completions(_ outcome: inout Outcome) throws {
    let word = try arguments.single("the name of a shell")
    guard let shell = ProgramDescription.Shell(rawValue: word) else {
      throw UsageError.unknownOperand(
        word, kind: "shell", known: ProgramDescription.Shell.allCases.map(\.rawValue))
    }
    let topics = Articles(files: files).names.sorted()
    outcome.show(ProgramDescription.modelgen(topics: topics).completions(for: shell))
  }

  /// `modelgen man`: the manual page.
  func manual(_ outcome: inout Outcome) throws {
    if let word = arguments.operands.first {
      throw UsageError.unexpectedOperand(word, arguments.command)
    }
    outcome.show(ProgramDescription.modelgen().manual)
  }
}
