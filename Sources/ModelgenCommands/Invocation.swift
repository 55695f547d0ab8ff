/// A request that the arguments on the command line represent.
enum Invocation {
  /// A request for the help of a command, or of the tool if it is nil.
  case help(CommandDescription?)
  /// A request for the article of the documentation that a word denotes.
  case article(String)
  case version
  case command(CommandArguments)

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: `UsageError` if the arguments are not valid.
  init(_ arguments: [String]) throws(UsageError) {
    guard let first = arguments.first else {
      self = .help(nil)
      return
    }
    switch first {
    case "help":
      let topic = arguments.dropFirst().first
      let named = topic.flatMap(CommandDescription.named)
      self = named == nil ? topic.map(Invocation.article) ?? .help(nil) : .help(named)
    case "--help", "-h": self = .help(nil)
    case "--version": self = .version
    default:
      let named = CommandDescription.named(first)
      let rest = Array(named == nil ? arguments[...] : arguments.dropFirst())
      let command = named ?? .generate
      if rest.contains("--help") || rest.contains("-h") {
        self = .help(named)
        return
      }
      if named == nil, Self.looksLikeCommand(first) { throw .unknownCommand(first) }
      self = .command(try CommandArguments(rest, of: command))
    }
  }

  /// Returns whether a word looks like a command, and not like a path to a
  /// model, which contains a dot or a slash. A folder with such a name must be
  /// written as `./name`.
  private static func looksLikeCommand(_ word: String) -> Bool {
    word.allSatisfy { $0.isLetter || $0 == "-" } && word.first?.isLetter == true
      && word.first?.isLowercase == true
  }
}

/// The arguments of a command, divided into options and operands.
struct CommandArguments {
  let command: CommandDescription
  private(set) var operands: [String] = []
  private var switches: Set<String> = []
  private var values: [String: [String]] = [:]

  /// Divides the arguments into options and operands.
  ///
  /// - Throws: `UsageError` if an option is unknown, lacks its value, or has a
  ///   value that is not allowed.
  init(_ arguments: [String], of command: CommandDescription) throws(UsageError) {
    self.command = command
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      // An empty argument would be interpreted as the path of the current
      // folder.
      guard !argument.isEmpty else {
        throw .other("an argument is empty", fix: "see whether a variable has no value")
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      try take(argument, &rest)
    }
  }

  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let option = command.option(name) else { throw .unknownOption(name, command) }
    guard option.value != nil else {
      guard attached == nil else { throw .unexpectedValue(option, command) }
      switches.insert(name)
      return
    }
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(option, command) }
    guard option.choices.isEmpty || option.choices.contains(value) else {
      throw .wrongValue(value, option)
    }
    values[name, default: []].append(value)
  }

  /// Sets the value of an option, or a switch, unless it occurs in the
  /// arguments.
  mutating func setDefault(_ name: String, _ given: [String]) {
    guard values[name] == nil, let option = command.option(name) else { return }
    if option.value == nil { switches.insert(name) } else { values[name] = given }
  }

  func has(_ name: String) -> Bool { switches.contains(name) }

  /// Returns the last value of an option; nil if the option was not given.
  func value(_ name: String) -> String? { values[name]?.last }

  /// Returns all values of an option, in order; empty if it does not occur in
  /// the arguments.
  func values(_ name: String) -> [String] { values[name] ?? [] }

  /// Returns the only operand.
  ///
  /// - Throws: `UsageError` if there is no operand, or more than one.
  func single(_ what: String) throws(UsageError) -> String {
    let operands = try required(what)
    guard operands.count == 1 else { throw .unexpectedOperand(operands[1], command) }
    return operands[0]
  }

  /// Returns the operands.
  ///
  /// - Throws: `UsageError` if there are no operands.
  func required(_ what: String) throws(UsageError) -> [String] {
    guard !operands.isEmpty else { throw .missingOperand(what, command) }
    return operands
  }
}
