extension ManagedObjectModel {
  /// A string that is the same for two models with the same indexes, which
  /// version hashes do not cover.
  package var indexChecksum: String {
    // Unique indexes are left out, since version hashes cover their
    // constraints. Conditions are left out, since the indexes of stores include
    // all rows.
    var lines: [String] = []
    for entity in entities.sorted(by: { $0.name < $1.name }) {
      lines += entity.attributes.filter(\.isIndexed).map { "\(entity.name) \($0.name)" }
      for index in entity.indexes {
        let keys = index.elements.map { element in
          "\(element.keyPath) \(element.isAscending)"
            + (element.collation == .folded ? " folded" : "")
        }
        lines.append("\(entity.name) \(index.name) (\(keys.joined(separator: ", ")))")
      }
      for index in entity.fullTextIndexes {
        lines.append(
          "\(entity.name) \(index.name) words (\(index.keyPaths.joined(separator: ", "))) "
            + "\(index.tokenizer ?? "") \(index.prefixLengths ?? [])")
      }
    }
    return Data(SHA256.hash(lines.joined(separator: "\n").utf8)).base64EncodedString()
  }
}
