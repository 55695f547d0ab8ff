#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Decimal {
  /// The digits; a column of numeric affinity makes a number of them.
  var storedText: String { description }
}
