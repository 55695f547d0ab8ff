/// The command-line tool, which turns arguments into text and a status. The
/// tool itself prints nothing, so that tests see the same text as a user.
package struct Tool {
  let files: FileSystem
  /// True if messages may be coloured.
  let isColored: Bool
  /// The object that follows a run that does not end by itself; nil if there is
  /// none.
  let follower: Follower?

  /// An object that receives the outcomes of a run which does not end by
  /// itself.
  package struct Follower {
    /// A closure that receives the outcome of each step.
    let report: (Outcome) -> Void
    /// A closure that waits for a short time, and returns false if the run
    /// should end.
    let wait: () -> Bool

    package init(report: @escaping (Outcome) -> Void, wait: @escaping () -> Bool) {
      (self.report, self.wait) = (report, wait)
    }
  }

  package init(files: FileSystem, isColored: Bool = false, follower: Follower? = nil) {
    self.files = files
    self.isColored = isColored
    self.follower = follower
  }

  /// Runs the command that the arguments represent, and returns its outcome.
  package func run(_ arguments: [String]) -> Outcome {
    do {
      return try run(Invocation(arguments))
    } catch .unknownCommand(let word) where files.isFolder(word) {
      let error = UsageError.other(
        "no command '\(word)'", fix: "the folder of that name is written './\(word)'")
      return Outcome(errors: error.text.inLines, status: .usage)
    } catch {
      return Outcome(errors: error.text.inLines, status: .usage)
    }
  }

  private func run(_ invocation: Invocation) throws(UsageError) -> Outcome {
    switch invocation {
    case .help(let command): Outcome(output: HelpText.text(of: command))
    case .article(let word): try article(word)
    case .version: Outcome(output: "modelgen \(PackageVersion.current)\n")
    case .command(let arguments): try run(arguments)
    }
  }

  private func article(_ word: String) throws(UsageError) -> Outcome {
    let articles = Articles(files: files)
    guard let name = articles.name(word) else {
      throw .unknownOperand(
        word, kind: "command or article", known: CommandDescription.all.map(\.name) + articles.names
      )
    }
    do {
      return Outcome(output: try articles.text(of: name))
    } catch {
      return Outcome(errors: error.message.inLines + "\n", status: .errors)
    }
  }

  private func run(_ arguments: CommandArguments) throws(UsageError) -> Outcome {
    var outcome = try perform(arguments)
    outcome.errors = outcome.errors.inStyledLines
    // Text for other programs is not changed, except on a terminal.
    let data: Set = ["completions", "diagram", "format", "man", "templates"]
    if !data.contains(arguments.command.name) { outcome.output = outcome.output.inLines }
    if arguments.has("--json"), arguments.command.name != "watch" {
      outcome.output = outcome.json + "\n"
    }
    return outcome
  }

  private func perform(_ arguments: CommandArguments) throws(UsageError) -> Outcome {
    try arguments.checkRaisedNames()
    var outcome = Outcome()
    try outcome.attempt { try perform(arguments, &$0) }
    return outcome
  }

  private func perform(_ arguments: CommandArguments, _ outcome: inout Outcome) throws {
    switch arguments.command.name {
    case "validate": try ValidateCommand(arguments: arguments, tool: self).run(&outcome)
    case "format": try FormatCommand(arguments: arguments, tool: self).run(&outcome)
    case "show": try ShowCommand(arguments: arguments, tool: self).show(&outcome)
    case "diagram": try ShowCommand(arguments: arguments, tool: self).diagram(&outcome)
    case "diff": try ShowCommand(arguments: arguments, tool: self).diff(&outcome)
    case "compat": try CompatCommand(arguments: arguments, tool: self).run(&outcome)
    case "freeze": try FreezeCommand(arguments: arguments, tool: self).run(&outcome)
    case "init": try InitCommand(arguments: arguments, tool: self).run(&outcome)
    case "explain": try ExplainCommand(arguments: arguments, tool: self).run(&outcome)
    case "convert": try ConvertCommand(arguments: arguments, tool: self).run(&outcome)
    case "templates": try TemplatesCommand(arguments: arguments, tool: self).run(&outcome)
    case "screens": try AppCommand(arguments: arguments, tool: self).screens(&outcome)
    case "new-app": try AppCommand(arguments: arguments, tool: self).package(&outcome)
    case "watch": try WatchCommand(arguments: arguments, tool: self).run(&outcome)
    case "completions":
      try DescriptionCommand(arguments: arguments, tool: self).completions(&outcome)
    case "editor": try EditorCommand(arguments: arguments, tool: self).run(&outcome)
    case "man": try DescriptionCommand(arguments: arguments, tool: self).manual(&outcome)
    default: try GenerateCommand(arguments: arguments, tool: self).run(&outcome)
    }
  }
}

