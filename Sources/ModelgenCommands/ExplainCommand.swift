/// The command `modelgen explain`, which explains a message.
struct ExplainCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run() throws(UsageError) -> Outcome {
    guard let name = arguments.operands.first else { return outcome(list, entries) }
    guard let entry = DiagnosticCatalog.entry(named: name) else {
      throw .unknownOperand(name, kind: "message", known: entries.map(\.name))
    }
    return outcome(entry.text, [entry])
  }

  private var entries: [DiagnosticCatalog.Entry] { DiagnosticCatalog.all }

  private func outcome(_ text: String, _ entries: [DiagnosticCatalog.Entry]) -> Outcome {
    var outcome = Outcome(output: text)
    outcome.result["explanations"] = .array(
      entries.map {
        [
          "name": .string($0.name), "severity": .string($0.severity.rawValue),
          "text": .string($0.text),
        ]
      })
    return outcome
  }

  private var list: String {
    CommandDescription.table(entries.map { ($0.name, $0.severity.rawValue) }) + "\n"
  }
}

extension DiagnosticCatalog {
  /// The entries of all messages; those about Xcode's data models come last.
  static var all: [Entry] { entries + dataModelEntries }
}

extension CommandArguments {
  /// Checks the names of warnings that are to be treated as errors.
  ///
  /// - Throws: `UsageError` if one of the names is not that of a message.
  func checkRaisedNames() throws(UsageError) {
    for name in values("--error") where DiagnosticCatalog.entry(named: name) == nil {
      throw .unknownOperand(
        name, kind: "message", known: DiagnosticCatalog.all.map(\.name))
    }
  }
}
