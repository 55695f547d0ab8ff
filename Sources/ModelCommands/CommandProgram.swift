internal import ModelPlatform

/// The plain commands of an application for a model: for every entity of its
/// catalogue `list`, `show`, `add`, `edit`, `delete`, `search`, `count`,
/// `import`, `export`, and commands that link objects for each to-many
/// relationship.
///
/// The commands of the catalogue's first entity need no other word, as in `shop
/// list`; those of other entities follow the plural of the entity, as in `shop
/// customers list`.
public struct CommandProgram {
  /// The name of the program in its help and its messages.
  public var name: String
  /// The screens that describe how entities are shown.
  public var catalog: ScreenCatalog
  /// The version that `--version` prints; nil if there is none.
  public var version: String?
  /// The model of the store.
  public var model: CompiledModel
  /// The store that is used if the command line specifies none.
  public var defaultStore: URL
  /// A closure that returns the configuration for opening the store in a file.
  public var configuration: (URL) -> StoreConfiguration = { StoreConfiguration(url: $0) }
  /// The options before the command that change how the store is opened.
  public var storeOptions: [(option: Command.Option, change: (inout StoreConfiguration) -> Void)] =
    []
  /// A closure that asks a question on the terminal; it returns nil if nobody
  /// can answer.
  public var confirm: (String) -> Bool? = Self.askOnTerminal
  /// The application's own commands, which replace generated commands with the
  /// same name.
  public var ownCommands: [Command] = []
  /// A closure that reads all of standard input.
  public var readInput: () throws -> Data = {
    try FileHandle.standardInput.readToEnd() ?? Data()
  }

  /// Creates a program whose store is in the user's data folder.
  public init(name: String, catalog: ScreenCatalog, model: CompiledModel) {
    self.name = name
    self.catalog = catalog
    self.model = model
    defaultStore = Self.defaultStore(name, model)
  }

  /// Returns the file of a program's store in the user's data folder:
  /// `$XDG_DATA_HOME`, else `~/.local/share`; Application Support on Apple's
  /// systems.
  private static func defaultStore(_ name: String, _ model: CompiledModel) -> URL {
    let manager = FileManager.default
    let folder =
      manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? manager.homeDirectoryForCurrentUser
    return folder.appending(path: name).appending(path: "\(model.description.name).sqlite")
  }

  /// Runs a command line and prints to the standard streams.
  ///
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - screens: A closure that shows the screens of a store if there is no
  ///     command. Its result is the exit status.
  /// - Returns: The exit status: 0, even if the reader of a pipe has left; 1 if
  ///   the command or its output failed; 2 if the command line was not
  ///   understood.
  public func run(
    _ arguments: [String], screens: @escaping (PersistentContainer) -> Int32
  ) -> Int32 {
    run(
      arguments, output: .stream(.output), errors: .stream(.errors),
      // Screens need a terminal.
      screens: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 ? screens : nil)
  }

  /// Runs a command line, and prints to the given outputs.
  public func run(
    _ arguments: [String], output: CommandOutput, errors: CommandOutput,
    screens: ((PersistentContainer) -> Int32)? = nil
  ) -> Int32 {
    func complain(_ message: String, status: Int32) -> Int32 {
      try? errors.write("\(name): \(message.withoutPasswords)\n")
      return status
    }
    do {
      let status = try perform(arguments, output, screens)
      try output.flush()
      return status
    } catch is CommandOutput.Closed {
      return 0
    } catch let error as CommandUsageError {
      let help = [name, error.command, "--help"].compactMap { $0 }.joined(separator: " ")
      return complain("\(error)\n'\(help)' shows how to use it", status: 2)
    } catch {
      return complain("\(error)", status: 1)
    }
  }

  private func perform(
    _ arguments: [String], _ output: CommandOutput, _ screens: ((PersistentContainer) -> Int32)?
  ) throws -> Int32 {
    var words = arguments[...]
    var store: URL?
    var program = self
    while let word = words.first, word.hasPrefix("-") {
      words = words.dropFirst()
      switch word {
      case "--help", "-h":
        try output.write(overview)
        return 0
      case "--version":
        try output.write("\(name)\(version.map { " \($0)" } ?? "")\n")
        return 0
      case "--man":
        try output.write(description.manual)
        return 0
      case "--completions":
        let shells = ProgramDescription.Shell.allCases.map(\.rawValue)
        guard let shell = words.popFirst().flatMap(ProgramDescription.Shell.init) else {
          throw CommandUsageError("'--completions' takes one of \(shells.joined(separator: ", "))")
        }
        try output.write(description.completions(for: shell))
        return 0
      case "--store":
        guard let path = words.popFirst(), !path.isEmpty else {
          throw CommandUsageError("'--store' needs a value")
        }
        store = try StoreAddresses.url(path)
      default:
        guard let option = storeOptions.first(where: { $0.option.name == word }) else {
          let known =
            ["--store", "--help", "--version", "--completions", "--man"]
            + storeOptions.map(\.option.name)
          throw Self.unknown("option", word, known: known)
        }
        let configuration = program.configuration
        program.configuration = { url in
          var changed = configuration(url)
          option.change(&changed)
          return changed
        }
      }
    }
    guard !words.isEmpty else {
      guard let screens else {
        try output.write(overview)
        return 0
      }
      return screens(try program.open(store ?? defaultStore))
    }
    return try program.perform(words, store, output)
  }

