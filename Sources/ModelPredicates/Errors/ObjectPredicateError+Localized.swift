extension ObjectPredicateError: LocalizedError {
  /// The description of the error, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}
