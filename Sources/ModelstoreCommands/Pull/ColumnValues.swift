internal import Foundation
internal import ModelRuntime
internal import ModelSQLite
internal import ModelSchema

/// The way a database keeps dates, which it has no type for.
enum DateForm: String, CaseIterable {
  /// `2009-01-31 13:45:00`.
  case text
  /// Seconds since 1970.
  case epoch
  /// Milliseconds since 1970.
  case milliseconds
  /// Days since noon of November 24, 4714 BC.
  case julian

  /// The date of a value; nil where it is none of this form.
  func date(_ value: FunctionResult) -> Date? {
    switch (self, value) {
    case (.text, .text(let text)): Self.parsed(text)
    case (.epoch, .integer(let number)): Date(timeIntervalSince1970: Double(number))
    case (.epoch, .double(let number)): Date(timeIntervalSince1970: number)
    case (.milliseconds, .integer(let number)): Date(timeIntervalSince1970: Double(number) / 1000)
    case (.julian, .double(let number)):
      Date(timeIntervalSince1970: (number - 2_440_587.5) * 86400)
    case (.julian, .integer(let number)):
      Date(timeIntervalSince1970: (Double(number) - 2_440_587.5) * 86400)
    default: nil
    }
  }

  /// The date of SQLite's forms, in UTC: a day, with a time, with an offset.
  static func parsed(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[start..<start + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    func has(_ characters: String, at place: Int) -> Bool {
      place < bytes.count && characters.utf8.contains(bytes[place])
    }
    guard let year = number(0, 4), has("-", at: 4), let month = number(5, 2), has("-", at: 7),
      let day = number(8, 2), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var seconds = Double(Self.days(year, month, day)) * 86400
    if bytes.count == 10 { return Date(timeIntervalSince1970: seconds) }
    guard has(" T", at: 10), let hour = number(11, 2), has(":", at: 13), let minute = number(14, 2),
      hour < 25, minute < 60
    else { return nil }
    seconds += Double(hour * 3600 + minute * 60)
    var place = 16
    if has(":", at: place), let second = number(place + 1, 2), second < 61 {
      seconds += Double(second)
      place += 3
      if has(".", at: place) {
        let digits = bytes[(place + 1)...].prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        seconds += Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
        place += 1 + digits.count
      }
    }
    if place == bytes.count || has("Z", at: place) && place + 1 == bytes.count {
      return Date(timeIntervalSince1970: seconds)
    }
    guard has("+-", at: place), let hours = number(place + 1, 2), has(":", at: place + 3),
      let minutes = number(place + 4, 2), bytes.count == place + 6
    else { return nil }
    let offset = Double(hours * 3600 + minutes * 60)
    return Date(timeIntervalSince1970: seconds + (has("-", at: place) ? offset : -offset))
  }

  /// The days from 1970 to a day of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468
  }
}

/// The values that a column has, as far as they were looked at.
struct ColumnFacts {
  private(set) var count = 0
  private(set) var integers = 0
  private(set) var reals = 0
  private(set) var texts = 0
  private(set) var blobs = 0
  private(set) var range: ClosedRange<Int64>?
  private(set) var uuids = 0
  private(set) var documents = 0
  private(set) var dates: [DateForm: Int] = [:]

  mutating func add(_ value: FunctionResult) {
    switch value {
    case .null, .error, .failure: return
    case .integer(let number):
      integers += 1
      range = min(range?.lowerBound ?? number, number)...max(range?.upperBound ?? number, number)
      if (0...4_102_444_800).contains(number) { dates[.epoch, default: 0] += 1 }
      if (100_000_000_000...4_102_444_800_000).contains(number) {
        dates[.milliseconds, default: 0] += 1
      }
    case .double(let number):
      reals += 1
      if (1_721_059...5_373_484).contains(number) { dates[.julian, default: 0] += 1 }
      if (6_000_000...4_102_444_800).contains(number) { dates[.epoch, default: 0] += 1 }
    case .text(let text):
      texts += 1
      if DateForm.parsed(text) != nil { dates[.text, default: 0] += 1 }
      if text.utf8.count == 36, UUID(uuidString: text) != nil { uuids += 1 }
      if text.hasPrefix("{") || text.hasPrefix("["), JSONValueText.isDocument(text) {
        documents += 1
      }
    case .bytes(let bytes):
      blobs += 1
      if bytes.count == 16 { uuids += 1 }
    }
    count += 1
  }

  /// The form that all values are dates in; nil where there is none.
  var dateForm: DateForm? {
    [.text, .julian, .milliseconds, .epoch].first { count > 0 && dates[$0] == count }
  }
}

/// Documents of JSON.
enum JSONValueText {
  static func isDocument(_ text: String) -> Bool { value(text) != nil }

  static func value(_ text: String) -> JSONTree? {
    try? JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
  }
}

extension AttributeType {
  /// The value of a column as this type's; nil where it does not fit.
  func value(of stored: FunctionResult, dates: DateForm) -> Any? {
    switch (self, stored) {
    case (.boolean, .integer(let number)): (0...1).contains(number) ? number == 1 : nil
    case (.boolean, .text(let text)): ["true": true, "false": false][text.lowercased()]
    case (.int16, .integer(let number)): Int16(exactly: number)
    case (.int32, .integer(let number)): Int32(exactly: number)
    case (.int64, .integer(let number)): number
    case (.int16, .double(let number)): Int16(exactly: number)
    case (.int32, .double(let number)): Int32(exactly: number)
    case (.int64, .double(let number)): Int64(exactly: number)
    case (.float, .double(let number)): Float(number)
    case (.float, .integer(let number)): Float(exactly: number)
    case (.double, .double(let number)): number
    case (.double, .integer(let number)): Double(exactly: number)
    case (.decimal, .integer(let number)): Decimal(number)
    case (.decimal, .double(let number)):
      number.isFinite
        ? Decimal(string: "\(number)", locale: Locale(identifier: "en_US_POSIX")) : nil
    case (.decimal, .text(let text)): Self.decimal(text)
    case (.string, .text(let text)): text
    case (.string, .integer(let number)): "\(number)"
    case (.string, .double(let number)): "\(number)"
    case (.date, _): dates.date(stored)
    case (.data, .bytes(let bytes)): Data(bytes)
    case (.data, .text(let text)): Data(text.utf8)
    case (.uuid, .text(let text)): UUID(uuidString: text)
    case (.uuid, .bytes(let bytes)):
      bytes.count == 16
        ? UUID(
          uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }) : nil
    case (.url, .text(let text)): URL(string: text)
    case (.json, .text(let text)), (.list, .text(let text)), (.codable, .text(let text)):
      JSONValueText.value(text)
    case (.enumeration(_, let raw), _): raw.value(of: stored, dates: dates)
    default: nil
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    return isNumber ? Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) : nil
  }
}
