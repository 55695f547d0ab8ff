/// The command `modelgen compat`, which shows what is necessary to migrate data
/// from each version to each later version.
struct CompatCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    let path = try arguments.single("a model: a .model file with released versions")
    let input = try ModelInput(
      path, raising: [], mappings: arguments.values("--mapping"), files: files)
    guard let model = input.model, !input.hasErrors else {
      // The matrix shows mistakes between versions. Other mistakes would hide it.
      return DiagnosticWriter(arguments, tool: tool).fail([input], &outcome)
    }
    let versions = ModelVersions(current: model, released: input.released ?? [])
    guard versions.all.count > 1 else {
      outcome.result["migrations"] = []
      return outcome.print(
        "'\(model.name)' has one version; 'modelgen freeze' keeps released ones")
    }
    report(versions, &outcome)
  }

  private func report(_ versions: ModelVersions, _ outcome: inout Outcome) {
    let cells = versions.compatibilities
    outcome.result["migrations"] = .array(cells.map(\.json))
    for line in Self.matrix(versions.all.compactMap(\.version), cells) { outcome.print(line) }
    let lines = CompatibilityLines(cells: cells)
    for line in lines.findings + lines.drops { outcome.print(line) }
    if cells.contains(where: { $0.kind == .impossible }) { outcome.status = .errors }
  }

  /// Returns the lines of a matrix, with a row for each source version and a
  /// column for each destination.
  private static func matrix(_ numbers: [Int], _ cells: [VersionCompatibility]) -> [String] {
    let texts = Dictionary(first: cells.map { ([$0.from, $0.to], text($0)) })
    var rows = [[""] + numbers.dropFirst().map { "to \($0)" }]
    for from in numbers.dropLast() {
      rows.append(
        ["from \(from)"]
          + numbers.dropFirst().map { texts[[from, $0]] ?? "" })
    }
    return ModelTable.aligned(rows)
  }

  private static func text(_ cell: VersionCompatibility) -> String {
    cell.kind.rawValue + (cell.isConditional ? "*" : "")
      + (cell.via.isEmpty ? "" : " via \(cell.via.map(String.init).joined(separator: ", "))")
  }
}

extension VersionCompatibility {
  fileprivate var json: JSONTree {
    [
      "from": .integer(from), "to": .integer(to), "kind": .string(kind.rawValue),
      "via": .array(via.map(JSONTree.integer)),
      "drops": .array(drops.map(JSONTree.string)),
      "conditions": .array(conditions.map { .string("\($0)") }),
      "code": .array(code.map(JSONTree.string)),
      "problems": .array(problems.map(JSONTree.string)),
    ]
  }
}
