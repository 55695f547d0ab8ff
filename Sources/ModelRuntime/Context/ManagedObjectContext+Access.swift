extension ManagedObjectContext {
  /// Runs a closure, and throws an error if a property that it accesses could
  /// not be read.
  ///
  /// Properties cannot throw: if the row of a related object cannot be read, because
  /// the store is busy for too long, the relationship is nil. Code that depends on its
  /// value can check it:
  ///
  /// ```swift
  /// let author = try context.checkingAccess { book.author }
  /// ```
  ///
  /// An object that was already inaccessible does not cause an error; use
  /// `load()` to check it.
  ///
  /// - Throws: The `StoreError` of the first failed read, or the error of the closure.
  public func checkingAccess<Result>(_ body: () throws -> Result) throws -> Result {
    // Checks can be nested, and each one has its own failure.
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

  /// Reports an object that could not be read to `checkingAccess(_:)` and to
  /// the handler of access errors.
  func tell(accessError error: StoreError) {
    // Later failures can be consequences of the first one.
    if accessChecks > 0 { accessFailure = accessFailure ?? error }
    accessErrorHandler?(error)
  }
}
