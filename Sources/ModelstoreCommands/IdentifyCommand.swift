internal import Foundation
internal import ModelRuntime
internal import ModelSchema

/// `modelstore identify`: says which version of a model a store is of, or the
/// nearest and what differs.
struct IdentifyCommand {
  private let options: CommandOptions

  init(_ options: CommandOptions) {
    self.options = options
  }

  func run() throws -> Outcome {
    let hashes = try StoreInspection(url: options.file).versionHashes()
    guard !hashes.isEmpty else {
      return Outcome(
        "\(options.operand) has no version hashes", json: Self.json(), status: 1)
    }
    let versions = try options.namedVersions()
    let equal = versions.filter { $0.model.versionHashes == hashes }
    if let last = equal.last {
      return Outcome(
        "\(options.operand) is of \(equal.map(\.name).joined(separator: " and of "))"
          + (last.name == versions.last?.name ? ", the current version" : ""),
        json: Self.json(equal.map(\.name), isCurrent: last.name == versions.last?.name))
    }
    guard
      let nearest = versions.max(by: { distance($0.model, hashes) > distance($1.model, hashes) })
    else {
      return Outcome("\(options.operand): the model has no versions", json: Self.json(), status: 1)
    }
    let differences = differences(nearest.model, hashes)
    return Outcome(
      lines: ["\(options.operand) is of no version of the model; the nearest is \(nearest.name):"]
        + differences.map { "  \($0)" },
      json: Self.json(nearest: nearest.name, differences: differences), status: 1)
  }

  private static func json(
    _ versions: [String] = [], isCurrent: Bool = false, nearest: String? = nil,
    differences: [String] = []
  ) -> JSONTree {
    [
      "versions": .array(versions.map(JSONTree.string)), "isCurrent": .boolean(isCurrent),
      "nearest": JSONTree(nearest), "differences": .array(differences.map(JSONTree.string)),
    ]
  }

  /// The number of entities that differ.
  private func distance(_ model: ManagedObjectModel, _ hashes: [String: Data]) -> Int {
    let own = model.versionHashes
    return Set(own.keys).union(hashes.keys).count { own[$0] != hashes[$0] }
  }

  private func differences(_ model: ManagedObjectModel, _ hashes: [String: Data]) -> [String] {
    let own = model.versionHashes
    return Set(own.keys).union(hashes.keys).sorted().compactMap { name in
      if own[name] == hashes[name] { return nil }
      if own[name] == nil { return "'\(name)' is in the store, and not in the version" }
      if hashes[name] == nil { return "'\(name)' is in the version, and not in the store" }
      return "'\(name)' has another hash: its properties are not the version's"
    }
  }
}
