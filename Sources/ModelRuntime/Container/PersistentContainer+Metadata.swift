// Access to the metadata of stores.

extension PersistentContainer {
  /// Reads the description of a store without opening it.
  ///
  /// - Throws: `StoreError` if there is no store of the given type.
  public static func metadata(
    at url: URL, type: StoreType = .sqlite
  ) throws -> StoreDescription {
    try StoreFile.description(url, type)
  }

  /// The description of the open store.
  ///
  /// - Throws: `StoreError` if the description cannot be read.
  public var metadata: StoreDescription {
    get throws { try store.storedDescription() }
  }

  /// Sets an application-defined value in the store's metadata; nil removes the value.
  ///
  /// The value is written immediately, not with the next save. XML stores keep dates to
  /// the second, because property lists have no fractions of a second.
  ///
  /// - Throws: `StoreError` if the key belongs to Core Data or this library, or the
  ///   store cannot be written.
  public func setMetadata(_ value: PropertyListValue?, forKey key: String) throws {
    try store.setMetadata(value, forKey: key)
  }
}
