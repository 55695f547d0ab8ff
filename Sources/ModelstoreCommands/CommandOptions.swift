/// The arguments after the name of a command.
struct CommandOptions {
  /// The words that are not options.
  private(set) var operands: [String] = []
  private let commands: StoreCommands
  /// The model given with `--model`; nil without that option.
  private var modelFile: Result<ModelFile, any Error>?
  private var switches: Set<String> = []
  private var values: [String: String] = [:]

  /// Reads the arguments.
  ///
  /// - Throws: `CommandUsageError` if the arguments are invalid.
  init(_ arguments: [String], of command: StoreCommand, in commands: StoreCommands) throws {
    self.commands = commands
    let description = command.description
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      try take(argument, &rest, description)
    }
    guard command.operandCount.contains(operands.count) else {
      let wanted = description.operands.isEmpty ? "options only" : description.operands
      throw CommandUsageError("'\(description.name)' takes \(wanted)")
    }
    // A malformed address is not treated as a path, since messages would then quote its
    // password.
    file = try StoreAddresses.url(operand)
    modelFile = values["--model"].map { path in Result { try ModelFile(at: path) } }
    guard !command.needsModel || hasModel else {
      throw CommandUsageError("say which model: '--model Models/Bank.versions'")
    }
  }

  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: CommandDescription
  ) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard let option = command.option(parts[0]) else {
      throw CommandUsageError(
        "'\(command.name)' has no option '\(parts[0])'"
          + nearestQuestion(for: parts[0], in: command.options.map(\.name)))
    }
    guard let kind = option.value else {
      guard parts.count == 1 else {
        throw CommandUsageError("'\(option.name)' takes no value")
      }
      switches.insert(option.name)
      return
    }
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
      throw CommandUsageError("'\(option.name)' needs a value")
    }
    guard kind != "N" || (Int(value) ?? -1) >= 0 else {
      throw CommandUsageError("'\(option.name)' takes a number")
    }
    values[option.name] = value
  }

  /// The first operand, which is the path of a store.
  var operand: String { operands.first ?? "" }

  /// The URL of the file, or the address, that the first operand denotes.
  private(set) var file = URL(filePath: "")

  func has(_ name: String) -> Bool { switches.contains(name) }

  /// Returns the value of an option; nil if it was not given.
  func value(_ name: String) -> String? { values[name] }

  /// Returns the value of an option that takes a number; nil if it was not
  /// given.
  func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// True if a model is given with `--model`, or if the program has one.
  var hasModel: Bool { modelFile != nil || commands.model != nil }

  /// Returns the model given with `--model`, else the program's; nil if there
  /// is neither.
  func namedModel() throws -> CompiledModel? {
    try modelFile.map { CompiledModel(versions: try $0.get().versions) } ?? commands.model
  }

  /// Returns the model given with `--model`, or the program's.
  func model() throws -> CompiledModel {
    guard let model = try namedModel() else {
      throw CommandUsageError("say which model: '--model Models/Bank.versions'")
    }
    return model
  }

  /// Returns the versions of the model given with `--model`, or else of the
  /// program's model, with the current version last.
  func namedVersions() throws -> [NamedVersion] {
    try modelFile?.get().named ?? model().versions.named
  }

  /// The program's migration options, with the changes from the command line.
  var migration: MigrationOptions {
    var options = commands.migration
    if has("--copy") { options.place = .onCopy }
    if has("--convert-types") { options.convertsTypes = true }
    if has("--without-policies") { options.runsWithoutPolicies = true }
    return options
  }

  /// The options for another process that migrates in the same way.
  var passedOn: [String] {
    (values["--model"].map { ["--model", $0] } ?? [])
      + ["--copy", "--convert-types", "--without-policies"].filter(switches.contains)
  }
}
