import ModelLanguage

/// `modelgen explain`: why there is a message.
struct ExplainCommand {
  private let arguments: CommandArguments

  init(_ arguments: CommandArguments) {
    self.arguments = arguments
  }

  func run() throws(UsageError) -> Outcome {
    guard let name = arguments.operands.first else { return Outcome(output: list) }
    guard let entry = DiagnosticCatalog.entry(named: name) else {
      throw .unknownOperand(name, kind: "message", known: entries.map(\.name))
    }
    return Outcome(output: entry.text)
  }

  private var entries: [DiagnosticCatalog.Entry] {
    DiagnosticCatalog.entries + DiagnosticCatalog.dataModelEntries
  }

  private var list: String {
    HelpText.table(entries.map { ($0.name, $0.severity.rawValue) }) + "\n"
  }
}
