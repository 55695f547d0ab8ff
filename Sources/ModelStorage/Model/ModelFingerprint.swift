/// The fingerprint of a model, which a store compares with its metadata when it is
/// opened. It is computed once for each model.
struct ModelFingerprint: Sendable {
  private typealias Values = (hashes: [String: Data], storage: String, indexes: String)

  private let values: Lazy<Values>

  init(_ model: ManagedObjectModel) {
    values = Lazy { (model.versionHashes, model.storageChecksum, model.indexChecksum) }
  }

  /// The version hashes of the entities, by name.
  var hashes: [String: Data] { values.value.hashes }

  /// The checksum of the indexes, which are not covered by version hashes.
  var indexes: String { values.value.indexes }

  /// The checksum of the features that do not exist in Core Data's models.
  var storage: String { values.value.storage }
}
