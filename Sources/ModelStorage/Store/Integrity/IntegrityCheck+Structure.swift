extension IntegrityCheck {
  /// Returns the problems that prevent programs from recognising a store: those
  /// of version hashes, and of the entities.
  static func structureFindings(
    _ connection: Connection, _ metadata: StoreMetadata
  ) throws -> [IntegrityFinding] {
    try hashFindings(metadata) + entityFindings(connection, metadata)
  }

  /// Returns the problems in the rows of `Z_PRIMARYKEY`, which give each entity
  /// its number and its parent, and the root entities whose tables are missing.
  static func entityFindings(
    _ connection: Connection, _ metadata: StoreMetadata
  ) throws -> [IntegrityFinding] {
    let entities = try StoredEntity.all(in: connection)
    return numberFindings(entities, metadata) + parentFindings(entities)
      + (try tableFindings(entities, metadata, connection))
  }

  private static func hashFindings(_ metadata: StoreMetadata) -> [IntegrityFinding] {
    let cure = "migrate it with its model: 'modelstore migrate' writes them"
    guard !metadata.versionHashes.isEmpty else {
      return [
        IntegrityFinding(.damagedMetadata, message: "there are no version hashes", cure: cure)
      ]
    }
    return metadata.versionHashes.filter { $0.value.count != 32 }.keys.sorted().map { name in
      IntegrityFinding(
        .damagedMetadata, entityName: name,
        message: "the version hash has \(metadata.versionHashes[name]?.count ?? 0) bytes, not 32",
        cure: cure)
    }
  }

  /// Returns the entities without a number. When Core Data's migration renames
  /// an entity, the old name remains, so only the number of rows is checked.
  private static func numberFindings(
    _ entities: [StoredEntity], _ metadata: StoreMetadata
  ) -> [IntegrityFinding] {
    var findings: [IntegrityFinding] = []
    if entities.count < metadata.versionHashes.count {
      let lost = Set(metadata.versionHashes.keys).subtracting(entities.map(\.name)).sorted()
      findings.append(
        IntegrityFinding(
          .damagedMetadata,
          message: "Z_PRIMARYKEY has no number of \(lost.joined(separator: ", "))", cure: goBack))
    }
    let counts = Dictionary(grouping: entities, by: \.name).filter { $0.value.count > 1 }
    for (name, rows) in counts.sorted(by: { $0.key < $1.key }) {
      let numbers = rows.map { "\($0.number)" }.joined(separator: " and ")
      findings.append(
        IntegrityFinding(
          .damagedMetadata, entityName: name,
          message: "Z_PRIMARYKEY has the numbers \(numbers)",
          cure: "delete the row whose number no object has"))
    }
    return findings
  }

  private static func parentFindings(_ entities: [StoredEntity]) -> [IntegrityFinding] {
    let parents = Dictionary(first: entities.map { ($0.number, $0.parent) })
    return entities.compactMap { entity in
      var (number, steps) = (entity.parent, 0)
      // Unless there is a cycle, no path to a root is longer than the number of
      // entities.
      while number != 0, let parent = parents[number], steps < entities.count {
        (number, steps) = (parent, steps + 1)
      }
      guard number != 0 else { return nil }
      return IntegrityFinding(
        .damagedMetadata, entityName: entity.name,
        message: parents[number] == nil
          ? "Z_SUPER in Z_PRIMARYKEY names the number \(number), which no entity has"
          : "Z_SUPER in Z_PRIMARYKEY leads in a circle",
        cure: "set it to the number of the entity's parent, or to 0")
    }
  }

  /// Returns the root entities without a table. The table of a renamed entity
  /// may have the old or the new name, so only entities whose name is among the
  /// hashes are checked.
  private static func tableFindings(
    _ entities: [StoredEntity], _ metadata: StoreMetadata, _ connection: Connection
  ) throws -> [IntegrityFinding] {
    let tables = Set(try StoreTables(connection).names.map { $0.uppercased() })
    return entities.filter { $0.parent == 0 && metadata.versionHashes[$0.name] != nil }
      .filter { !tables.contains(StoreNames.column($0.name)) }
      .map { entity in
        IntegrityFinding(
          .missingStorage, entityName: entity.name,
          message: "there is no table \(StoreNames.column(entity.name))", cure: goBack)
      }
  }

  private static let goBack = "go back to a copy, or save what can be read with copyStore(to:)"
}
