extension ManagedObjectModel {
  /// The version hashes, extended by details that do not exist in Core Data's
  /// models but affect a store: exact decimals, the elements of composites, the
  /// form of values of a program's types, and the references that are enforced.
  ///
  /// Two models with equal storage hashes need no migration.
  package var storageHashes: [String: EntityHash] { storageHashes(extending: versionHashes) }

  /// Returns the storage hashes, computed from the given version hashes.
  /// Passing the version hashes avoids computing them again, which takes a long
  /// time.
  func storageHashes(extending hashes: [String: EntityHash]) -> [String: EntityHash] {
    var hashes = hashes
    for entity in entities {
      let lines = entity.properties.compactMap(storageLine).sorted()
      // Most entities have no such details, and keep the hash that Core Data
      // computes.
      guard !lines.isEmpty, let hash = hashes[entity.name] else { continue }
      hashes[entity.name] = Data(
        SHA256.hash(Array(hash) + Array(lines.joined(separator: "\n").utf8)))
    }
    return hashes
  }

  /// All storage hashes as one string, which stores of this library keep in
  /// their metadata.
  package var storageChecksum: String { Self.versionChecksum(of: storageHashes) }

  private func storageLine(of property: PropertyDescription) -> String? {
    switch property {
    case .attribute(let attribute):
      attribute.isTransient ? nil : storageText(of: attribute).map { "\(attribute.name) \($0)" }
    case .relationship(let relationship):
      relationship.isTransient || relationship.deleteRule != .noAction
        ? nil : "\(relationship.name) unenforced"
    case .fetched: nil
    }
  }

  /// Returns text for those details of an attribute's stored form that its
  /// version hash does not cover; nil if there are none.
  private func storageText(
    of attribute: AttributeDescription, within composites: Set<String> = []
  ) -> String? {
    switch attribute.type {
    case .composite(let name):
      // A type that contains itself would lead to endless recursion.
      guard !composites.contains(name) else { return nil }
      let elements = (composite(named: name)?.elements ?? []).map { element in
        let text = storageText(of: element, within: composites.union([name])) ?? ""
        return [
          element.name, element.columnName ?? "", String(element.type.typeCode),
          String(element.isOptional), text,
        ].joined(separator: " ")
      }
      return "composite(\(attribute.isOptional); \(elements.joined(separator: ";")))"
    case .enumeration: return "enumeration"
    case .json: return "json"
    // The JSON of lists depends on the type of the elements, since numbers are
    // not strings.
    case .list(let element): return "list \(element.typeCode)"
    case .codable: return "codable"
    case .decimal: return attribute.isExact ? "exact" : nil
    case .undefined, .int16, .int32, .int64, .double, .float, .string, .boolean, .date, .data,
      .uuid, .url, .transformable:
      return nil
    }
  }
}
