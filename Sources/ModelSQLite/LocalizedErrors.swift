public import Foundation

// Without this conformance, `localizedDescription` would be "The operation could not be
// completed" instead of `description`.

extension SQLiteError: LocalizedError {
  /// The description of the error, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}
