internal import ModelSQLite

// A query generation is a read transaction that stays open: in
// write-ahead mode SQLite shows it the store as it was at its first read.

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
    do {
      try connection.pin()
    } catch {
      throw connection.storeError(error)
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

extension StoreConnection {
  /// Begins to read from one moment.
  func pin() throws {
    unpin()
    try endLeftoverTransaction()
    try connection.execute("BEGIN DEFERRED")
    do {
      // The first read of each file decides what the transaction sees of it.
      for (schema, identity) in zip(mapping.schemas, identities) where identity != nil {
        try statement("SELECT 1 FROM \(schema).Z_METADATA").forEachRow { _ in }
      }
    } catch {
      // What is saved next would be nested in it, and never committed.
      connection.rollBack()
      throw error
    }
    isPinned = true
  }

  /// Ends reading from one moment.
  func unpin() {
    guard isPinned else { return }
    isPinned = false
    connection.rollBack()
  }

  /// Runs the body without a pin, and pins the moment after it.
  func withoutPin<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard isPinned else { return try body() }
    unpin()
    defer { try? pin() }
    return try body()
  }
}
