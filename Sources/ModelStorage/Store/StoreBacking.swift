/// A store that keeps the objects instead of the database.
package protocol StoreBacking: Sendable {
  /// The identifier by which object IDs name the store.
  var identifier: UUID { get }

  /// Returns the number of changes by other programs; nil if they are not counted.
  func foreignChangeCount() throws -> Int64?

  /// Stops following the changes of other programs.
  func stopFollowing()
}

extension PersistentStore {
  /// Throws if the store's rows are not in a database of its own.
  ///
  /// - Parameter feature: The beginning of the error's message, such as `copies are made`.
  /// - Throws: `StoreError` (`.unsupportedFeature`).
  package func requireRows(for feature: String) throws {
    if backing != nil { throw StoreError(withoutRowsFor: feature) }
  }
}

extension StoreError {
  /// Creates the error of a feature that needs the rows of a file.
  init(withoutRowsFor feature: String) {
    self.init(.unsupportedFeature, "\(feature) on the rows of a file, and this store has none")
  }
}
