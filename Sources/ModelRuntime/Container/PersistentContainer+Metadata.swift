public import Foundation
internal import ModelSQLite

// Metadata of stores.

extension PersistentContainer {
  /// Reads what a store says about itself, without opening it.
  ///
  /// - Throws: `StoreError` when there is no store of that type.
  public static func metadata(
    at url: URL, type: StoreType = .sqlite
  ) throws -> StoreDescription {
    if let atomic = type.atomic { return try atomic.description(at: url) }
    let path = url.path(percentEncoded: false)
    return try StoreError.translating(path) {
      StoreDescription(try StoreMetadata(try StoreFile.openReadOnly(path), path: path))
    }
  }

  /// The description that the open store gives of itself.
  ///
  /// - Throws: `StoreError` when it cannot be read.
  public var metadata: StoreDescription {
    get throws {
      try store.requireRows(for: "metadata are kept")
      let path = store.configuration.displayPath
      let connection = try store.borrow()
      defer { store.giveBack(connection) }
      return try StoreError.translating(path) {
        StoreDescription(try StoreMetadata(connection.connection, path: path))
      }
    }
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
    guard !StoreMetadata.Key.isReserved(key) else {
      throw StoreError(
        .readOnlyProperty, "the metadata key '\(key)' is not the program's to set; use another",
        propertyNames: [key])
    }
    try store.requireRows(for: "metadata are kept")
    let path = store.configuration.displayPath
    let connection = try store.borrow()
    defer { store.giveBack(connection) }
    try StoreError.translating(path) {
      try store.writing(connection) {
        let metadata = try StoreMetadata(connection.connection, path: path)
        var properties = metadata.properties
        properties[key] = value
        try StoreMetadata(identifier: metadata.identifier, properties: properties)
          .update(in: connection.connection)
        return nil
      }
    }
  }
}

extension StoreMetadata.Key {
  /// Returns whether a key is Core Data's or this library's own.
  static func isReserved(_ key: String) -> Bool {
    ["NSStore", "NSPersistence", "_NS", "ModelRuntime"].contains { key.hasPrefix($0) }
  }
}

extension StoreDescription {
  /// A description of metadata that were read.
  init(_ metadata: StoreMetadata) {
    self.init(identifier: metadata.identifier, metadata: metadata.properties)
  }
}
