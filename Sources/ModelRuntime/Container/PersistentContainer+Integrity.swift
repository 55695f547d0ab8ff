extension PersistentContainer {
  /// Returns what is wrong with the store: rows of unknown entities, links that
  /// lead nowhere or to the wrong entity or one way only, orders with gaps or
  /// two at one place, required values that are missing, values that are not of
  /// their type, keys beyond the last one given out, damage of the file.
  ///
  /// The store can be in use; what was saved when the call began is looked at.
  /// Of each kind and property at most a hundred findings are given.
  ///
  /// - Throws: `StoreError` when the store cannot be read at all.
  /// - Complexity: O(rows), several times.
  public func integrityCheck() throws -> [IntegrityFinding] {
    try store.integrityCheck()
  }

  /// Gives the room of what was deleted back to the disk.
  ///
  /// The file is written anew, for which the disk needs its size once more. Others can read
  /// meanwhile, and nobody can save. While somebody reads an older moment the file keeps its size;
  /// it shrinks when that is over.
  ///
  /// - Throws: `StoreError`: `.readOnly`, `.busy` where another program writes for too long,
  ///   `.diskFull`; `.unsupportedFeature` for stores that are no files.
  /// - Complexity: O(size of the file).
  public func compact() throws { try store.compact() }
}
