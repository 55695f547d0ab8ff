import ModelSchema

/// The commands that print what the tool knows about itself: `completions` and
/// `man`.
struct DescriptionCommand {
  private let arguments: CommandArguments

  init(_ arguments: CommandArguments) {
    self.arguments = arguments
  }

  /// `modelgen completions`: a script for a shell.
  func completions() throws(UsageError) -> Outcome {
    let words = try arguments.required("the name of a shell")
    guard words.count == 1 else { throw .unexpectedOperand(words[1], arguments.command) }
    guard let shell = ProgramDescription.Shell(rawValue: words[0]) else {
      throw .unknownOperand(
        words[0], kind: "shell", known: ProgramDescription.Shell.allCases.map(\.rawValue))
    }
    return Outcome(text: ProgramDescription.modelgen.completions(for: shell))
  }

  /// `modelgen man`: the manual page.
  func manual() throws(UsageError) -> Outcome {
    if let word = arguments.operands.first { throw .unexpectedOperand(word, arguments.command) }
    return Outcome(text: ProgramDescription.modelgen.manual)
  }
}
