extension ObjectPredicateError: LocalizedError {
  /// The same text as `description`, so that `localizedDescription` shows it.
  public var errorDescription: String? { description }
}
