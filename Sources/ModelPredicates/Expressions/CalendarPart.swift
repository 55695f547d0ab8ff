/// A component of a date in the Gregorian calendar, as a function of the date and the
/// name of a time zone: `year:(published, "Europe/Berlin")`.
///
/// Without a time zone, the component is in UTC. The calendar is proleptic: its rules
/// also apply to dates before its introduction.
package enum CalendarPart: String, CaseIterable, Sendable {
  case year = "year:"
  case month = "month:"
  case day = "day:"
  case hour = "hour:"
  case minute = "minute:"
  case second = "second:"
  /// The day of the week, from 1 for Sunday.
  case weekday = "weekday:"

  /// Returns the component of a date; nil for a date that the calendar cannot
  /// represent.
  package func value(of date: Date, in zone: TimeZone?) -> Int64? {
    let time = date.timeIntervalSinceReferenceDate.rounded(.down)
    guard time.magnitude < 1e14 else { return nil }
    let seconds = Int64(time) + Int64(zone?.secondsFromGMT(for: date) ?? 0)
    let (days, second) = seconds.floorDivided(by: 86_400)
    let day = CalendarDay(daysSinceReference: days)
    switch self {
    case .year: return day.year
    case .month: return day.month
    case .day: return day.day
    case .hour: return second / 3600
    case .minute: return second / 60 % 60
    case .second: return second % 60
    case .weekday: return day.weekday
    }
  }
}