/// A command of the tool, with its arguments.
protocol ToolCommand {
  var arguments: CommandArguments { get }
  var tool: Tool { get }
}

extension ToolCommand {
  var files: FileSystem { tool.files }
}

/// The outcome of a run of the tool.
package struct Outcome {
  /// The exit status of the program.
  package enum Status: Int32 {
    /// The command succeeded.
    case success = 0
    /// The input has errors, or `--check` found files that would be written.
    case errors = 1
    /// The tool was called incorrectly.
    case usage = 2
    /// The tool itself has a defect.
    case fault = 3
  }

  /// The text for standard output.
  package var output = ""
  /// The text for standard error.
  package var errors = ""
  /// The exit status of the program.
  package var status = Status.success
  /// The values in the result of the command, by name, for `--json`.
  var result: [String: JSONTree] = [:]
  private var files: [JSONTree] = []
  private var diagnostics: [JSONTree] = []

  package init(output: String = "", errors: String = "", status: Status = .success) {
    (self.output, self.errors, self.status) = (output, errors, status)
  }

  /// The outcome on one line, in the form in which `--json` prints it.
  var json: String {
    let messages = errors.split(separator: "\n").map { JSONTree.string(String($0)) }
    let common: [String: JSONTree] = [
      "status": .integer(Int(status.rawValue)), "messages": .array(messages),
      "files": .array(files), "diagnostics": .array(diagnostics),
    ]
    return JSONTree.object(result.merging(common) { $1 }).text
  }

  /// Reports an action that was, or would be, performed on a file.
  mutating func print(_ action: String, file path: String) {
    files.append(["action": .string(action), "path": .string(path)])
    print("\(action) \(path)")
  }

  /// Adds the path of a file that would be generated to the output.
  mutating func list(_ path: String) {
    files.append(["action": "lists", "path": .string(path)])
    print(path)
  }

  /// Adds the diagnostics of models, for `--json`.
  mutating func add(_ inputs: [ModelInput]) {
    let found = inputs.flatMap(\.diagnostics)
    let printer = DiagnosticPrinter(sources: inputs.flatMap(\.sources), isColored: false)
    diagnostics += JSONTree.decoded(fromJSON: printer.json(found))?.array ?? []
  }

  /// Shows text that is the whole result of a command.
  mutating func show(_ text: String) {
    output = text
    result["text"] = .string(text)
  }

  /// Carries out a part of a command. If it fails, its error is added to the
  /// outcome, and the other parts can still be carried out.
  mutating func attempt(_ part: (inout Outcome) throws -> Void) throws(UsageError) {
    do {
      try part(&self)
    } catch let error as UsageError {
      throw error
    } catch let error as FileSystem.Failure {
      fail(error.message)
    } catch let error as ModelFileError {
      fail("error: \(error.message)")
    } catch {
      fail("error: \(error)", .fault)
    }
  }

  /// Adds a line to the output.
  mutating func print(_ line: String) { output += line + "\n" }

  /// Adds an error message, and sets the exit status of the program unless it
  /// is already more severe.
  mutating func fail(_ message: String, _ status: Status = .errors) {
    errors += message + (message.hasSuffix("\n") ? "" : "\n")
    self.status = max(self.status, status)
  }
}

extension Outcome.Status: Comparable {
  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
