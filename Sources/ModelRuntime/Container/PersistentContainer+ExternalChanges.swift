extension PersistentContainer {
  /// Returns a stream of the saves of other programs, and of other containers
  /// that have opened the same file.
  ///
  /// While the stream is iterated, the file is checked at the given interval, by
  /// reading a few bytes. Contexts that merge automatically, such as the view context,
  /// merge the changes.
  public func externalChanges(everyMilliseconds interval: Int = 250) -> AsyncStream<SaveReport> {
    // Changes are counted from this call on, not from the stream's first check.
    _ = try? store.checkForExternalChanges()
    return store.watch.stream(every: interval, of: store)
  }

  /// Checks whether another program has saved since the last check, and
  /// notifies the contexts that merge saves automatically. Returns true if it
  /// has.
  ///
  /// The first call only begins the observation, and returns false. Call this
  /// method once before fetching the objects to observe, because saves between
  /// the fetch and the first call are not noticed.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  @discardableResult
  public func checkForExternalChanges() throws -> Bool {
    try store.checkForExternalChanges()
  }
}
