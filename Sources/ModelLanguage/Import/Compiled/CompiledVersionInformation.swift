/// The facts that the `VersionInfo.plist` of a compiled model gives of its
/// versions.
public struct CompiledVersionInformation: Sendable, Hashable {
  /// The version hashes that Core Data's compiler wrote, by version and entity.
  public let hashes: [String: [String: Data]]
  /// The name of the current version; nil where the file does not say.
  public let current: String?

  private struct Content: Decodable {
    let hashes: [String: [String: Data]]?
    let current: String?

    enum CodingKeys: String, CodingKey {
      case hashes = "NSManagedObjectModel_VersionHashes"
      case current = "NSManagedObjectModel_CurrentVersionName"
    }
  }

  /// Reads the file; nil where the bytes are no property list with either.
  public init?(_ bytes: [UInt8]) {
    guard let content = try? PropertyListDecoder().decode(Content.self, from: Data(bytes)),
      content.hashes != nil || content.current != nil
    else { return nil }
    hashes = content.hashes ?? [:]
    current = content.current
  }
}

extension ManagedObjectModel {
  /// The model with hashes that Core Data wrote, where computed ones differ and
  /// they are of the same entities.
  func keepingDifferent(versionHashes hashes: [String: Data]?) -> ManagedObjectModel {
    guard let hashes, hashes != versionHashes, Set(hashes.keys) == Set(entities.map(\.name)) else {
      return self
    }
    return keeping(versionHashes: hashes)
  }
}
