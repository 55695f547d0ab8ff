// `localizedDescription` returns `description`. Without these extensions, it
// would be "The operation could not be completed".

extension StoreError: LocalizedError {
  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}

extension MigrationError: LocalizedError {
  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}

extension ValidationError: LocalizedError {
  /// The failures, with the names of objects and properties that the user
  /// interface shows.
  public var errorDescription: String? { textForPeople }
}
