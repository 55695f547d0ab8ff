extension FetchRequest {
  /// Returns a request for partial objects, for which only the given properties
  /// are read from the store.
  ///
  /// ```swift
  /// let names = try context.fetch(FailedBankInfo.all.loading(FailedBankInfo.Key.name, .city))
  /// ```
  ///
  /// The objects are faults in which the given properties are already loaded;
  /// reading any other property loads the remaining properties, for all objects
  /// of the fetch. Several calls are combined, so that properties of a parent
  /// entity can be given by the parent's own keys.
  public func loading<Key: PropertyKey>(_ keys: Key...) -> FetchRequest {
    changed(self) { $0.loadedPropertyNames = (loadedPropertyNames ?? []) + keys.map { "\($0)" } }
  }
}
