import Foundation
import ModelRuntime

let usage = """
  USAGE: modelstore COMMAND FILE

    modelstore info FILE     Show what a store says about itself: identifier, model, entities.
    modelstore check FILE    Look for damage; exit with 1 where there is any.
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
} catch {
  complain("modelstore: \(error)")
  exit(1)
}
