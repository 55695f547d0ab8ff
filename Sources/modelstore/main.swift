import Foundation
import ModelRuntime

let usage = """
  USAGE: modelstore COMMAND FILE

    modelstore info FILE     Show what a store says about itself: identifier, model, entities.
    modelstore check FILE    Look for damage; exit with 1 where there is any.

    modelstore migrate FILE --model DIR [--dry-run [--sql]] [--copy] [--convert-types]
      Bring a store to the current version of a model. DIR holds the versions as data,
      as modelgen writes them: Models/Bank.versions. --dry-run migrates a copy and says
      what happened: objects, values that break a rule with their IDs, time and space;
      --sql prints the statements too. --copy migrates a copy, checks it and writes it
      back; --convert-types converts values whose type changed, where all keep their
      meaning. Migrations that call Swift are for the program that has it.

    modelstore test-migrations --model DIR [--objects N] [--kills N]
      Try the migration from every released version on N made-up objects of each entity,
      with the process killed N times in the middle; exit with 1 where a store is damaged.
  """

/// Prints a line to standard error.
func complain(_ message: String) {
  FileHandle.standardError.write(Data((message + "\n").utf8))
}

/// Shows what a store says about itself.
func show(_ information: StoreInformation) {
  let version = information.modelVersion.map { " version \($0)" } ?? ""
  print("identifier  \(information.identifier.uuidString)")
  print("model       \(information.modelName.map { $0 + version } ?? "not recorded in the store")")
  for entity in information.entities {
    let count = entity.objectCount == 1 ? "1 object" : "\(entity.objectCount) objects"
    print("entity \(entity.number)    \(entity.name): \(count), last key \(entity.lastKey)")
  }
}

/// Runs a command line.
func run(_ arguments: [String]) throws -> Int32 {
  switch (arguments.first, arguments.count) {
  case ("--help", _), ("-h", _), (nil, _):
    print(usage)
    return arguments.isEmpty ? 2 : 0
  case ("info", 2):
    show(try StoreInspection(url: URL(filePath: arguments[1])).information())
    return 0
  case ("check", 2):
    let findings = try StoreInspection(url: URL(filePath: arguments[1])).integrityCheck()
    print(findings.isEmpty ? "ok" : findings.map(\.description).joined(separator: "\n"))
    return findings.isEmpty ? 0 : 1
  case ("migrate", _):
    return try MigrateCommand(CommandOptions(Array(arguments.dropFirst()), takesStore: true)).run()
  case ("test-migrations", _):
    return try TestMigrationsCommand(
      CommandOptions(Array(arguments.dropFirst()), takesStore: false)
    ).run()
  case ("info", _), ("check", _):
    complain("modelstore: '\(arguments[0])' takes one file")
    return 2
  case (let word?, _):
    complain("modelstore: unknown command '\(word)'; 'modelstore --help' lists them")
    return 2
  }
}

do {
  exit(try run(Array(CommandLine.arguments.dropFirst())))
} catch let error as CommandOptions.UsageError {
  complain("modelstore: \(error); see 'modelstore --help'")
  exit(2)
} catch {
  complain("modelstore: \(error)")
  exit(1)
}
