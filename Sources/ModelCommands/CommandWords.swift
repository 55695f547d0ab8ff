/// The words of a command line, divided into options and operands.
public struct CommandWords {
  let command: String
  /// The words that are not options.
  public private(set) var operands: [String] = []
  /// The options in the order in which they were given, each with its value.
  public private(set) var options: [(name: String, value: String)] = []

  /// Divides the words after a command into options and operands.
  ///
  /// - Throws: `CommandUsageError` if an option is unknown, lacks its value, or is repeated.
  init(
    _ words: ArraySlice<String>, of command: Command, called name: String
  ) throws(CommandUsageError) {
    self.command = name
    var rest = words
    while let word = rest.popFirst() {
      guard word != "--" else {
        operands += rest
        break
      }
      guard word.hasPrefix("--") || word == "-h" else {
        operands.append(word)
        continue
      }
      try take(word, &rest, command.allOptions)
    }
  }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>, _ known: [Command.Option]
  ) throws(CommandUsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let word = parts[0] == "-h" ? "--help" : parts[0]
    // `--due-date` may be written as in the model, `--dueDate`, or abbreviated if the abbreviation
    // is unambiguous.
    let same = word.hasPrefix("--") ? known.filter { CommandSpelling.areSame($0.name, word) } : []
    let meant = same.count == 1 ? same : known.filter { $0.name.hasPrefix(word) }
    guard
      let option = known.first(where: { $0.name == word }) ?? (meant.count == 1 ? meant[0] : nil)
    else {
      throw usage(
        "unknown option '\(word)'\(nearestQuestion(for: word, in: known.map(\.name)))")
    }
    let name = option.name
    guard value(name) == nil else { throw usage("'\(name)' stands there twice") }
    guard option.value != nil else {
      guard parts.count == 1 else { throw usage("'\(name)' takes no value") }
      options.append((name, ""))
      return
    }
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
      throw usage("'\(name)' needs a value")
    }
    options.append((name, value))
  }

  /// Returns the value of an option, which is empty for a switch; nil if the option was not given.
  public func value(_ option: String) -> String? { options.first { $0.name == option }?.value }

  /// Creates an error about the words of the command.
  public func usage(_ message: String) -> CommandUsageError {
    CommandUsageError(message, command: command)
  }
}
