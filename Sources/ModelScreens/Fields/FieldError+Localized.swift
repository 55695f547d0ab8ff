// `localizedDescription` says what `description` says: without these it is "The operation could
// not be completed".

extension FieldError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
