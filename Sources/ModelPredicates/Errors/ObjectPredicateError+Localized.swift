#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ObjectPredicateError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
