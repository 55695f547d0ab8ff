extension ManagedObjectContext {
  /// True if all reads see the same state of the store until `unpinReads()` is
  /// called.
  public var isReadingPinned: Bool { source.isPinned }

  /// Pins reads to the current state of the store, so that they do not see
  /// later saves of other contexts and programs.
  ///
  /// The pinned state advances with every save of this context, every merge into it, a
  /// batch operation, `reset()`, and another call of this method. While reads are
  /// pinned, the store's log cannot be written back to its file, and the files of large
  /// values that others replace or delete are kept, so unpin the reads as soon as
  /// possible. A context that is pinned in PostgreSQL has a connection of its own, in a
  /// transaction that keeps the server from removing old rows.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`) if the store is not an SQLite file or in
  ///   PostgreSQL, or another `StoreError` if it cannot be read.
  public func pinReads() throws {
    try connection.translating { try source.pin() }
  }

  /// Ends pinned reads: each read sees the current state of the store again.
  public func unpinReads() {
    source.unpin()
  }

  /// Advances the pinned state to the current state.
  func advancePin() {
    guard source.isPinned else { return }
    // If this fails, unpinned reads are newer than the pinned state, never older.
    try? source.pin()
  }
}
