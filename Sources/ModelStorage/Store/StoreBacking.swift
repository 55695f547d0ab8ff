/// A store that keeps the objects in place of the database.
package protocol StoreBacking: Sendable {
  /// The identifier of the store in object IDs.
  var identifier: UUID { get }

  /// Returns a number that grows with changes by other programs; nil if such
  /// changes are not counted.
  func foreignChangeCount() throws -> Int64?

  /// Stops detecting the changes of other programs.
  func stopFollowing()
}

extension PersistentStore {
  /// Throws an error if the store's rows are not in its own database.
  ///
  /// - Parameter feature: The beginning of the error's message, such as
  ///   `copies are made`.
  /// - Throws: `StoreError` (`.unsupportedFeature`) in that case.
  package func requireRows(for feature: String) throws {
    if backing != nil { throw StoreError(withoutRowsFor: feature) }
  }
}

extension StoreError {
  /// Creates the error for a feature that needs the rows of a file.
  init(withoutRowsFor feature: String) {
    self.init(.unsupportedFeature, "\(feature) on the rows of a file, and this store has none")
  }
}
