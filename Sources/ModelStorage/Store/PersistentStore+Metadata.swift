extension PersistentStore {
  /// Reads the identifier and the metadata of the store.
  package func storedDescription() throws -> StoreDescription {
    try requireRows(for: "metadata are kept")
    return try withConnection { connection in
      StoreDescription(
        try StoreMetadata(connection.connection, path: configuration.displayPath))
    }
  }

  /// Sets an application-defined value in the metadata; nil removes the value.
  package func setMetadata(_ value: PropertyListValue?, forKey key: String) throws {
    guard !StoreMetadata.Key.isReserved(key) else {
      throw StoreError(
        .readOnlyProperty, "the metadata key '\(key)' is not the program's to set; use another",
        propertyNames: [key])
    }
    try requireRows(for: "metadata are kept")
    try withConnection { connection in
      try writing(connection) {
        var metadata = try StoreMetadata(connection.connection, path: configuration.displayPath)
        metadata.properties[key] = value
        try metadata.update(in: connection.connection)
        return nil
      }
    }
  }
}

extension StoreMetadata.Key {
  /// Returns whether a key is reserved for Core Data or this library.
  static func isReserved(_ key: String) -> Bool {
    ["NSStore", "NSPersistence", "_NS", "ModelRuntime"].contains { key.hasPrefix($0) }
  }
}

extension StoreDescription {
  init(_ metadata: StoreMetadata) {
    self.init(identifier: metadata.identifier, metadata: metadata.properties)
  }
}
