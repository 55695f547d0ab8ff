extension PersistentContainer {
  /// Returns the defects of the store: rows of unknown entities, links without
  /// a destination, links to the wrong entity or in only one direction, orders
  /// with gaps or duplicate positions, missing required values, values of the
  /// wrong type, keys beyond the last assigned key, and damage to the file.
  ///
  /// The store can be in use; the check covers its state at the beginning of the call.
  /// The result contains at most a hundred findings of each kind for each property.
  ///
  /// - Throws: `StoreError` if the store cannot be read at all.
  ///
  /// - Complexity: O(rows), several times.
  public func integrityCheck() throws -> [IntegrityFinding] {
    try store.integrityCheck()
  }

  /// Compacts the file of the store, which gives the space of deleted data back
  /// to the file system.
  ///
  /// The file is rewritten, which requires free space of the same size on the
  /// disk. While this happens, other connections can read, but cannot save. The
  /// file does not shrink until no reader uses an older state of the store.
  ///
  /// - Throws: `StoreError`: `.readOnly`, `.busy` if another program writes for too
  ///   long, `.diskFull`, or `.unsupportedFeature` for incremental stores.
  /// - Complexity: O(size of the file).
  public func compact() throws { try store.compact() }
}
