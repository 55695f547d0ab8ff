extension ManagedObjectModel {
  /// Descriptions of the model's features whose version hashes have not been
  /// confirmed by a file from Apple; empty if Core Data computes the same
  /// hashes.
  ///
  /// Hashes that Core Data itself wrote take precedence over computed hashes.
  public var unconfirmedHashFeatures: [String] {
    let known = entityNamesOfKnownHashes
    return entities.filter { !known.contains($0.name) }.sorted { $0.name < $1.name }
      .flatMap(unconfirmedFeatures)
  }

  private func unconfirmedFeatures(of entity: EntityDescription) -> [String] {
    var features: [String] = []
    if entity.versionHashModifier != nil { features.append("a hash modifier of the entity") }
    if entity.allUniquenessConstraints.count > 1 { features.append("several unique constraints") }
    let names = lineage(of: entity).flatMap(\.properties).filter(\.isStored).map(\.name)
    if !names.joined().utf8.allSatisfy({ $0 < 0x80 }) { features.append("names beyond ASCII") }
    // It is unknown whether Core Data sorts names by bytes or ignores case. If
    // both orders are the same, the difference is irrelevant.
    if names.sorted() != names.sorted(by: { $0.lowercased() < $1.lowercased() }) {
      features.append("names in mixed case")
    }
    return features.map { "'\(entity.name)': \($0)" }
      + entity.properties.compactMap { property in
        unconfirmedFeature(of: property, entity).map { "'\(entity.name).\(property.name)': \($0)" }
      }
  }

  private func unconfirmedFeature(
    of property: PropertyDescription, _ entity: EntityDescription
  ) -> String? {
    switch property {
    case .attribute(let attribute):
      if attribute.isTransient { return nil }
      if case .composite(let name) = attribute.type,
        composite(named: name)?.elements.contains(where: {
          if case .composite = $0.type { true } else { false }
        }) == true
      {
        return "a composite in a composite"
      }
      return attribute.derivation.flatMap(Self.isConfirmed) == false
        ? "a derivation other than a count or now()" : nil
    case .relationship(let relationship):
      if relationship.isTransient { return nil }
      if relationship.versionHashModifier != nil { return "a hash modifier of a relationship" }
      if relationship.isOrderedToOne { return "a relationship to one that is marked as ordered" }
      let isItsOwn =
        relationship.destinationName == entity.name && relationship.inverseName == relationship.name
      return isItsOwn ? "a relationship that is its own inverse" : nil
    case .fetched: return nil
    }
  }

  /// Returns true if files confirm the hashes of derivations that have the form
  /// of the given derivation; nil for a key path without names.
  private static func isConfirmed(_ derivation: ObjectExpression) -> Bool? {
    if case .keyPath(let names, _) = derivation { return names.last == "@count" }
    return derivation == .function("now", [])
  }
}