  private func perform(
    _ words: ArraySlice<String>, _ store: URL?, _ output: CommandOutput
  ) throws -> Int32 {
    var rest = words
    guard let (group, command) = try command(&rest) else {
      if let word = rest.first, !word.hasPrefix("-") {
        return try perform(rest + ["--help"], store, output)
      }
      try output.write(overview)
      return 0
    }
    let title = [group, command.name].compactMap { $0 }.joined(separator: " ")
    let sorted = try CommandWords(rest, of: command, called: title)
    if sorted.value("--help") != nil {
      try output.write(page(of: command, called: title))
      return 0
    }
    guard command.operandCount.contains(sorted.operands.count) else {
      let wanted = command.operands.isEmpty ? "no words" : command.operands
      throw sorted.usage("'\(title)' takes \(wanted)")
    }
    let named = try sorted.value("--store").map { try StoreAddresses.url($0) } ?? store
    if let named, !command.makesStore { try refuseMissing(named) }
    let container = try open(named ?? defaultStore)
    let call = CommandCall(
      words: sorted, context: try container.makeContext(), container: container,
      output: output, readInput: readInput)
    do {
      try command.run(call)
    } catch let error as CommandUsageError {
      throw error
    } catch let error as CommandOutput.Closed {
      throw error
    } catch {
      throw catalog.told(error, in: call.context)
    }
    return 0
  }

  private func open(_ url: URL) throws -> PersistentContainer {
    var configuration = configuration(url)
    let manager = FileManager.default
    let path = url.path(percentEncoded: false)
    let folder = url.deletingLastPathComponent().path(percentEncoded: false)
    if case .file = configuration.location, url.isFileURL, manager.fileExists(atPath: path) {
      // A store that may not be written to can still be read.
      if !manager.isWritableFile(atPath: folder) || !manager.isWritableFile(atPath: path) {
        configuration.isReadOnly = true
      }
    }
    return try PersistentContainer(model, configuration: configuration)
  }

  /// Throws an error if a store does not exist, since its name is probably
  /// mistyped.
  private func refuseMissing(_ url: URL) throws {
    let path = url.path(percentEncoded: false)
    let manager = FileManager.default
    guard url.isFileURL, !manager.fileExists(atPath: path) else { return }
    let folder = url.deletingLastPathComponent().path(percentEncoded: false)
    let others = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
    let near = others.filter { URL(filePath: $0).pathExtension == url.pathExtension }.sorted()
    let cure =
      nearestSuggestion(for: url.lastPathComponent, in: near)
      ?? "commands that add objects make one"
    throw CommandError("there is no store '\(url.relativePath)'; \(cure)")
  }

  private static func askOnTerminal(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    try? StandardStream.errors.show("\(question) [y/N] ")
    return readLine().map { $0.lowercased().hasPrefix("y") }
  }

  // MARK: Which commands there are

  /// The entities, with the words that precede their commands. The commands of
  /// the first entity also work without a word.
  var groups: [(word: String, commands: EntityCommands)] {
    catalog.entities.map { ($0.groupWord, EntityCommands(screens: $0, program: self)) }
  }

  /// The commands that need no word for an entity.
  var plainCommands: [Command] {
    let generated = groups.first?.commands.all ?? []
    return generated.filter { command in !ownCommands.contains { $0.name == command.name } }
      + ownCommands
  }

  /// Removes the words of a command from the command line, and returns the
  /// command; nil for `help`.
  private func command(
    _ words: inout ArraySlice<String>
  ) throws -> (group: String?, command: Command)? {
    guard let word = words.popFirst() else { return nil }
    if let command = plainCommands.first(where: { $0.name == word }) { return (nil, command) }
    if word == "help" { return nil }
    let nouns = groups.filter { $0.commands.operand.lowercased() == word }
    guard let group = groups.first(where: { $0.word == word }) ?? nouns.first else {
      throw Self.unknown(
        "command", word, known: plainCommands.map(\.name) + groups.map(\.word))
    }
    let commands = group.commands.all
    guard let name = words.first, !name.hasPrefix("-") else {
      return commands.first.map { (word, $0) }
    }
    words = words.dropFirst()
    guard let command = commands.first(where: { $0.name == name }) else {
      throw Self.unknown("command", "\(word) \(name)", known: commands.map { "\(word) \($0.name)" })
    }
    return (word, command)
  }

  private static func unknown(
    _ kind: String, _ word: String, known: [String]
  ) -> CommandUsageError {
    CommandUsageError("unknown \(kind) '\(word)'\(nearestQuestion(for: word, in: known))")
  }
}
