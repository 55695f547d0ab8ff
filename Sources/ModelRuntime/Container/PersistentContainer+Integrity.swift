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
}
