/// The model version of a store. It is determined in the same way for
/// `identify`, `check`, `migrate` and all commands that read a store with a
/// model.
struct StoreVersion {
  /// The versions whose hashes are equal to the store's.
  let equal: [NamedVersion]
  /// The version whose tables are in the store, if the store's hashes match no
  /// version; otherwise nil.
  let resembled: NamedVersion?
  /// The version with the fewest differing hashes, together with the
  /// differences; nil if the hashes match a version, or the store has none.
  let nearest: (version: NamedVersion, differences: [String])?
  /// True if the store has the current version.
  let isCurrent: Bool
  /// The parts of the version that the store lacks, and the parts that are
  /// damaged.
  let damage: [String]
  let hasHashes: Bool
  /// True if the store has hashes that Core Data wrote, which are not replaced.
  let keepsHashes: Bool

  /// Compares a store with the versions of a model, the current version last.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  init(of store: URL, among versions: [NamedVersion]) throws {
    let inspection = try StoreInspection(url: store, among: versions.map(\.model))
    let hashes = try inspection.versionHashes()
    hasHashes = !hashes.isEmpty
    keepsHashes = try inspection.hasHashesOfCoreData()
    equal = hashes.isEmpty ? [] : versions.filter { $0.model.versionHashes == hashes }
    let isUnknown = equal.isEmpty
    resembled = isUnknown ? try versions.last { try inspection.hasTables(of: $0.model) } : nil
    nearest =
      isUnknown && hasHashes
      ? versions.min { Self.distance($0.model, hashes) < Self.distance($1.model, hashes) }
        .map { ($0, Self.differences($0.model, hashes)) } : nil
    let version = equal.last ?? resembled
    isCurrent = version != nil && version?.name == versions.last?.name
    damage =
      try inspection.information().damage
      + (version.map { try inspection.missing(of: $0.model).map { "it lacks \($0)" } } ?? [])
  }

  /// The version with whose model the store is read; nil if there is none.
  var version: NamedVersion? { equal.last ?? resembled }

  /// A short description of the version.
  var summary: String {
    let current = isCurrent ? ", the current version" : ""
    if !equal.isEmpty { return equal.map(\.name).joined(separator: " and ") + current }
    if let resembled {
      return "none of the model; the tables are those of \(resembled.name)\(current)"
    }
    return "none of the model" + (nearest.map { "; the nearest is \($0.version.name)" } ?? "")
  }

  /// Returns the report about the version, as lines of text.
  func lines(_ store: String) -> [String] {
    let current = isCurrent ? ", the current version" : ""
    guard equal.isEmpty else {
      let names = equal.map(\.name).joined(separator: " and of ")
      return ["\(store) is of \(names)\(current)" + (damage.isEmpty ? "" : ", but damaged:")]
        + damage.map { "  \($0)" }
    }
    let tables = resembled.map { "; it has the tables of \($0.name)\(current)" } ?? ""
    var lines: [String]
    if let nearest {
      lines =
        ["\(store) is of no version of the model\(tables); the nearest is \(nearest.version.name):"]
        + nearest.differences.map { "  \($0)" }
    } else {
      lines = ["\(store) has no version hashes\(tables)"]
    }
    if resembled != nil {
      lines.append(
        !isCurrent
          ? "'modelstore migrate' takes it for that"
          : keepsHashes ? Self.advice : "'modelstore migrate' gives it the version's hashes")
    }
    return lines + damage.map { "damaged: \($0)" }
  }

  /// Advice on how to add the hashes of a store to a model.
  static let advice =
    "its hashes are Core Data's and stay: 'modelstore hashes' prints them, and 'modelgen generate "
    + "--hashes' gives them to the model"

  // MARK: Hashes

  /// Returns the number of entities whose hashes differ between a model and a
  /// store.
  private static func distance(_ model: ManagedObjectModel, _ hashes: [String: Data]) -> Int {
    let own = model.versionHashes
    return Set(own.keys).union(hashes.keys).count { own[$0] != hashes[$0] }
  }

  private static func differences(
    _ model: ManagedObjectModel, _ hashes: [String: Data]
  ) -> [String] {
    let own = model.versionHashes
    return Set(own.keys).union(hashes.keys).sorted().compactMap { name in
      if own[name] == hashes[name] { return nil }
      if own[name] == nil { return "'\(name)' is in the store, and not in the version" }
      if hashes[name] == nil { return "'\(name)' is in the version, and not in the store" }
      return "'\(name)' has another hash: its properties are not the version's"
    }
  }
}
