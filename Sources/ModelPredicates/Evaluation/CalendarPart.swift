#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A part of a date by the Gregorian calendar, which is a function of the date
/// and of a time zone's name: `year:(published, "Europe/Berlin")`.
///
/// Without a time zone it is that of UTC. The calendar is the proleptic one:
/// its rules hold for the time before they were made as well.
package enum CalendarPart: String, CaseIterable, Sendable {
  case year = "year:"
  case month = "month:"
  case day = "day:"
  case hour = "hour:"
  case minute = "minute:"
  case second = "second:"
  /// From 1 for Sunday.
  case weekday = "weekday:"

  /// The part of a date; nil for a date outside of any calendar.
  package func value(of date: Date, in zone: TimeZone?) -> Int64? {
    let time = date.timeIntervalSinceReferenceDate.rounded(.down)
    guard time.magnitude < 1e14 else { return nil }
    let seconds = Int64(time) + Int64(zone?.secondsFromGMT(for: date) ?? 0)
    let (day, second) = Self.divide(seconds, 86_400)
    switch self {
    case .year: return Self.civil(day).year
    case .month: return Self.civil(day).month
    case .day: return Self.civil(day).day
    case .hour: return second / 3600
    case .minute: return second / 60 % 60
    case .second: return second % 60
    // The reference date was a Monday.
    case .weekday: return Self.divide(day + 1, 7).remainder + 1
    }
  }

  /// The date of a day, counted from 2001-01-01 (Hinnant, "chrono-Compatible
  /// Low-Level Date Algorithms", `civil_from_days`).
  private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // Eras of 400 years begin on a March 1st, the first one in the year 0.
    let (era, dayOfEra) = divide(day + 730_791, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      era * 400 + yearOfEra + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func divide(
    _ number: Int64, _ divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
