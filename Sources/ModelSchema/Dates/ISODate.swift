/// Reads and writes dates in the form of ISO 8601, in UTC: `2012-05-27T14:30:00Z`.
package enum ISODate {
  /// Returns the text of a date, with as many fraction digits as the date
  /// needs; nil if nine digits are not enough or the year has more than four
  /// digits.
  package static func text(_ date: Date) -> String? {
    [0, 3, 6, 9].lazy
      .compactMap { text(date, digits: $0, hasLongYears: false) }
      .first { self.date($0) == date }
  }

  /// Returns the text of a date for users, rounded if necessary.
  package static func shown(_ date: Date) -> String {
    let isWhole =
      date.timeIntervalSinceReferenceDate.rounded() == date.timeIntervalSinceReferenceDate
    return text(date) ?? text(date, digits: isWhole ? 0 : 9, hasLongYears: true)
      ?? "\(date.timeIntervalSinceReferenceDate) seconds since 2001"
  }

  /// Returns the text of the day of a date in UTC.
  package static func dayText(_ date: Date) -> String {
    moment(date, digits: 0).map { dayText($0.day) } ?? shown(date)
  }

  /// Returns the date that a string with a time and an offset from UTC
  /// represents; nil if the string does not have this form, or there is no such
  /// day.
  package static func date(_ text: String) -> Date? { ISODateReader(moment: text)?.date }

  /// Returns the date that a string with a time and an offset from UTC
  /// represents; nil if the string does not have this form, there is no such
  /// day, or the string has more digits than a date keeps.
  package static func exactDate(_ text: String) -> Date? {
    ISODateReader(moment: text).flatMap { $0.isExact ? $0.date : nil }
  }

  /// Returns midnight of a day such as `2012-05-27`, in UTC; nil if the string
  /// does not have this form, or there is no such day.
  package static func day(_ text: String) -> Date? { ISODateReader(day: text)?.date }

  /// Returns the date that a string from a database represents; nil if the
  /// string has another form. The string has a form that `date(_:)` or
  /// `day(_:)` reads, or has a space in place of the T, no seconds, or no
  /// offset, which means UTC. Digits beyond microseconds are rounded.
  package static func databaseDate(_ text: String) -> Date? {
    ISODateReader(loosely: text).flatMap { $0.isExactToTheMicrosecond ? $0.date : nil }
  }

  // MARK: Writing

  /// Returns the day of a date, its second of the day, and the given number of
  /// digits of the fraction; nil if the date is out of range.
  private static func moment(
    _ date: Date, digits: Int
  ) -> (day: CalendarDay, second: Int64, fraction: Int64)? {
    let time = date.timeIntervalSinceReferenceDate
    guard time.magnitude < 1e14 else { return nil }
    let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
    var second = Int64(time.rounded(.down))
    // If no digits are requested, the second is rounded down.
    let rest = digits == 0 ? 0 : ((time - time.rounded(.down)) * unit).rounded()
    var fraction = Int64(rest)
    if rest == unit, digits > 0 { (second, fraction) = (second + 1, 0) }
    let (day, secondOfDay) = second.floorDivided(by: 86_400)
    return (CalendarDay(daysSinceReference: day), secondOfDay, fraction)
  }

  private static func text(_ date: Date, digits: Int, hasLongYears: Bool) -> String? {
    guard let (day, second, fraction) = moment(date, digits: digits),
      hasLongYears || (0...9999).contains(day.year)
    else { return nil }
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return dayText(day) + "T" + time.joined(separator: ":")
      + (digits > 0 ? "." + padded(fraction, digits) : "") + "Z"
  }

  private static func dayText(_ day: CalendarDay) -> String {
    let sign = day.year < 0 ? "-" : day.year > 9999 ? "+" : ""
    let year = padded(Int64(day.year.magnitude), sign.isEmpty ? 4 : 6)
    return "\(sign)\(year)-\(padded(day.month, 2))-\(padded(day.day, 2))"
  }

  private static func padded(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
  }
}
