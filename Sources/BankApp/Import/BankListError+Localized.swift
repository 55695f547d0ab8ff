public import Foundation

// `localizedDescription` says what `description` says: without these it is "The operation could
// not be completed".

extension BankListError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
