import Foundation
import ModelRuntime

/// What stands behind the name of a command that knows models.
struct CommandOptions {
  /// How the command was called wrongly.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  /// The store, or nothing.
  private(set) var operand = ""
  private var switches: Set<String> = []
  private var values: [String: String] = [:]

  private static let switchNames: Set = ["--dry-run", "--sql", "--copy", "--convert-types"]
  private static let valueNames: Set = ["--model", "--objects", "--kills", "--die-at"]

  /// Reads arguments.
  ///
  /// - Throws: `UsageError` where they make no sense.
  init(_ arguments: [String], takesStore: Bool) throws {
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
    guard values["--model"] != nil else {
      throw UsageError(description: "say which model: '--model Models/Bank.versions'")
    }
    for name in ["--objects", "--kills", "--die-at"] where values[name] != nil {
      guard let number = number(name), number >= 0 else {
        throw UsageError(description: "'\(name)' takes a number")
      }
    }
    operand = operands.first ?? ""
  }

  /// Whether a switch is set.
  func has(_ name: String) -> Bool { switches.contains(name) }

  /// The number that an option has.
  func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// The versions of the model, from the folder that `modelgen` wrote.
  func model() throws -> CompiledModel {
    let folder = URL(filePath: values["--model"] ?? "")
    return CompiledModel(versions: try ModelVersions(contentsOf: folder))
  }

  /// How stores are migrated.
  var migration: MigrationOptions {
    var options = MigrationOptions()
    options.place = has("--copy") ? .onCopy : .inPlace
    options.convertsTypes = has("--convert-types")
    return options
  }

  /// The options for a process that does the same.
  var passedOn: [String] {
    ["--model", values["--model"] ?? ""]
      + ["--copy", "--convert-types"].filter(switches.contains)
  }
}
