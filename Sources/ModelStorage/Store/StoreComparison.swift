/// Compares a model with the tables of a store that is opened with it.
struct StoreComparison {
  let mapping: StoreMapping
  let tables: StoreTables
  let path: String

  /// Checks that the store has all entities and properties of the model.
  ///
  /// - Throws: `StoreError` (`.modelMismatch`) that lists the missing parts and
  ///   the most similar names in the store.
  func check(_ metadata: StoreMetadata) throws {
    let missing = missing
    guard !missing.isEmpty else { return }
    throw mismatch(metadata, ": it lacks \(missing.joined(separator: ", "))")
  }

  /// Checks that a store with other version hashes has no columns that do not
  /// occur in the model, since they could be mistaken for columns of other
  /// properties.
  ///
  /// - Throws: `StoreError` (`.modelMismatch`) that names the columns.
  func checkColumns(_ metadata: StoreMetadata) throws {
    let others = unexplained
    guard metadata.versionHashes != mapping.model.fingerprint.hashes, !others.isEmpty else {
      return
    }
    throw mismatch(
      metadata,
      ", which does not explain \(others.prefix(5).joined(separator: ", ")); open it with its own "
        + "model, or read-only")
  }

  private func mismatch(_ metadata: StoreMetadata, _ reason: String) -> StoreError {
    let model = mapping.model.description
    return StoreError(
      .modelMismatch,
      "'\(path)' was written by another model\(title(metadata.model?.version)) than this program's "
        + "'\(model.name)'\(title(model.version))\(reason)")
  }

  /// The columns of the entities' tables that belong to no property of the model.
  var unexplained: [String] {
    mapping.model.entities.filter { $0.depth == 0 }.flatMap { root in
      let layout = mapping.layouts[root.index]
      let known = Set(["Z_PK", "Z_ENT", "Z_OPT"] + layout.columnsInTableOrder.map(\.name))
      return (tables[layout.table] ?? []).filter { !known.contains($0) && !$0.isEntityNumber }
        .map { "\(layout.table).\($0)" }.sorted()
    }
  }

  /// The parts of the model that the store lacks, as text.
  var missing: [String] { mapping.entities.flatMap(missing) }

  private func title(_ version: Int?) -> String { version.map { " version \($0)" } ?? "" }

  /// Returns the parts of an entity that the store lacks, as text.
  private func missing(_ entity: EntityMapping) -> [String] {
    let name = entity.entity.name
    guard let columns = tables[entity.table] else {
      return ["entity \(name)" + hint(entity.table, among: tables.names)]
    }
    let properties = entity.columns.filter { !columns.contains($0.name) }.map {
      "\(name).\($0.keyPath)" + hint($0.name, among: columns)
    }
    return properties + entity.entity.relationships.compactMap { missing($0, entity) }
  }

  private func missing(
    _ relationship: CompiledRelationship, _ entity: EntityMapping
  ) -> String? {
    guard let join = mapping.join(relationship, of: entity.entity) else { return nil }
    let needed = [join.ownerColumn, join.memberColumn, join.orderColumn].compactMap(\.self)
    let name = "\(entity.entity.name).\(relationship.name)"
    guard let columns = tables[join.table] else {
      return name
        + " (table \(join.table)\(hint(join.table, among: Set(tables.joins.map(\.name)))))"
    }
    let gone = needed.filter { !columns.contains($0) }
    return gone.isEmpty ? nil : name + " (column \(gone[0])\(hint(gone[0], among: columns)))"
  }

  /// Returns a hint with the most similar existing name; empty if no name is
  /// similar.
  private func hint(_ name: String, among names: Set<String>) -> String {
    nearestWord(to: name, in: names.sorted()).map { "; the nearest is \($0)" } ?? ""
  }
}
