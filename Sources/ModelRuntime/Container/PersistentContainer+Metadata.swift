// Metadata of stores.

extension PersistentContainer {
  /// Reads what a store says about itself, without opening it.
  ///
  /// - Throws: `StoreError` when there is no store of that type.
  public static func metadata(
    at url: URL, type: StoreType = .sqlite
  ) throws -> StoreDescription {
    try StoreFile.description(url, type)
  }

  /// The description that the open store gives of itself.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  public var metadata: StoreDescription {
    get throws { try store.storedDescription() }
  }

  /// Keeps a value of the program's own in the store's metadata; nil removes
  /// it.
  ///
  /// It is written at once, not with the next save. An XML store keeps dates to
  /// the second: its property list has no fractions.
  ///
  /// - Throws: `StoreError` when the key is one of Core Data's or this
  ///   library's, or the store cannot be written.
  public func setMetadata(_ value: PropertyListValue?, forKey key: String) throws {
    try store.setMetadata(value, forKey: key)
  }
}
