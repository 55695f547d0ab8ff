/// An error in the arguments on a command line.
indirect enum UsageError: Error {
  case unknownCommand(String)
  case unknownOption(String, CommandDescription)
  case unexpectedValue(CommandDescription.Option, CommandDescription)
  case missingValue(CommandDescription.Option, CommandDescription)
  case wrongValue(String, CommandDescription.Option)
  case missingOperand(String, CommandDescription)
  case unexpectedOperand(String, CommandDescription)
  case unknownOperand(String, kind: String, known: [String])
  case other(String, fix: String)

  /// The message of the error, with a hint about where to find help.
  var text: String { "error: \(message)\n\(hint)\n" }

  /// The message of the error, without the hint.
  var message: String {
    switch self {
    case .unknownCommand(let name):
      "no command '\(name)'\(question(name, CommandDescription.all.map(\.name)))"
    case .unknownOption(let name, let command):
      "'\(command.name)' has no option '\(name)'\(question(name, command.options.map(\.name) + Self.common))"
    case .unexpectedValue(let option, _): "'\(option.name)' takes no value"
    case .missingValue(let option, _): "'\(option.name)' needs a value: \(option.value ?? "VALUE")"
    case .wrongValue(let value, let option):
      "'\(option.name)' cannot be '\(value)'\(question(value, option.choices))"
    case .missingOperand(let what, let command): "'\(command.name)' needs \(what)"
    case .unexpectedOperand(let word, let command):
      "'\(command.name)' does not know what to do with '\(word)'"
    case .unknownOperand(let word, let kind, let known):
      "no \(kind) '\(word)'\(question(word, known))"
    case .other(let message, _): message
    }
  }

  /// The options that all commands have.
  private static let common = ["--help", "--version"]

  private var hint: String {
    switch self {
    case .unknownCommand: "see 'modelgen --help'"
    case .unknownOption(_, let command), .missingOperand(_, let command),
      .unexpectedOperand(_, let command), .unexpectedValue(_, let command),
      .missingValue(_, let command):
      "see 'modelgen \(command.name) --help'"
    case .wrongValue(_, let option): "it is one of \(option.choices.joined(separator: ", "))"
    case .unknownOperand(_, "message", _): "see 'modelgen explain', which lists them"
    case .unknownOperand(_, "command or article", _):
      "see 'modelgen --help', and 'modelgen help Tasks', which lists the articles"
    case .unknownOperand(_, "template", _): "see 'modelgen templates list'"
    case .unknownOperand(_, _, let known): "it is one of \(known.joined(separator: ", "))"
    case .other(_, let fix): "fix: \(fix)"
    }
  }

  private func question(_ word: String, _ known: [String]) -> String {
    Suggestions.question(for: word, among: known)
  }
}
