extension ManagedObjectModel {
  /// Returns several models merged into one. Entities and types that are the
  /// same in several models are included once; the name and the version are
  /// those of the first model.
  ///
  /// - Throws: `ModelFileError` if two models have different entities or types
  ///   with the same name, or the list is empty.
  public static func merged(_ models: [ManagedObjectModel]) throws -> ManagedObjectModel {
    guard var merged = models.first else {
      throw ModelFileError(.empty, "there is no model to merge")
    }
    for model in models.dropFirst() { try merged.take(model) }
    return merged
  }

  private mutating func take(_ other: ManagedObjectModel) throws {
    let known = self
    try Self.take(other.entities, into: &entities, \.name) { name in
      "can't merge models with two different entities named '\(name)' "
        + "(of '\(known.name)' and '\(other.name)'): "
        + ModelDifference(from: known, to: other).alterations.joined(separator: ", ")
    }
    func conflict(_ kind: String) -> (String) -> String {
      { "can't merge models with two different \(kind) named '\($0)'" }
    }
    try Self.take(other.enumerations, into: &enumerations, \.name, conflict("enumerations"))
    try Self.take(other.composites, into: &composites, \.name, conflict("composites"))
    try Self.take(other.typeAliases, into: &typeAliases, \.name, conflict("type aliases"))
    try Self.take(other.configurations, into: &configurations, \.name, conflict("configurations"))
    try Self.take(other.queries, into: &queries, \.name, conflict("queries"))
  }

  private static func take<Part: Equatable>(
    _ parts: [Part], into known: inout [Part], _ name: (Part) -> String,
    _ conflict: (String) -> String
  ) throws {
    for part in parts {
      if let same = known.first(where: { name($0) == name(part) }) {
        guard same == part else { throw ModelFileError(.conflict, conflict(name(part))) }
      } else {
        known.append(part)
      }
    }
  }

  /// Returns the model that a store was written with, composed entity by entity
  /// from several models, using the hashes in the store's metadata.
  ///
  /// - Returns: The model; nil if an entity of the store is in none of the models.
  public static func merged(
    _ models: [ManagedObjectModel], matching hashes: [String: EntityHash]
  ) -> ManagedObjectModel? {
    // If one model matches completely, it keeps its name, its number and its
    // types.
    if let whole = models.first(where: { $0.versionHashes == hashes }) { return whole }
    var entities: [EntityDescription] = []
    var sources: [ManagedObjectModel] = []
    for (name, hash) in hashes.sorted(by: { $0.key < $1.key }) {
      guard let model = models.first(where: { $0.versionHashes[name] == hash }),
        let entity = model.entity(named: name)
      else { return nil }
      entities.append(entity)
      if !sources.contains(model) { sources.append(model) }
    }
    // Entities were chosen individually, but all types of their models are
    // included.
    var parts = sources
    for index in parts.indices { parts[index].entities = [] }
    guard var merged = try? merged(parts) else { return nil }
    merged.entities = entities
    // An entity may refer to an entity that differs from the one in its own
    // model.
    return StructureCheck(merged).failure == nil ? merged : nil
  }

  /// Returns whether a store with the given version hashes is a store of this
  /// model or, if a name is given, of the configuration with that name.
  public func isCompatible(
    withHashes hashes: [String: EntityHash], configuration name: String? = nil
  ) -> Bool {
    guard !hashes.isEmpty else { return false }
    guard let name else { return versionHashes == hashes }
    guard let configuration = configurations.first(where: { $0.name == name }) else { return false }
    let own = versionHashes
    return configuration.entityNames.allSatisfy { own[$0] != nil && own[$0] == hashes[$0] }
  }
}
