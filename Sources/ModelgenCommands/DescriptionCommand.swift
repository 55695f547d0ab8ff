import ModelSchema

/// The commands that print what the tool knows about itself: `completions` and
/// `man`.
struct DescriptionCommand {
  private let arguments: CommandArguments
  private let tool: Tool

  init(_ arguments: CommandArguments, tool: Tool) {
    self.arguments = arguments
    self.tool = tool
  }

  /// `modelgen completions`: a script for a shell.
  func completions() throws(UsageError) -> Outcome {
    let words = try arguments.required("the name of a shell")
    guard words.count == 1 else { throw .unexpectedOperand(words[1], arguments.command) }
    guard let shell = ProgramDescription.Shell(rawValue: words[0]) else {
      throw .unknownOperand(
        words[0], kind: "shell", known: ProgramDescription.Shell.allCases.map(\.rawValue))
    }
    let topics = Articles(files: tool.files).names.sorted()
    return Outcome(text: ProgramDescription.modelgen(topics: topics).completions(for: shell))
  }

  /// `modelgen man`: the manual page.
  func manual() throws(UsageError) -> Outcome {
    if let word = arguments.operands.first { throw .unexpectedOperand(word, arguments.command) }
    return Outcome(text: ProgramDescription.modelgen().manual)
  }
}
