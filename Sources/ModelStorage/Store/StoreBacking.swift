/// A store that keeps the objects in the place of the database, as an open store knows it.
package protocol StoreBacking: Sendable {
  /// The identifier by which object IDs name the store.
  var identifier: UUID { get }

  /// The number of changes that others have made; nil where nobody counts them.
  func foreignChangeCount() throws -> Int64?

  /// Ends what tells of others' changes.
  func stopFollowing()
}

extension PersistentStore {
  /// Refuses what works on a store's own rows, where they are somewhere else.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`).
  package func requireRows(for feature: String) throws {
    if backing != nil { throw StoreError(withoutRowsFor: feature) }
  }
}

extension StoreError {
  /// The error of what works on the rows of a file.
  init(withoutRowsFor feature: String) {
    self.init(.unsupportedFeature, "\(feature) on the rows of a file, and this store has none")
  }
}
