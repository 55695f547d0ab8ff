internal import Foundation
internal import ModelSchema

/// A fingerprint that a store compares with its metadata when it is opened,
/// computed once for a model.
final class ModelFingerprint: @unchecked Sendable {
  // because `known` is touched under `lock` alone.

  private let model: ManagedObjectModel
  private let lock = PlatformLock()
  private var known: Values?

  init(_ model: ManagedObjectModel) {
    self.model = model
  }

  /// The version hashes of the entities, by name.
  var hashes: [String: Data] { values.hashes }

  /// The checksum of the indexes, which version hashes leave out.
  var indexes: String { values.indexes }

  /// The checksum of what Core Data's model does not know.
  var storage: String { values.storage }

  private typealias Values = (hashes: [String: Data], storage: String, indexes: String)

  private var values: Values {
    lock.withLock {
      if let known { return known }
      let values = (model.versionHashes, model.storageChecksum, model.indexChecksum)
      known = values
      return values
    }
  }
}
