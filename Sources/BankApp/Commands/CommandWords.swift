internal import ModelSchema

/// The words of a command line, sorted into options and operands.
struct CommandWords {
  let command: CommandHelp
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]

  /// Sorts the words behind a command.
  ///
  /// - Throws: `UsageError` for an option that the command has not, or one
  ///   without its value.
  init(_ words: ArraySlice<String>, of command: CommandHelp) throws(UsageError) {
    self.command = command
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
      try take(word, &rest)
    }
  }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    let name = parts[0] == "-h" ? "--help" : parts[0]
    guard let option = command.option(name) else {
      throw usage(unknown: "option", name, known: command.options.map(\.name))
    }
    guard option.value != nil else {
      guard parts.count == 1 else { throw usage("'\(name)' takes no value") }
      values[name] = ""
      return
    }
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
      throw usage("'\(name)' needs a value")
    }
    guard values[name] == nil else { throw usage("'\(name)' stands there twice") }
    values[name] = value
  }

  /// Whether a switch is there.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option, or nil.
  func value(_ option: String) -> String? { values[option] }

  /// The operands, of which there have to be so many.
  func operands(_ count: ClosedRange<Int>, _ what: String) throws(UsageError) -> [String] {
    guard count.contains(operands.count) else {
      throw usage("'\(command.name)' takes \(what)")
    }
    return operands
  }

  /// A mistake in the words of this command.
  func usage(_ message: String) -> UsageError {
    UsageError(description: message, command: command.name)
  }

  private func usage(unknown kind: String, _ word: String, known: [String]) -> UsageError {
    let near = nearestWord(to: word, in: known).map { "; did you mean '\($0)'?" } ?? ""
    return usage("unknown \(kind) '\(word)'\(near)")
  }
}
