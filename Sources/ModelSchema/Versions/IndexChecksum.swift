#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManagedObjectModel {
  /// A text that is the same where two models have the same indexes, which
  /// version hashes say nothing about.
  package var indexChecksum: String {
    let lines = entities.sorted { $0.name < $1.name }.flatMap { entity in
      entity.attributes.filter(\.isIndexed).map { "\(entity.name) \($0.name)" }
        + entity.indexes.map { index in
          let keys = index.elements.map {
            "\($0.keyPath) \($0.isAscending)" + ($0.collation == .folded ? " folded" : "")
          }
          return "\(entity.name) \(index.name) (\(keys.joined(separator: ", ")))"
        }
    }
    return Data(SHA256.hash(lines.joined(separator: "\n").utf8)).base64EncodedString()
  }
}
