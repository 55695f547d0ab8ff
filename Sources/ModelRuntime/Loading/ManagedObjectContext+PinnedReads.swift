extension ManagedObjectContext {
  /// A Boolean value that says whether everything that is read is as the store
  /// was at one moment.
  public var isReadingPinned: Bool { connection.isPinned }

  /// Reads the store as it is now from here on, whatever others save.
  ///
  /// The moment moves on with every save of this context, every merge into it,
  /// a batch operation, `reset()`, and another call. While reads are pinned the
  /// store's log cannot be folded into its file, and the files of large values that
  /// others replace or delete stay: unpin them when it is done.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`) when the store is not an
  ///   SQLite file, or it cannot be read.
  public func pinReads() throws {
    guard store.isShareable else {
      throw StoreError(
        .unsupportedFeature, "reads can be pinned in stores that are SQLite files only")
    }
    try connection.translating {
      try connection.pin()
    }
  }

  /// Reads the store as it is at each time again.
  public func unpinReads() {
    connection.unpin()
  }

  /// Moves the moment on, where reads are pinned.
  func advancePin() {
    guard connection.isPinned else { return }
    // Without a pin reads are newer than the moment, never older.
    try? connection.pin()
  }
}
