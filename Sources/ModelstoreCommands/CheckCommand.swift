/// The command `modelstore check`, which checks a store for damage. With a
/// model, it also checks a store that does not contain its model.
struct CheckCommand {
  let options: CommandOptions

  func run() throws -> Outcome {
    guard options.file.isFileURL else { return try AddressedStore(options).check() }
    guard options.value("--model") != nil else {
      let inspection = try StoreInspection(url: options.file)
      let own = try inspection.ownModel()?.model
      let damage = try own == nil ? inspection.unreadableModel() : nil
      return outcome([damage].compactMap { $0 } + (try inspection.integrityCheck(by: own)))
    }
    let versions = try options.namedVersions()
    let version = try StoreVersion(of: options.file, among: versions)
    guard let model = version.version ?? versions.last else {
      throw StoreError(.modelMismatch, "the model has no versions")
    }
    return outcome(try findings(model.model), version)
  }

  /// Returns the outcome for some findings. If the store's hashes match no
  /// version, it includes the version that was assumed.
  private func outcome(
    _ findings: [IntegrityFinding], _ version: StoreVersion? = nil
  ) -> Outcome {
    let json: JSONTree = ["findings": .array(findings.map(\.json))]
    let notes = version.map { $0.equal.isEmpty ? $0.lines(options.operand) : [] } ?? []
    guard findings.isEmpty else {
      return Outcome(lines: notes + findings.map(\.description), json: json, status: 1)
    }
    return Outcome(lines: notes + ["ok"], json: json)
  }

  private func findings(_ model: ManagedObjectModel) throws -> [IntegrityFinding] {
    var configuration = StoreConfiguration(
      url: options.file, type: try StoreType.detected(at: options.file))
    configuration.isReadOnly = true
    return try PersistentStore(CompiledModel(layoutOf: model), configuration: configuration)
      .integrityCheck()
  }
}

extension IntegrityFinding {
  fileprivate var json: JSONTree {
    [
      "kind": .string(kind.rawValue), "entity": JSONTree(entityName),
      "key": JSONTree(key), "property": JSONTree(propertyName), "message": .string(message),
      "cure": .string(cure),
    ]
  }
}
