import Foundation

enum TestDates {
  /// January 1, 2001, at midnight in GMT.
  static let newYear: Date? = Date(timeIntervalSinceReferenceDate: 0)
}
