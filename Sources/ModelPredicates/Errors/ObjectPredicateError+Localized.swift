extension ObjectPredicateError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
