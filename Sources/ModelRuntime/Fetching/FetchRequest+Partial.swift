extension FetchRequest {
  /// The request for partial objects: only these properties are read from the store.
  ///
  /// ```swift
  /// let names = try context.fetch(FailedBankInfo.all.loading(FailedBankInfo.Key.name, .city))
  /// ```
  ///
  /// The objects are faults whose named properties are loaded already; reading any
  /// other property loads the rest, for all objects of the fetch. Calls add up, so
  /// that properties of a parent entity can be named by its own keys.
  public func loading<Key: PropertyKey>(_ keys: Key...) -> FetchRequest {
    var request = self
    request.loadedPropertyNames = (loadedPropertyNames ?? []) + keys.map { "\($0)" }
    return request
  }
}
