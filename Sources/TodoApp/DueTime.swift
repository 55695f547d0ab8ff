public import Foundation

/// Times as people type and read them, in the local time zone.
public enum DueTime {
  /// Reads `2026-11-21 15:30`, `15:30` of today, or `+10` minutes from now; nil
  /// for anything else.
  public static func read(
    _ text: String, now: Date, calendar: Calendar = .current
  ) -> Date? {
    if text.hasPrefix("+") {
      guard let minutes = Double(text.dropFirst()), minutes.magnitude < 1e8 else { return nil }
      return now.addingTimeInterval(minutes * 60)
    }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let clock = parts.last.flatMap { numbers($0, ":", [0...23, 0...59]) }
    guard let clock, parts.count <= 2 else { return nil }
    var components = calendar.dateComponents([.year, .month, .day], from: now)
    if parts.count == 2 {
      guard let day = numbers(parts[0], "-", [1...9999, 1...12, 1...31]) else { return nil }
      (components.year, components.month, components.day) = (day[0], day[1], day[2])
    }
    (components.hour, components.minute) = (clock[0], clock[1])
    let date = calendar.date(from: components)
    // A day that its month does not have is none.
    return date.flatMap { calendar.component(.day, from: $0) == components.day ? $0 : nil }
  }

  /// A time as `2026-11-21 15:30`.
  public static func text(_ date: Date, calendar: Calendar = .current) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func padded(_ number: Int?, _ width: Int) -> String {
      let digits = String(number ?? 0)
      return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
    return "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2)) "
      + "\(padded(parts.hour, 2)):\(padded(parts.minute, 2))"
  }

  private static func numbers(
    _ text: Substring, _ separator: Character, _ ranges: [ClosedRange<Int>]
  ) -> [Int]? {
    let numbers = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == ranges.count else { return nil }
    var found: [Int] = []
    for (number, range) in zip(numbers, ranges) {
      guard let number, range.contains(number) else { return nil }
      found.append(number)
    }
    return found
  }
}
