/// A command of `modelstore`, with its description.
struct StoreCommand: Sendable {
  var description: CommandDescription
  /// The number of operands that the command takes.
  let operandCount: ClosedRange<Int>
  /// True if the command needs a model other than the one in the store.
  let needsModel: Bool
  let run: @Sendable (CommandOptions) throws -> Outcome

  init(
    _ name: String, _ operands: String = "", count: ClosedRange<Int>, _ summary: String,
    discussion: String = "", words: [String] = [], options: [CommandDescription.Option] = [],
    needsModel: Bool = false, run: @escaping @Sendable (CommandOptions) throws -> Outcome
  ) {
    description = CommandDescription(
      name: name, summary: summary, operands: operands, words: words, discussion: discussion,
      options: options)
    (operandCount, self.needsModel, self.run) = (count, needsModel, run)
  }
}

extension StoreCommands {
  /// The commands, in the order in which the help lists them.
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
        "info", "FILE", count: 1...1,
        "show the identifier, the model and the entities of a store",
        discussion: "With a model, it says which version of it the store is.", options: modelOption,
        run: { try info($0) }),
      StoreCommand(
        "hashes", "FILE", count: 1...1, "print the version hashes of a store's entities as JSON",
        run: { try hashes($0.file) }),
      StoreCommand(
        "identify", "FILE", count: 1...1, "find the model version of a store",
        discussion: """
          If no version matches, the most similar version is shown with the differences, and
          the exit status is 1. Without a model, it says whether the store contains its own.
          """, options: modelOption, run: { try IdentifyCommand(options: $0).run() }),
      StoreCommand(
        "check", "FILE", count: 1...1, "check a store for damage; exit with 1 if there is any",
        discussion: """
          With a model, values, files and links are also checked in a store that does not
          contain its model.
          """, options: modelOption, run: { try CheckCommand(options: $0).run() }),
      StoreCommand(
        "compact", "FILE", count: 1...1, "free the space of deleted data",
        discussion: """
          The file is rewritten, which needs free disk space of the same size. Programs that
          have it open can go on reading.
          """, run: { try compact($0) }),
    ] + dataCommands + [migrating, trying] + ownCommands
  }

  /// The switch of all commands that print a result.
  static var jsonOption: CommandDescription.Option {
    .init("--json", help: "print JSON, as the article MachineOutput describes it")
  }

  /// The description of the program, for help and completions.
  var description: ProgramDescription {
    ProgramDescription(
      name: program, summary: "inspects and migrates stores",
      commands: all.map(\.description),
      statuses: "Exit status: 0 success; 1 the command failed or found damage; "
        + "2 the command line is invalid.")
  }

  /// The option for specifying a model; empty if the program has a model.
  var modelOption: [CommandDescription.Option] {
    model == nil
      ? [
        .init(
          "--model", "MODEL",
          help: "the model: a .versions folder, a .model file or an .xcdatamodeld")
      ] : []
  }

  /// The commands that print information about the program itself.
  private var ownCommands: [StoreCommand] {
    let shells = ProgramDescription.Shell.allCases.map(\.rawValue)
    return [
      StoreCommand(
        "completions", shells.joined(separator: " | "), count: 1...1,
        "print completions for a shell", words: shells,
        run: { options in
          guard let shell = ProgramDescription.Shell(rawValue: options.operand) else {
            throw CommandUsageError("a shell is one of \(shells.joined(separator: ", "))")
          }
          return Outcome(text: description.completions(for: shell))
        }),
      StoreCommand(
        "man", count: 0...0, "print the manual page",
        run: { _ in Outcome(text: description.manual) }),
    ]
  }

  private var migrating: StoreCommand {
    let source =
      model == nil
      ? """
      MODEL holds the versions as data, as modelgen writes them: Models/Bank.versions.
      Migrations that call Swift code can be run only by the program that contains the code.
      """ : "This program uses its own model and migrations."
    return StoreCommand(
      "migrate", "FILE", count: 1...1, "bring a store to the current version of a model",
      discussion: source,
      options: modelOption + [
        .init(
          "--dry-run",
          help: "migrate a copy, and report the result and the values that break rules"),
        .init("--sql", help: "print the statements of --dry-run too"),
        .init("--copy", help: "migrate a copy, check it and write it back"),
        .init(
          "--convert-types",
          help: "convert values whose type has changed, if no value would lose its meaning"),
        .init(
          "--without-policies",
          help: "migrate also where the program lacks a policy that the model names"),
        .init("--die-at", "N", help: ""),
      ], needsModel: true, run: { try MigrateCommand(options: $0).run() })
  }

  private var trying: StoreCommand {
    StoreCommand(
      "test-migrations", count: 0...0,
      "try the migration from every released version on made-up objects",
      discussion: "Exits with 1 if a store is damaged.",
      options: modelOption + [
        .init("--objects", "N", help: "the number of objects of each entity; 1000 by default"),
        .init("--kills", "N", help: "the number of times to kill the process; 10 by default"),
        .init("--copy", help: "migrate copies"),
        .init("--convert-types", help: "convert values whose type changed"),
        .init("--without-policies", help: "go on without policies that are missing"),
      ], needsModel: true, run: { try TestMigrationsCommand(options: $0).run() })
  }
}
