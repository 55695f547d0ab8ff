/// What a store has to stay while it is open: the same one, of one version of its model.
struct StoreIdentity {
  private let identifier: UUID
  private let versionHashes: [String: Data]
  private let storageChecksum: String?
  /// SQLite's number of the tables, with which it was seen to be that store.
  var schemaVersion: Int64

  /// The identity of a store that was just opened.
  init(_ metadata: StoreMetadata, _ connection: Connection) throws {
    identifier = metadata.identifier
    versionHashes = metadata.versionHashes
    storageChecksum = metadata.storageChecksum
    schemaVersion = try connection.prepare("PRAGMA schema_version").first { $0.int64(0) } ?? 0
  }

  /// Checks what the store says of itself now.
  ///
  /// - Throws: `StoreError` (`.otherStore`, `.modelMismatch`) where it is not the one that was opened.
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
