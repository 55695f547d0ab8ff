/// The identity of an open store, which must not change while it is open: the store
/// itself, and the version of its model.
struct StoreIdentity {
  private let identifier: UUID
  private let versionHashes: [String: Data]
  private let storageChecksum: String?
  /// SQLite's schema version at the last check of the identity.
  var schemaVersion: Int64

  /// Creates the identity of a store that has just been opened.
  init(_ metadata: StoreMetadata, _ connection: Connection) throws {
    identifier = metadata.identifier
    versionHashes = metadata.versionHashes
    storageChecksum = metadata.storageChecksum
    schemaVersion = try connection.prepare("PRAGMA schema_version").first { $0.int64(0) } ?? 0
  }

  /// Checks that the store's current metadata have the same identity.
  ///
  /// - Throws: `StoreError` (`.otherStore`, `.modelMismatch`) if it is another store,
  ///   or was migrated.
  func check(_ metadata: StoreMetadata, _ path: String) throws {
    guard metadata.identifier == identifier else {
      throw StoreError(
        .otherStore, "'\(path)' is another store than the one that was opened: open it again")
    }
    guard metadata.versionHashes == versionHashes, metadata.storageChecksum == storageChecksum
    else {
      throw StoreError(
        .modelMismatch,
        """
        '\(path)' was migrated to another version of its model since it was opened: open it again, \
        with that version
        """)
    }
  }
}
