public import Foundation
internal import ModelScreens

/// Days as the bank list and the screens write them.
///
/// A day is its midnight in UTC, in the Gregorian calendar; names of months are
/// English, whatever the user's settings are.
public enum BankDate {
  /// Two-digit years from this one on are of the twentieth century, those
  /// below it of the twenty-first: 70 is 1970, 69 is 2069.
  public static let pivot = 70

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  /// The day of a text such as `18-May-12` or `18-May-2012`; nil where it is
  /// none.
  public static func parse(listed text: String) -> Date? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let day = number(parts[0], digits: 1...2),
      let month = months.firstIndex(where: { $0.lowercased() == parts[1].lowercased() }),
      let year = year(parts[2])
    else { return nil }
    return date(year: year, month: month + 1, day: day)
  }

  /// The day of a text such as `May 27, 2012`; nil where it is none.
  public static func parse(shown text: String) -> Date? {
    text.contains(":") ? nil : ScreenDate.date(text)
  }

  /// The day as the screens show it, such as `May 27, 2012`.
  public static func text(_ date: Date) -> String { ScreenDate.text(date) }

  /// The midnight with which the day of a moment begins.
  public static func startOfDay(_ date: Date) -> Date { calendar.startOfDay(for: date) }

  /// The midnight with which the day after that of a moment begins.
  public static func nextDay(_ date: Date) -> Date {
    startOfDay(date).addingTimeInterval(24 * 60 * 60)
  }

  private static func year(_ text: Substring) -> Int? {
    if let year = number(text, digits: 2...2) { return year < pivot ? 2000 + year : 1900 + year }
    return number(text, digits: 4...4)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  /// The day of three numbers; nil where the calendar has no such day.
  private static func date(year: Int, month: Int, day: Int) -> Date? {
    let wanted = DateComponents(year: year, month: month, day: day)
    guard let date = calendar.date(from: wanted) else { return nil }
    let found = calendar.dateComponents([.year, .month, .day], from: date)
    return found.day == day && found.month == month ? date : nil
  }
}
