/// A namespace for the dates and times on screens, such as `May 27, 2012 14:30`.
///
/// A date without a time of day is midnight in UTC, in any time zone of the
/// user. A date with a time of day is shown in the user's time zone. The
/// calendar is Gregorian, with English names of months.
public enum ScreenDate {
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the day and the minute of a date, in the user's time zone if the
  /// date has a time of day, and otherwise in UTC.
  static func parts(_ date: Date, hasTime: Bool) -> (day: CalendarDay, minute: Int) {
    let limit = 1e12
    let time = min(max(date.timeIntervalSinceReferenceDate, -limit), limit)
    let offset = hasTime ? TimeZone.current.secondsFromGMT(for: date) : 0
    let (day, second) = (Int64(time.rounded(.down)) + Int64(offset)).floorDivided(by: 86_400)
    return (CalendarDay(daysSinceReference: day), Int(second / 60))
  }

  /// Returns the date for a day without a time of day, which is midnight in
  /// UTC.
  static func date(_ day: CalendarDay) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(day.daysSinceReference) * 86_400)
  }

  /// Returns the date for a minute of a day in the user's time zone. A time that is
  /// skipped by a change of the clock is moved forward; if a time occurs twice, the
  /// first one is used.
  static func moment(_ day: CalendarDay, minute: Int) -> Date {
    let zone = TimeZone.current
    let wall = date(day) + Double(minute * 60)
    let offsets = [wall - 86_400, wall + 86_400].map { Double(zone.secondsFromGMT(for: $0)) }
    let moments = offsets.map { wall - $0 }
    let fitting = zip(moments, offsets).filter { Double(zone.secondsFromGMT(for: $0)) == $1 }
    return fitting.map(\.0).min() ?? moments[0]
  }

  /// Returns the text of a date, with or without the time of day.
  public static func text(_ date: Date, hasTime: Bool = false) -> String {
    let (day, minute) = parts(date, hasTime: hasTime)
    let text = "\(months[Int(day.month) - 1]) \(day.day), \(day.year)"
    guard hasTime else { return text }
    return "\(text) \(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
  }

  /// Returns whether a date has no time of day, which means that it is midnight
  /// in UTC.
  package static func isDay(_ date: Date) -> Bool {
    self.date(parts(date, hasTime: false).day) == date
  }

  /// Returns a string from which exactly the same date can be read. The string
  /// has the usual form or, if this would lose the seconds, the form of ISO
  /// 8601.
  static func exactText(_ date: Date, hasTime: Bool) -> String {
    let text = text(date, hasTime: hasTime || !isDay(date))
    return self.date(text) == date ? text : ISODate.shown(date)
  }

  /// The smallest number of two digits that stands for a year of the twentieth
  /// century: 70 means 1970, and 69 means 2069.
  static let pivot = 70

  /// Returns the date that a string represents; nil if it is not a date. The
  /// string can be `May 27, 2012`, `2012-05-27` or `27-May-12`, each optionally
  /// followed by a time such as `14:30`, or `2012-05-27T14:30:00Z`.
  public static func date(_ text: String) -> Date? {
    if text.contains("T"), let date = ISODate.date(text) { return date }
    var words = text.split { $0 == " " || $0 == "," }
    var minutes: Int?
    if let last = words.last, last.contains(":") {
      guard let time = Self.minutes(last) else { return nil }
      minutes = time
      words.removeLast()
    }
    let day = words.count == 1 ? listed(words[0]) : words.count == 3 ? spelled(words) : nil
    guard let day, let minutes else { return day }
    return moment(parts(day, hasTime: false).day, minute: minutes)
  }

  /// Returns the date and time that a string represents; nil if it does not
  /// represent one. The string can have any form that `date(_:)` accepts, or be
  /// a time of the current day, such as `14:30`, or a number of minutes from
  /// now, such as `+10`.
  public static func moment(_ text: String) -> Date? {
    if text.hasPrefix("+") {
      return number(text.dropFirst(), digits: 1...7).map { .now + TimeInterval($0 * 60) }
    }
    guard let minutes = minutes(Substring(text)) else { return date(text) }
    return moment(parts(.now, hasTime: true).day, minute: minutes)
  }

  /// Returns the year of a date, in the user's time zone if it has a time of
  /// day, and otherwise in UTC.
  package static func year(of date: Date, hasTime: Bool) -> Int {
    Int(parts(date, hasTime: hasTime || !isDay(date)).day.year)
  }

  /// The current day in the user's time zone, as midnight in UTC.
  public static var today: Date { date(parts(.now, hasTime: true).day) }

  /// Returns midnight, in UTC, of the day of a date.
  public static func startOfDay(_ date: Date) -> Date {
    self.date(parts(date, hasTime: false).day)
  }

  /// Returns the interval, in the user's time zone, of the day of a date.
  static func localDay(_ date: Date, hasTime: Bool) -> DateInterval {
    let first = parts(date, hasTime: hasTime).day
    return DateInterval(
      start: moment(first, minute: 0),
      end: moment(first.shifted(months: 0, days: 1), minute: 0))
  }

  /// Returns the beginning of a date's minute.
  static func startOfMinute(_ date: Date) -> Date {
    Date(
      timeIntervalSinceReferenceDate: (date.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60
    )
  }

  /// Returns the date that is the given number of months and days later. The
  /// months are added first; if the resulting month does not have the day, its
  /// last day is used.
  ///
  /// - Parameter hasTime: True if the date has a time of day, which is kept.
  public static func shifted(
    _ date: Date, days: Int = 0, months: Int = 0, hasTime: Bool = false
  ) -> Date {
    let (day, minute) = parts(date, hasTime: hasTime)
    let later = day.shifted(months: Int64(months), days: Int64(days))
    return hasTime ? moment(later, minute: minute) : self.date(later)
  }

  private static func spelled(_ words: [Substring]) -> Date? {
    guard let month = month(words[0]), let day = number(words[1], digits: 1...2),
      let year = number(words[2], digits: 4...4)
    else { return nil }
    return date(year: year, month: month, day: day)
  }

  /// Returns the number of the month with the given name, or with an abbreviation of at
  /// least three letters; nil if there is no such month.
  private static func month(_ word: Substring) -> Int? {
    let name = word.lowercased()
    guard name.count >= 3 else { return nil }
    return monthNames.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  private static func listed(_ word: Substring) -> Date? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    if let month = month(parts[1]) {
      guard let day = number(parts[0], digits: 1...2), let year = listedYear(parts[2]) else {
        return nil
      }
      return date(year: year, month: month, day: day)
    }
    guard let year = number(parts[0], digits: 4...4),
      let month = number(parts[1], digits: 1...2), let day = number(parts[2], digits: 1...2)
    else { return nil }
    return date(year: year, month: month, day: day)
  }

  private static func listedYear(_ text: Substring) -> Int? {
    guard let year = number(text, digits: 2...2) else { return number(text, digits: 4...4) }
    return year < pivot ? 2000 + year : 1900 + year
  }

  private static func minutes(_ word: Substring) -> Int? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = number(parts[0], digits: 1...2), hour < 24,
      let minute = number(parts[1], digits: 2...2), minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  /// Returns the date for a year, a month and a day; nil if the calendar has no
  /// such day.
  static func date(year: Int, month: Int, day: Int) -> Date? {
    CalendarDay(year: Int64(year), month: Int64(month), day: Int64(day)).map(date)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}
