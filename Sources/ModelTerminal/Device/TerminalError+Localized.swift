// Without this conformance, `localizedDescription` would be "The operation
// could not be completed" instead of the description.

extension TerminalError: LocalizedError {
  /// The error's `description`, which `localizedDescription` returns.
  package var errorDescription: String? { description }
}
