// `localizedDescription` says what `description` says: without these it is "The operation could
// not be completed".

extension StoreError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension MigrationError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension ValidationError: LocalizedError {
  /// The failures, with objects by what they show and properties by the model's
  /// titles.
  public var errorDescription: String? { textForPeople }
}
