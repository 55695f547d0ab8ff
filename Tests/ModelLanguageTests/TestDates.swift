import Foundation

enum TestDates {
  /// The first instant of 2001.
  static let newYear: Date? = Date(timeIntervalSinceReferenceDate: 0)
}
