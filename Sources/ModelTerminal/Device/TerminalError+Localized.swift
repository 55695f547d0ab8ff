// `localizedDescription` says what `description` says: without these it is "The operation could
// not be completed".

extension TerminalError: LocalizedError {
  /// The description.
  package var errorDescription: String? { description }
}
