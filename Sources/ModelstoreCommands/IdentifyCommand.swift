/// The command `modelstore identify`, which finds the model version of a store,
/// or the most similar version with its differences.
struct IdentifyCommand {
  let options: CommandOptions

  func run() throws -> Outcome {
    guard options.hasModel else { return try ownModel() }
    let version = try StoreVersion(of: options.file, among: options.namedVersions())
    return Outcome(
      lines: version.lines(options.operand), json: json(version),
      status: version.equal.isEmpty || !version.damage.isEmpty ? 1 : 0)
  }

  /// Returns the outcome without a model to compare with.
  private func ownModel() throws -> Outcome {
    let (store, own) = (options.operand, try StoredModel.own(of: options.file)?.model)
    let text =
      own.map {
        "\(store) brings its own model of \($0.entities.count) entities: 'modelstore pull' prints it, "
          + "and '--model' compares the store with other versions"
      } ?? "\(store) brings no model; '--model' names those it is compared with"
    return Outcome(
      lines: [text], json: ["model": JSONTree(own?.name)], status: own == nil ? 1 : 0)
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
