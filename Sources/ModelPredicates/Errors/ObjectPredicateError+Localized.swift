extension ObjectPredicateError: LocalizedError {
  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}
