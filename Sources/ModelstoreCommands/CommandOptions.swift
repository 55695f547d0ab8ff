internal import Foundation
internal import ModelRuntime

/// The arguments behind the name of a command that knows models.
struct CommandOptions {
  /// A command line that cannot be understood.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  /// The store's path; empty for a command that takes none.
  private(set) var operand = ""
  private let commands: StoreCommands
  private var switches: Set<String> = []
  private var values: [String: String] = [:]

  private static let switchNames: Set = ["--dry-run", "--sql", "--copy", "--convert-types"]
  private static let valueNames: Set = ["--model", "--objects", "--kills", "--die-at"]

  /// Reads arguments.
  ///
  /// - Throws: `UsageError` where they make no sense.
  init(_ arguments: [String], takesStore: Bool, of commands: StoreCommands) throws {
    self.commands = commands
    var rest = arguments[...]
    var operands: [String] = []
    while let argument = rest.popFirst() {
      if Self.switchNames.contains(argument) {
        switches.insert(argument)
      } else if Self.valueNames.contains(argument) {
        guard let value = rest.popFirst() else {
          throw UsageError(description: "'\(argument)' needs a value")
        }
        values[argument] = value
      } else if argument.hasPrefix("-") {
        throw UsageError(description: "unknown option '\(argument)'")
      } else {
        operands.append(argument)
      }
    }
    guard operands.count == (takesStore ? 1 : 0) else {
      throw UsageError(description: takesStore ? "name one store" : "it takes options only")
    }
    guard commands.model != nil || values["--model"] != nil else {
      throw UsageError(description: "say which model: '--model Models/Bank.versions'")
    }
    for name in ["--objects", "--kills", "--die-at"] where values[name] != nil {
      guard let number = number(name), number >= 0 else {
        throw UsageError(description: "'\(name)' takes a number")
      }
    }
    operand = operands.first ?? ""
  }

  /// A Boolean value that says whether a switch is set.
  func has(_ name: String) -> Bool { switches.contains(name) }

  /// The value of an option that takes a number; nil where it is not given.
  func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// The program's model, or the versions of the folder that `modelgen` wrote.
  func model() throws -> CompiledModel {
    if let path = values["--model"] {
      return CompiledModel(versions: try ModelVersions(contentsOf: URL(filePath: path)))
    }
    guard let model = commands.model else {
      throw UsageError(description: "say which model: '--model Models/Bank.versions'")
    }
    return model
  }

  /// The way stores are migrated: the program's, as the options change it.
  var migration: MigrationOptions {
    var options = commands.migration
    if has("--copy") { options.place = .onCopy }
    if has("--convert-types") { options.convertsTypes = true }
    return options
  }

  /// The options for another process that migrates in the same way.
  var passedOn: [String] {
    (values["--model"].map { ["--model", $0] } ?? [])
      + ["--copy", "--convert-types"].filter(switches.contains)
  }
}
