public import Foundation

// Without this conformance `localizedDescription` would be "The operation could not be
// completed" instead of `description`.

extension SQLiteError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
