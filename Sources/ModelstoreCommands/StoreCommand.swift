internal import ModelCommands
internal import ModelSchema

/// A command of `modelstore`: what is known about it, and what it does.
struct StoreCommand: Sendable {
  var description: CommandDescription
  /// The number of operands that it takes.
  let operandCount: ClosedRange<Int>
  /// A Boolean value that says whether it needs a model that is not the store's.
  var needsModel = false
  let run: @Sendable (CommandOptions) throws -> Outcome
}

extension StoreCommands {
  /// The commands in the order in which help lists them.
  var all: [StoreCommand] {
    described.map { command in
      guard command.description.name != "browse", command.description.option("--json") == nil
      else { return command }
      var command = command
      command.description.options.append(Self.jsonOption)
      return command
    }
  }

  private var described: [StoreCommand] {
    [
      StoreCommand(
        description: CommandDescription(
          name: "info",
          summary: "show what a store says about itself: identifier, model, entities",
          operands: "FILE",
          discussion: "With a model, it says which version of it the store is.",
          options: modelOption),
        operandCount: 1...1,
        run: { try info($0) }),
      StoreCommand(
        description: CommandDescription(
          name: "hashes", summary: "print the version hashes of a store's entities as JSON",
          operands: "FILE"),
        operandCount: 1...1, run: { try hashes($0.file) }),
      StoreCommand(
        description: CommandDescription(
          name: "identify", summary: "say which version of a model a store is of",
          operands: "FILE",
          discussion: "Where it is of none, the nearest is named with what differs; exits with 1.",
          options: modelOption),
        operandCount: 1...1, needsModel: true, run: { try IdentifyCommand(options: $0).run() }),
      StoreCommand(
        description: CommandDescription(
          name: "check", summary: "look for damage; exit with 1 where there is any",
          operands: "FILE",
          discussion: """
            With a model, values, files and links of a store that does not say which model it
            holds are looked at too.
            """, options: modelOption),
        operandCount: 1...1, run: { try CheckCommand(options: $0).run() }),
    ] + dataCommands + [migrating, trying] + ownCommands
  }

  /// The switch of every command that prints a result.
  static var jsonOption: CommandDescription.Option {
    .init(name: "--json", help: "print JSON, as the article MachineOutput describes it")
  }

  /// The description of the program for help and completions.
  var description: ProgramDescription {
    ProgramDescription(
      name: program, summary: "looks into stores, and brings them to other versions",
      commands: all.map(\.description),
      statuses: "Exit status: 0 done; 1 the command failed, or found damage; 2 not understood.")
  }

  /// The option that names a model; none where the program has one.
  var modelOption: [CommandDescription.Option] {
    model == nil
      ? [
        .init(
          name: "--model", value: "MODEL",
          help: "the model: a .versions folder, a .model file or an .xcdatamodeld")
      ] : []
  }

  /// The commands that print what the program knows about itself.
  private var ownCommands: [StoreCommand] {
    let shells = ProgramDescription.Shell.allCases.map(\.rawValue)
    return [
      StoreCommand(
        description: CommandDescription(
          name: "completions", summary: "print completions for a shell",
          operands: shells.joined(separator: " | "), words: shells),
        operandCount: 1...1,
        run: { options in
          guard let shell = ProgramDescription.Shell(rawValue: options.operand) else {
            throw CommandUsageError("a shell is one of \(shells.joined(separator: ", "))")
          }
          return Outcome(text: description.completions(for: shell))
        }),
      StoreCommand(
        description: CommandDescription(name: "man", summary: "print the manual page"),
        operandCount: 0...0, run: { _ in Outcome(text: description.manual) }),
    ]
  }

  private var migrating: StoreCommand {
    let source =
      model == nil
      ? """
      MODEL holds the versions as data, as modelgen writes them: Models/Bank.versions.
      Migrations that call Swift are for the program that has it.
      """ : "The model and its migrations are the program's."
    return StoreCommand(
      description: CommandDescription(
        name: "migrate", summary: "bring a store to the current version of a model",
        operands: "FILE", discussion: source,
        options: modelOption + [
          .init(
            name: "--dry-run",
            help: "migrate a copy; say what happened, and which values break a rule"),
          .init(name: "--sql", help: "print the statements of --dry-run too"),
          .init(name: "--copy", help: "migrate a copy, check it and write it back"),
          .init(
            name: "--convert-types",
            help: "convert values whose type changed, where all keep their meaning"),
          .init(
            name: "--without-policies",
            help: "migrate also where the program lacks a policy that the model names"),
          .init(name: "--die-at", value: "N", help: ""),
        ]),
      operandCount: 1...1, needsModel: true, run: { try MigrateCommand(options: $0).run() })
  }

  private var trying: StoreCommand {
    StoreCommand(
      description: CommandDescription(
        name: "test-migrations",
        summary: "try the migration from every released version on made-up objects",
        discussion: "Exits with 1 where a store is damaged.",
        options: modelOption + [
          .init(name: "--objects", value: "N", help: "so many of each entity; 1000 without"),
          .init(name: "--kills", value: "N", help: "kill the process so often; 10 without"),
          .init(name: "--copy", help: "migrate copies"),
          .init(name: "--convert-types", help: "convert values whose type changed"),
          .init(name: "--without-policies", help: "go on without policies that are missing"),
        ]),
      operandCount: 0...0, needsModel: true, run: { try TestMigrationsCommand(options: $0).run() })
  }
}
