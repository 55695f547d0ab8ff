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
      throw .unknownOperand(
        name, kind: "message", known: DiagnosticCatalog.entries.map(\.name))
    }
    return Outcome(output: entry.text)
  }

  private var list: String {
    let entries = DiagnosticCatalog.entries + DiagnosticCatalog.dataModelEntries
    return HelpText.table(entries.map { ($0.name, $0.severity.rawValue) }) + "\n"
  }
}
