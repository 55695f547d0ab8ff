internal import Foundation
public import ModelRuntime
internal import ModelSchema

/// The commands of `modelstore`, for the tool and for programs of your own.
///
/// The tool knows models as data alone. A program whose migrations call Swift
/// has the code that they need, and runs the same commands with it:
///
/// ```swift
/// import ModelstoreCommands
///
/// var migration = MigrationOptions()
/// migration.code.add(AlertPolicy())
/// let commands = StoreCommands(program: "todo-store", model: .todo, migration: migration)
/// exit(commands.run(Array(CommandLine.arguments.dropFirst())))
/// ```
///
/// `test-migrations` runs the program that it is part of again, as the one that
/// is killed: that program must pass its arguments on to `run(_:)` too.
public struct StoreCommands: Sendable {
  let program: String
  let model: CompiledModel?
  let migration: MigrationOptions

  /// Makes the commands of a program.
  ///
  /// - Parameters:
  ///   - program: The name that messages begin with.
  ///   - model: The model whose stores are migrated; nil for the one that
  ///     `--model` names.
  ///   - migration: The Swift that migrations call, and how they are done;
  ///     options of the command line come before it.
  public init(
    program: String = "modelstore", model: CompiledModel? = nil,
    migration: MigrationOptions = MigrationOptions()
  ) {
    self.program = program
    self.model = model
    self.migration = migration
  }

  /// Runs a command line and prints what it came to.
  ///
  /// - Parameter arguments: The arguments behind the program's name.
  /// - Returns: The status to exit with: 0, 1 where the command failed, found
  ///   damage or could not write its output, 2 where it was not understood.
  public func run(_ arguments: [String]) -> Int32 {
    do {
      let outcome = try outcome(arguments)
      return StandardStream.report(outcome.text + "\n", status: outcome.status, of: program)
    } catch let error as CommandOptions.UsageError {
      complain("\(error); see '\(program) --help'")
      return 2
    } catch {
      complain("\(error)")
      return 1
    }
  }

  /// Prints a line to standard error.
  private func complain(_ message: String) {
    try? StandardStream.errors.write("\(program): \(message.inLines)\n")
  }

  /// The text and the status that a command line comes to.
  func outcome(_ arguments: [String]) throws -> Outcome {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case nil: return Outcome(usage, status: 2)
    case "--help", "-h": return Outcome(usage)
    case "--version": return Outcome("\(program) \(PackageVersion.current)")
    case "info": return try info(file(rest, of: "info"))
    case "check": return try check(file(rest, of: "check"))
    case "migrate": return try MigrateCommand(options(rest, takesStore: true)).run()
    case "test-migrations":
      return try TestMigrationsCommand(options(rest, takesStore: false)).run()
    case let word?: throw CommandOptions.UsageError(description: "unknown command '\(word)'")
    }
  }

  private func options(_ arguments: [String], takesStore: Bool) throws -> CommandOptions {
    try CommandOptions(arguments, takesStore: takesStore, of: self)
  }

  private func file(_ arguments: [String], of command: String) throws -> URL {
    guard arguments.count == 1 else {
      throw CommandOptions.UsageError(description: "'\(command)' takes one file")
    }
    return URL(filePath: arguments[0])
  }

  /// The facts that a store states of itself.
  private func info(_ store: URL) throws -> Outcome {
    let information = try StoreInspection(url: store).information()
    let version = information.modelVersion.map { " version \($0)" } ?? ""
    let model = information.modelName.map { $0 + version } ?? "not recorded in the store"
    let entities = information.entities.map { entity in
      let count = entity.objectCount == 1 ? "1 object" : "\(entity.objectCount) objects"
      return "entity \(entity.number)    \(entity.name): \(count), last key \(entity.lastKey)"
    }
    return Outcome(
      lines: ["identifier  \(information.identifier.uuidString)", "model       \(model)"] + entities
    )
  }

  /// The damage that a store has.
  private func check(_ store: URL) throws -> Outcome {
    let findings = try StoreInspection(url: store).integrityCheck()
    return findings.isEmpty
      ? Outcome("ok") : Outcome(lines: findings.map(\.description), status: 1)
  }
}

/// The text that a command prints, and the status that its program ends with.
struct Outcome {
  var text: String
  var status: Int32 = 0

  init(_ text: String, status: Int32 = 0) {
    self.text = text
    self.status = status
  }

  init(lines: [String], status: Int32 = 0) {
    self.init(lines.joined(separator: "\n"), status: status)
  }
}

extension StoreCommands {
  /// The page that `--help` shows.
  private var usage: String {
    let names = model == nil ? " --model DIR" : ""
    let source =
      model == nil
      ? """
      DIR holds the versions as data,
          as modelgen writes them: Models/Bank.versions. Migrations that call Swift are for the
          program that has it.
      """ : "The model and its migrations are the program's."
    return """
      USAGE: \(program) COMMAND FILE

        \(program) info FILE     Show what a store says about itself: identifier, model, entities.
        \(program) check FILE    Look for damage; exit with 1 where there is any.

        \(program) migrate FILE\(names) [--dry-run [--sql]] [--copy] [--convert-types]
          Bring a store to the current version of a model. \(source)
          --dry-run migrates a copy and says what happened: objects, values that break a rule
          with their IDs, time and space; --sql prints the statements too. --copy migrates a
          copy, checks it and writes it back; --convert-types converts values whose type
          changed, where all keep their meaning.

        \(program) test-migrations\(names) [--objects N] [--kills N]
          Try the migration from every released version on N made-up objects of each entity,
          with the process killed N times in the middle; exit with 1 where a store is damaged.

        \(program) --version    Show the version.
      """
  }
}
