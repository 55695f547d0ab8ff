extension PersistentContainer {
  /// Tells when another program, or another container on the same file, has
  /// saved.
  ///
  /// While somebody iterates, the file is looked at every so many milliseconds;
  /// a look reads a few bytes. Contexts that merge automatically, such as the
  /// view context, take the changes over.
  public func externalChanges(everyMilliseconds interval: Int = 250) -> AsyncStream<SaveReport> {
    // What happens from now on counts, not from the first look on.
    _ = try? store.checkForExternalChanges()
    return store.watch.stream(every: interval, of: store)
  }

  /// Looks whether another program has saved since the last look, and tells the
  /// contexts that merge automatically.
  ///
  /// The first look only begins to watch, and returns false: look once before
  /// fetching what is to be followed, since what is saved between the fetch and
  /// the first look is not noticed.
  ///
  /// - Throws: `StoreError` when the file cannot be read.
  @discardableResult
  public func checkForExternalChanges() throws -> Bool {
    try store.checkForExternalChanges()
  }
}
