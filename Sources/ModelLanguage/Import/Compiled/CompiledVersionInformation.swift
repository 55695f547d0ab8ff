/// The contents of a compiled model's `VersionInfo.plist`.
public struct CompiledVersionInformation: Sendable, Hashable {
  /// The version hashes that Core Data's compiler wrote, by version and entity.
  public let hashes: [String: [String: Data]]
  /// The name of the current version, or nil if the file does not contain it.
  public let current: String?

  private struct Content: Decodable {
    let hashes: [String: [String: Data]]?
    let current: String?

    enum CodingKeys: String, CodingKey {
      case hashes = "NSManagedObjectModel_VersionHashes"
      case current = "NSManagedObjectModel_CurrentVersionName"
    }
  }

  /// Reads the contents of the file; nil if the bytes are not a property list
  /// with version hashes or a current version.
  public init?(_ bytes: [UInt8]) {
    guard let content = try? PropertyListDecoder().decode(Content.self, from: Data(bytes)),
      content.hashes != nil || content.current != nil
    else { return nil }
    hashes = content.hashes ?? [:]
    current = content.current
  }
}

extension ManagedObjectModel {
  /// Returns the model with Core Data's hashes, if they differ from the
  /// computed hashes and are the hashes of the same entities; otherwise the
  /// model itself.
  func keepingDifferent(versionHashes hashes: [String: Data]?) -> ManagedObjectModel {
    guard let hashes, hashes != versionHashes, Set(hashes.keys) == Set(entities.map(\.name)) else {
      return self
    }
    return keeping(versionHashes: hashes)
  }
}
