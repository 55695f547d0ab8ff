/// A month as a calendar shows it: weeks from Monday to Sunday.
public struct MonthView: Sendable, Hashable {
  /// The month and year, such as `May 2012`.
  public var title: String
  /// The days of each week; nil where a day is of another month.
  public var weeks: [[Int?]]
  /// The day that is chosen; nil where none is.
  public var selectedDay: Int?

  /// The names of the days.
  public static let dayNames = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// The month of a date.
  ///
  /// - Parameters:
  ///   - isSelected: Whether the date's day is the chosen one.
  ///   - hasTime: Whether it is a moment, whose day is that of the user's time
  ///     zone.
  public init(of date: Date, isSelected: Bool, hasTime: Bool = false) {
    let shown = ScreenDate.parts(date, hasTime: hasTime).day
    title = "\(ScreenDate.months[Int(shown.month) - 1]) \(shown.year)"
    selectedDay = isSelected ? Int(shown.day) : nil
    // Sunday is 1; the columns begin with Monday.
    let weekday = shown.shifted(months: 0, days: 1 - shown.day).weekday
    let blanks = Int(weekday + 5) % 7
    let count = Int(CalendarDay.dayCount(shown.year, shown.month))
    var days: [Int?] = Array(repeating: nil, count: blanks) + (1...count).map { $0 }
    days += Array(repeating: nil, count: (7 - days.count % 7) % 7)
    weeks = stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<$0 + 7]) }
  }
}
