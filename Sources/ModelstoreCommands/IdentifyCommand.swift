/// The command `modelstore identify`, which finds the model version of a store,
/// or the most similar version with its differences.
struct IdentifyCommand {
  let options: CommandOptions

  func run() throws -> Outcome {
    let version = try StoreVersion(of: options.file, among: options.namedVersions())
    return Outcome(
      lines: version.lines(options.operand), json: json(version),
      status: version.equal.isEmpty || !version.damage.isEmpty ? 1 : 0)
  }

  private func json(_ version: StoreVersion) -> JSONTree {
    let differences = version.nearest?.differences ?? []
    return [
      "versions": .array(version.equal.map { .string($0.name) }),
      "isCurrent": .boolean(version.isCurrent && version.resembled == nil),
      "tables": JSONTree(version.resembled?.name),
      "nearest": JSONTree(version.nearest?.version.name),
      "differences": .array(differences.map(JSONTree.string)),
      "damage": .array(version.damage.map(JSONTree.string)),
    ]
  }
}
