public import Foundation

// Without this conformance, `localizedDescription` would be "The operation could not be
// completed" instead of `description`.

extension SQLiteError: LocalizedError {
  /// The error's `description`, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}
