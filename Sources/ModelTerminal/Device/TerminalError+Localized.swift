// Without this conformance `localizedDescription` would be "The operation could not be
// completed" instead of the description.

extension TerminalError: LocalizedError {
  /// The description.
  package var errorDescription: String? { description }
}
