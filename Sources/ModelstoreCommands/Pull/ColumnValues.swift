/// The form of dates in a database. SQLite has no type for dates.
enum DateForm: String, CaseIterable {
  /// Text such as `2009-01-31 13:45:00`.
  case text
  /// The number of seconds since the start of 1970.
  case epoch
  /// The number of milliseconds since the start of 1970.
  case milliseconds
  /// Days since noon of November 24, 4714 BC.
  case julian

  /// Returns the date of a value; nil if it does not have this form.
  func date(_ value: FunctionResult) -> Date? {
    switch (self, value) {
    case (.text, .text(let text)): ISODate.databaseDate(text)
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
}

/// Statistics on a column's sample values.
struct ColumnFacts {
  private(set) var count = 0
  private(set) var integers = 0
  private(set) var reals = 0
  private(set) var texts = 0
  private(set) var blobs = 0
  private(set) var range: ClosedRange<Int64>?
  private(set) var uuids = 0
  /// The number of values that are clearly UUIDs, because of their hyphens or
  /// their version and variant.
  private(set) var markedUUIDs = 0
  private(set) var documents = 0
  /// The number of values that are true or false.
  private(set) var flags = 0
  /// The number of values that are numbers, including those stored as strings.
  private(set) var numbers = 0
  /// The number of digits of the longest number.
  private(set) var mostDigits = 0
  /// The smallest number; nil if no value is a number.
  private(set) var least: Double?
  private(set) var dates: [DateForm: Int] = [:]

  mutating func add(_ value: FunctionResult) {
    switch value {
    case .null, .error, .failure: return
    case .integer(let number):
      integers += 1
      if number.magnitude >= 1_000_000_000_000_000 {
        add(DecimalDigits("\(number)"))
      } else {
        numbers += 1
      }
      least = min(least ?? .infinity, Double(number))
      range = min(range?.lowerBound ?? number, number)...max(range?.upperBound ?? number, number)
      if (0...4_102_444_800).contains(number) { dates[.epoch, default: 0] += 1 }
      if (100_000_000_000...4_102_444_800_000).contains(number) {
        dates[.milliseconds, default: 0] += 1
      }
    case .double(let number):
      reals += 1
      add(DecimalDigits("\(number)"))
      least = min(least ?? .infinity, number)
      if (1_721_059...5_373_484).contains(number) { dates[.julian, default: 0] += 1 }
      if (6_000_000...4_102_444_800).contains(number) { dates[.epoch, default: 0] += 1 }
    case .text(let text):
      texts += 1
      add(DecimalDigits(text))
      if ISODate.databaseDate(text) != nil { dates[.text, default: 0] += 1 }
      if let uuid = UUID(pulled: text) { add(uuid, isPlain: text.utf8.count == 36) }
      if text.hasPrefix("{") || text.hasPrefix("["), JSONValueText.isDocument(text) {
        documents += 1
      }
    case .bytes(let bytes):
      blobs += 1
      if let uuid = UUID(bytes: bytes) { add(uuid) }
    }
    count += 1
    if AttributeType.boolean.value(of: value, dates: .text) != nil { flags += 1 }
  }

  private mutating func add(_ number: DecimalDigits?) {
    guard let number else { return }
    numbers += 1
    mostDigits = max(mostDigits, number.digits.count)
  }

  private mutating func add(_ uuid: UUID, isPlain: Bool = false) {
    uuids += 1
    // RFC 9562, 4.1 and 4.2: the variant 10, the versions 1 to 8.
    let (version, variant) = (uuid.uuid.6 >> 4, uuid.uuid.8 >> 6)
    if isPlain || variant == 0b10 && (1...8).contains(version) { markedUUIDs += 1 }
  }

  /// The form in which all values are dates; nil if there is no such form.
  var dateForm: DateForm? {
    [.text, .julian, .milliseconds, .epoch].first { count > 0 && dates[$0] == count }
  }
}

/// Reads JSON documents in columns of text.
enum JSONValueText {
  static func isDocument(_ text: String) -> Bool { value(text) != nil }

  static func value(_ text: String) -> JSONTree? { (try? JSONLine(text.utf8))?.document }
}

extension AttributeType {
  /// Returns the value of a column as a value of this type; nil if it does not
  /// fit.
  func value(of stored: FunctionResult, dates: DateForm) -> Any? {
    switch (self, stored) {
    case (.boolean, .integer(let number)): (0...1).contains(number) ? number == 1 : nil
    case (.boolean, .text(let text)): Self.words[text.lowercased()]
    case (.int16, .integer(let number)): Int16(exactly: number)
    case (.int32, .integer(let number)): Int32(exactly: number)
    case (.int64, .integer(let number)): number
    case (.int16, .double(let number)): Int16(exactly: number)
    case (.int32, .double(let number)): Int32(exactly: number)
    case (.int64, .double(let number)): Int64(exactly: number)
    case (.float, .double(let number)): Float(exactly: "\(number)")
    case (.float, .integer(let number)): Float(exactly: number)
    case (.double, .double(let number)): number
    case (.double, .integer(let number)): Double(exactly: number)
    case (.decimal, .integer(let number)): Decimal(number)
    case (.decimal, .double(let number)): Decimal(exactly: "\(number)")
    case (.decimal, .text(let text)): Decimal(exactly: text)
    case (.string, .text(let text)): text
    case (.string, .integer(let number)): "\(number)"
    case (.string, .double(let number)): "\(number)"
    case (.date, _): dates.date(stored)
    case (.data, .bytes(let bytes)): Data(bytes)
    case (.data, .text(let text)): Data(text.utf8)
    case (.uuid, .text(let text)): UUID(pulled: text)
    case (.uuid, .bytes(let bytes)): UUID(bytes: bytes)
    case (.url, .text(let text)): URL(exactly: text)
    case (.json, .text(let text)), (.list, .text(let text)), (.codable, .text(let text)):
      JSONValueText.value(text)
    case (.enumeration(_, let raw), _): raw.value(of: stored, dates: dates)
    default: nil
    }
  }

  /// The words that represent true or false.
  private static let words = [
    "true": true, "t": true, "yes": true, "y": true, "on": true, "1": true,
    "false": false, "f": false, "no": false, "n": false, "off": false, "0": false,
  ]
}

extension UUID {
  /// Creates the UUID from a string of 36 characters, or from its 32 digits
  /// alone; nil for any other string.
  fileprivate init?(pulled text: String) {
    let digits = Array(text.utf8)
    switch digits.count {
    case 36: self.init(uuidString: text)
    case 32:
      let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map {
        String(decoding: digits[$0], as: UTF8.self)
      }
      self.init(uuidString: groups.joined(separator: "-"))
    default: return nil
    }
  }
}
