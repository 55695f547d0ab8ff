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

  /// The checksum of the indexes, which version hashes leave out.
  var indexes: String { values.value.indexes }

  /// The checksum of the features that Core Data's models do not have.
  var storage: String { values.value.storage }
}
