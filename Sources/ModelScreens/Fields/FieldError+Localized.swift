// Without this conformance `localizedDescription` would be "The operation could not be
// completed" instead of the description.

extension FieldError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
