extension PersistentContainer {
  /// Returns the defects of the store: rows of unknown entities, links without a
  /// destination, to the wrong entity or in one direction only, orders with gaps or
  /// duplicate places, missing required values, values of a wrong type, keys beyond the
  /// last one given out, and damage of the file.
  ///
  /// The store can be in use; the check covers its state at the beginning of the call.
  /// The result has at most a hundred findings of each kind and property.
  ///
  /// - Throws: `StoreError` if the store cannot be read at all.
  /// - Complexity: O(rows), several times.
  public func integrityCheck() throws -> [IntegrityFinding] {
    try store.integrityCheck()
  }

  /// Returns the space of deleted data to the file system.
  ///
  /// The file is rewritten, for which the disk needs free space of the file's size.
  /// Other connections can read in the meantime but not save. As long as a reader uses
  /// an older state, the file keeps its size; it shrinks afterwards.
  ///
  /// - Throws: `StoreError`: `.readOnly`, `.busy` if another program writes for too
  ///   long, `.diskFull`, or `.unsupportedFeature` for incremental stores.
  /// - Complexity: O(size of the file).
  public func compact() throws { try store.compact() }
}
