// `localizedDescription` says what `description` says: without these it is "The operation could
// not be completed".

extension GenerationDiagnostic: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension TemplateError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
