/// Reads the parts of a date in the forms of ISO 8601.
struct ISODateReader {
  private var bytes: ArraySlice<UInt8>
  /// The seconds since 2001-01-01 in UTC.
  private var seconds: Int64 = 0
  /// The digits of the fraction of a second.
  private var fraction = ""

  /// Reads a string such as `2012-05-27T14:30:00.5+02:00`; the result is nil
  /// for a string of another form.
  init?(moment text: String) {
    bytes = Array(text.utf8)[...]
    guard takeDay(), take("T") != nil, takeTime(needsSeconds: true), takeOffset(), bytes.isEmpty
    else { return nil }
  }

  /// Reads a string such as `2012-05-27`; the result is nil for a string of
  /// another form.
  init?(day text: String) {
    bytes = Array(text.utf8)[...]
    guard takeDay(), bytes.isEmpty else { return nil }
  }

  /// Reads a day, or a day and a time; the result is nil for a string of
  /// another form. A space may replace the T, and the seconds or the offset may
  /// be missing.
  init?(loosely text: String) {
    bytes = Array(text.utf8)[...]
    guard takeDay() else { return nil }
    if bytes.isEmpty { return }
    guard take(" T") != nil, takeTime(needsSeconds: false), bytes.isEmpty || takeOffset(),
      bytes.isEmpty
    else { return nil }
  }

  /// The date nearest to the time that was read. The seconds and their fraction
  /// are converted as one decimal number, since adding them would round twice.
  var date: Date {
    let number: Double?
    if seconds < 0, let part = Int64(fraction), part > 0, fraction.utf8.count <= 18 {
      // For example, -1 second and a fraction of .999 result in -0.001.
      let unit = (0..<fraction.utf8.count).reduce(Int64(1)) { unit, _ in unit * 10 }
      let rest = String(unit - part)
      let zeros = String(repeating: "0", count: fraction.utf8.count - rest.utf8.count)
      number = Double("-\(-(seconds + 1)).\(zeros)\(rest)")
    } else {
      number = Double("\(seconds).\(fraction)0")
    }
    return Date(timeIntervalSinceReferenceDate: number ?? Double(seconds) + fractionOfSecond)
  }

  private var fractionOfSecond: Double { Double("0.\(fraction)0") ?? 0 }

  /// The fraction of a second as kept in the date.
  private var keptFraction: Double {
    date.timeIntervalSinceReferenceDate - Double(seconds)
  }

  /// True if the date has kept every digit of the string.
  var isExact: Bool {
    let digits = fraction.utf8.count
    guard digits <= 15 else { return keptFraction == fractionOfSecond }
    let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
    return (keptFraction * unit).rounded() == (fractionOfSecond * unit).rounded()
  }

  var isExactToTheMicrosecond: Bool { (keptFraction - fractionOfSecond).magnitude < 5e-7 }

  // MARK: Parts

  private mutating func take(_ characters: String) -> UInt8? {
    guard let byte = bytes.first, characters.utf8.contains(byte) else { return nil }
    return bytes.popFirst()
  }

  private mutating func number(_ digits: ClosedRange<Int>) -> Int64? {
    let found = bytes.prefix { (0x30...0x39).contains($0) }.prefix(digits.upperBound)
    guard found.count >= digits.lowerBound else { return nil }
    bytes = bytes.dropFirst(found.count)
    return Int64(String(decoding: found, as: UTF8.self))
  }

  /// Reads a day, whose year has four digits, or a sign and more digits.
  /// Returns false if there is no such day.
  private mutating func takeDay() -> Bool {
    let sign = take("+-")
    guard let year = number(sign == nil ? 4...4 : 4...9), take("-") != nil,
      let month = number(2...2), take("-") != nil, let day = number(2...2),
      let found = CalendarDay(
        year: sign == UInt8(ascii: "-") ? -year : year, month: month, day: day)
    else { return false }
    seconds = found.daysSinceReference * 86_400
    return true
  }

  private mutating func takeTime(needsSeconds: Bool) -> Bool {
    guard let hour = number(2...2), hour < 24, take(":") != nil, let minute = number(2...2),
      minute < 60
    else { return false }
    seconds += hour * 3600 + minute * 60
    guard take(":") != nil else { return !needsSeconds }
    guard let second = number(2...2), second < 60 else { return false }
    seconds += second
    guard take(".") != nil else { return true }
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    bytes = bytes.dropFirst(digits.count)
    fraction = String(decoding: digits, as: UTF8.self)
    return !digits.isEmpty
  }

  /// Reads an offset: `Z`, `+02:00`, `+0200` or `+02`. Returns false if there
  /// is none.
  private mutating func takeOffset() -> Bool {
    if take("Z") != nil { return true }
    guard let sign = take("+-"), let hours = number(2...2), hours < 24 else { return false }
    let hasColon = take(":") != nil
    let minutes = bytes.isEmpty && !hasColon ? 0 : number(2...2)
    guard let minutes, minutes < 60 else { return false }
    let offset = hours * 3600 + minutes * 60
    seconds += sign == UInt8(ascii: "-") ? offset : -offset
    return true
  }
}
