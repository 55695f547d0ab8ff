/// A day of the calendar that is used to read and print all dates: the
/// proleptic Gregorian calendar of ISO 8601.
///
/// Like SQLite, this calendar also applies its rules to the time before they
/// were introduced. Foundation's calendar is the Julian calendar before October
/// 15, 1582, so its text for such a date would differ.
package struct CalendarDay: Hashable, Sendable {
  /// The year; 0 is 1 BC.
  package let year: Int64
  /// The month, from 1.
  package let month: Int64
  /// The day of the month, counted from 1.
  package let day: Int64

  /// Creates a day from a year, a month and a day of the month; nil if the
  /// calendar has no such day.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), day >= 1, day <= Self.dayCount(year, month),
      year.magnitude < 1_000_000_000
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day that is the given number of days after 2001-01-01
  /// (Hinnant, "chrono-Compatible Low-Level Date Algorithms",
  /// `civil_from_days`).
  package init(daysSinceReference days: Int64) {
    // Eras of 400 years begin on March 1, the first one in the year 0.
    let (era, dayOfEra) = (days + 730_791).floorDivided(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    year = era * 400 + yearOfEra + (isNextYear ? 1 : 0)
    self.month = isNextYear ? month - 9 : month + 3
    day = dayOfYear - (153 * month + 2) / 5 + 1
  }

  /// The number of days since 2001-01-01 (`days_from_civil`).
  package var daysSinceReference: Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).floorDivided(by: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 730_791
  }

  /// The day of the week, from 1 for Sunday.
  package var weekday: Int64 {
    // The reference date was a Monday.
    (daysSinceReference + 1).floorDivided(by: 7).remainder + 1
  }

  /// Returns the number of days of a month.
  package static func dayCount(_ year: Int64, _ month: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the day that results from adding the given number of months, and
  /// then of days. If the resulting month is too short, its last day is used.
  package func shifted(months: Int64, days: Int64) -> CalendarDay {
    let (years, month) = (month - 1 + months).floorDivided(by: 12)
    let last = Self.dayCount(year + years, month + 1)
    let moved = CalendarDay(year: year + years, month: month + 1, day: min(day, last)) ?? self
    return CalendarDay(daysSinceReference: moved.daysSinceReference + days)
  }
}

extension Int64 {
  /// Returns the quotient rounded down, and the remainder, which is not
  /// negative.
  package func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
