extension ManagedObjectContext {
  /// True if all reads see the store as it was at one moment.
  public var isReadingPinned: Bool { connection.isPinned }

  /// Pins reads to the present state of the store, whatever others save.
  ///
  /// The moment advances with every save of this context, every merge into it, a batch
  /// operation, `reset()`, and another call of this method. While reads are pinned,
  /// the store's log cannot be written back into its file, and the files of large
  /// values that others replace or delete stay: unpin the reads as soon as possible.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`) when the store is not an SQLite
  ///   file, or it cannot be read.
  public func pinReads() throws {
    guard store.isShareable else {
      throw StoreError(
        .unsupportedFeature, "reads can be pinned in stores that are SQLite files only")
    }
    try connection.translating {
      try connection.pin()
    }
  }

  /// Ends pinned reads: each read sees the store's present state again.
  public func unpinReads() {
    connection.unpin()
  }

  /// Advances the moment of pinned reads.
  func advancePin() {
    guard connection.isPinned else { return }
    // If this fails, reads without a pin are newer than the moment, never older.
    try? connection.pin()
  }
}
