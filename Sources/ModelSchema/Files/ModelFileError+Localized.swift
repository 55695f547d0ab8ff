// Without these conformances, `localizedDescription` would be "The operation
// could not be completed" instead of `description`.

extension ModelFileError: LocalizedError {
  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}

extension MappingDiagnostic: LocalizedError {
  /// The diagnostic's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}

extension NoMigrationPath: LocalizedError {
  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}
