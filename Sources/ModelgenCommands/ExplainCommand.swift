/// The command `modelgen explain`, which explains the messages of the tool.
struct ExplainCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    var entries = DiagnosticCatalog.all
    outcome.output =
      CommandDescription.table(entries.map { ($0.name, $0.severity.rawValue) }) + "\n"
    if let name = arguments.operands.first {
      guard let entry = DiagnosticCatalog.entry(named: name) else {
        throw UsageError.unknownOperand(name, kind: "message", known: entries.map(\.name))
      }
      (outcome.output, entries) = (entry.text, [entry])
    }
    outcome.result["explanations"] = .array(
      entries.map {
        [
          "name": .string($0.name), "severity": .string($0.severity.rawValue),
          "text": .string($0.text),
        ]
      })
  }
}

extension DiagnosticCatalog {
  /// The entries of all messages. The entries about Xcode's data models come
  /// last.
  static var all: [Entry] { entries + dataModelEntries }
}

extension CommandArguments {
  /// Checks the names of the warnings that are treated as errors.
  ///
  /// - Throws: `UsageError` if one of the names is not the name of a message.
  func checkRaisedNames() throws(UsageError) {
    for name in values("--error") where DiagnosticCatalog.entry(named: name) == nil {
      throw .unknownOperand(
        name, kind: "message", known: DiagnosticCatalog.all.map(\.name))
    }
  }
}
