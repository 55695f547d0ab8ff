// `localizedDescription` says what `description` says: without these it is "The operation could
// not be completed".

extension ModelFileError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension MappingDiagnostic: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension NoMigrationPath: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
