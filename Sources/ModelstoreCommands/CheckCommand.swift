internal import Foundation
internal import ModelRuntime
internal import ModelSchema

/// `modelstore check`: looks for damage, with a model also in a store that does
/// not say which it holds.
struct CheckCommand {
  private let options: CommandOptions

  init(_ options: CommandOptions) {
    self.options = options
  }

  func run() throws -> Outcome {
    let inspection = try StoreInspection(url: options.file)
    let findings: [IntegrityFinding]
    if options.value("--model") == nil {
      findings = try inspection.integrityCheck()
    } else {
      findings = try self.findings(model(of: inspection.versionHashes()))
    }
    let json: JSONTree = ["findings": .array(findings.map(\.json))]
    return findings.isEmpty
      ? Outcome("ok", json: json)
      : Outcome(lines: findings.map(\.description), json: json, status: 1)
  }

  /// The version that a store is of; the current one for a store of none.
  private func model(of hashes: [String: Data]) throws -> ManagedObjectModel {
    let versions = try options.namedVersions().map { $0.model }
    guard let model = versions.last(where: { $0.versionHashes == hashes }) ?? versions.last else {
      throw StoreError(.modelMismatch, "the model has no versions")
    }
    return model
  }

  private func findings(_ model: ManagedObjectModel) throws -> [IntegrityFinding] {
    var configuration = StoreConfiguration(
      url: options.file, type: try StoreType.detected(at: options.file))
    configuration.isReadOnly = true
    return try PersistentContainer(CompiledModel(layoutOf: model), configuration: configuration)
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
