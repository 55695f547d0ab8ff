extension ManagedObjectContext {
  /// Runs a body, and throws where something that it read could not be read.
  ///
  /// Properties cannot throw: a relationship whose row cannot be read, since the
  /// store is busy for too long, reads as nil. Who decides on it asks so:
  ///
  /// ```swift
  /// let author = try context.checkingAccess { book.author }
  /// ```
  ///
  /// Objects that are inaccessible already are found by `load()`.
  ///
  /// - Throws: The `StoreError` of the first read that failed, what the body throws.
  public func checkingAccess<Result>(_ body: () throws -> Result) throws -> Result {
    // Checks may stand in each other, and each has a failure of its own.
    let (before, depth) = (accessFailure, accessChecks)
    accessFailure = nil
    accessChecks += 1
    defer {
      accessFailure = before
      accessChecks = depth
    }
    let result = try body()
    if let accessFailure { throw accessFailure }
    return result
  }

  /// Tells the program of something that could not be read.
  func tell(accessError error: StoreError) {
    // The first failure is the cause of others.
    if accessChecks > 0 { accessFailure = accessFailure ?? error }
    accessErrorHandler?(error)
  }
}
