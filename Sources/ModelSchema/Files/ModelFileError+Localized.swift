// Without these conformances `localizedDescription` would be "The operation could not
// be completed" instead of `description`.

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
