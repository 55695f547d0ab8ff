public import Foundation

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
    let parts = ScreenDate.calendar(hasTime: hasTime)
      .dateComponents([.year, .month, .day], from: date)
    let (year, month) = (parts.year ?? 2001, parts.month ?? 1)
    title = "\(ScreenDate.months[min(max(month - 1, 0), 11)]) \(year)"
    selectedDay = isSelected ? parts.day : nil
    let first = ScreenDate.date(year: year, month: month, day: 1) ?? date
    let calendar = ScreenDate.calendar(hasTime: false)
    // Sunday is 1; the columns begin with Monday.
    let blanks = (calendar.component(.weekday, from: first) + 5) % 7
    let count = calendar.range(of: .day, in: .month, for: first)?.count ?? 30
    var days: [Int?] = Array(repeating: nil, count: blanks) + (1...count).map { $0 }
    days += Array(repeating: nil, count: (7 - days.count % 7) % 7)
    weeks = stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<$0 + 7]) }
  }
}
