/// A month of a calendar, in weeks from Monday to Sunday.
public struct MonthView: Sendable, Hashable {
  /// The name of the month, and the year, such as `May 2012`.
  public var title: String
  /// The days of each week; nil for a day of another month.
  public var weeks: [[Int?]]
  /// The selected day; nil if no day is selected.
  public var selectedDay: Int?

  /// The abbreviated names of the days of the week, beginning with Monday.
  public static let dayNames = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// Creates the month of a date.
  ///
  /// - Parameters:
  ///   - isSelected: True if the date's day is selected.
  ///   - hasTime: True if the date has a time of day, so that its day depends on the
  ///     user's time zone.
  public init(of date: Date, isSelected: Bool, hasTime: Bool = false) {
    let shown = ScreenDate.parts(date, hasTime: hasTime).day
    title = "\(ScreenDate.months[Int(shown.month) - 1]) \(shown.year)"
    selectedDay = isSelected ? Int(shown.day) : nil
    // The calendar counts weekdays from Sunday, but the columns begin with Monday.
    let weekday = shown.shifted(months: 0, days: 1 - shown.day).weekday
    let blanks = Int(weekday + 5) % 7
    let count = Int(CalendarDay.dayCount(shown.year, shown.month))
    var days: [Int?] = Array(repeating: nil, count: blanks) + (1...count).map { $0 }
    days += Array(repeating: nil, count: (7 - days.count % 7) % 7)
    weeks = stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<$0 + 7]) }
  }
}
