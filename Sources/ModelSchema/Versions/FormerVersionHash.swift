#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ManagedObjectModel {
  /// The hashes that version 0.1 wrote into stores, by which such a store is
  /// recognised when it is opened.
  package var formerVersionHashes: [String: EntityHash] {
    var hashes: [String: [UInt8]] = [:]
    for entity in entitiesInStoreOrder {
      let parent = entity.parentName.flatMap { hashes[$0] }
      hashes[entity.name] = SHA256.hash(versionText(of: entity, parent: parent).utf8)
    }
    return hashes.mapValues { Data($0) }
  }

  /// The checksum by which version 0.1 sealed the files of a version.
  package var formerVersionChecksum: String {
    let hashes = formerVersionHashes.sorted { $0.key < $1.key }
    var bytes: [UInt8] = []
    for (name, hash) in hashes { bytes += Array(name.utf8) + [0] + Array(hash) }
    return Data(SHA256.hash(bytes)).base64EncodedString()
  }

  /// Returns the text that an entity's hash is made of, a line for each part.
  private func versionText(of entity: EntityDescription, parent: [UInt8]?) -> String {
    var lines = ["entity", entity.name, String(entity.isAbstract)]
    lines.append(parent.map { $0.map(String.init).joined(separator: ",") } ?? "")
    lines.append(entity.versionHashModifier ?? "")
    lines += entity.properties.compactMap(versionLine).sorted()
    lines += entity.allUniquenessConstraints.map { "unique " + $0.keyPaths.joined(separator: ",") }
      .sorted()
    return lines.joined(separator: "\n")
  }

  /// The line that a stored property adds to its entity's hash; nil where it is
  /// not stored.
  private func versionLine(of property: PropertyDescription) -> String? {
    switch property {
    case .attribute(let attribute):
      attribute.isTransient ? nil : "attribute " + versionText(of: attribute)
    case .relationship(let relationship):
      relationship.isTransient ? nil : "relationship " + versionText(of: relationship)
    case .fetched: nil
    }
  }

  private func versionText(
    of attribute: AttributeDescription, within composites: Set<String> = []
  ) -> String {
    let type =
      if case .composite(let name) = attribute.type, !composites.contains(name) {
        "composite("
          + (composite(named: name)?.elements ?? []).map {
            versionText(of: $0, within: composites.union([name]))
          }.joined(separator: ";")
          + ")"
      } else {
        String(attribute.type.typeCode)
      }
    let parts = [
      attribute.name, type, String(attribute.isOptional), String(attribute.isExact),
      attribute.columnName ?? "", attribute.versionHashModifier ?? "",
    ]
    // Values in files are stored otherwise; others hash as they always did.
    return (parts + (attribute.allowsExternalStorage ? ["external"] : [])).joined(separator: " ")
  }

  private func versionText(of relationship: RelationshipDescription) -> String {
    [
      relationship.name, relationship.destinationName, relationship.inverseName ?? "",
      String(relationship.isToMany), String(relationship.isOrdered),
      String(relationship.isOptional), String(relationship.minCount),
      String(relationship.maxCount), relationship.deleteRule.rawValue,
      relationship.columnName ?? "", relationship.versionHashModifier ?? "",
    ].joined(separator: " ")
  }
}
