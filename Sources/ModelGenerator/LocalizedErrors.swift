// `localizedDescription` is the same as `description`. Without these extensions, it
// would only say "The operation could not be completed".

extension GenerationDiagnostic: LocalizedError {
  /// The description of the error, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}

extension TemplateError: LocalizedError {
  /// The description of the error, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}
