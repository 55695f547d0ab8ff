/// A key that identifies remote items and local objects with each other.
public enum ItemKey: Sendable, Hashable {
  /// A whole number.
  case number(Int64)
  /// A number with a fraction, or outside of the range of Int64.
  case real(Double)
  /// A point in time.
  case date(Date)
  /// A text.
  case text(String)
}

extension ItemKey {
  // Texts are compared by their Unicode scalars, as in predicates; for Swift's own
  // equality "é" and "e" with a combining accent are the same.

  /// True if both keys are the same number or date, or the same text scalar by scalar.
  public static func == (one: ItemKey, other: ItemKey) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): one == other
    case (.real(let one), .real(let other)): one == other
    case (.date(let one), .date(let other)): one == other
    case (.text(let one), .text(let other)): one.hasScalars(of: other)
    default: false
    }
  }

  /// Hashes the number or date, or the text's scalars.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .text(let value):
      for byte in value.utf8 { hasher.combine(byte) }
    }
  }
}

extension ItemKey: Comparable {
  /// Orders whole numbers, other numbers, dates, texts; texts by their Unicode
  /// scalars.
  public static func < (one: ItemKey, other: ItemKey) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): one < other
    case (.real(let one), .real(let other)): one < other
    case (.date(let one), .date(let other)): one < other
    case (.text(let one), .text(let other)): one.precedesByScalars(other)
    default: one.rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .number: 0
    case .real: 1
    case .date: 2
    case .text: 3
    }
  }
}

extension ItemKey: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Creates a key from a number.
  public init(integerLiteral value: Int64) { self = .number(value) }

  /// Creates a key from a text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Creates a key from a number (including numbers from JSON), text, UUID, URL or
  /// date; nil for any other value.
  public init?(_ value: Any?) {
    switch value {
    case let number as any FixedWidthInteger: self.init(whole: number)
    // On Linux, JSONSerialization does not return Swift's number types.
    case let number as NSNumber: self.init(number)
    case let number as any BinaryFloatingPoint: self.init(real: Double(number))
    case let text as String: self = .text(text)
    case let text as Substring: self = .text(String(text))
    case let value as UUID: self = .text(value.uuidString)
    case let value as URL: self = .text(value.absoluteString)
    case let value as Date: self = .date(value)
    default: return nil
    }
  }

  private init?(whole number: some FixedWidthInteger) {
    guard let exact = Int64(exactly: number) else { return nil }
    self = .number(exact)
  }

  /// Creates a whole number if the value is integral, since JSON does not distinguish 7
  /// from 7.0.
  private init?(real number: Double) {
    guard number.isFinite else { return nil }
    self = Int64(exactly: number).map(ItemKey.number) ?? .real(number)
  }

  private init?(_ number: NSNumber) {
    switch String(cString: number.objCType) {
    case "d", "f": self.init(real: number.doubleValue)
    case "Q": self.init(whole: number.uint64Value)
    default: self = .number(number.int64Value)
    }
  }
}

extension ItemKey {
  /// The key in the form of an attribute's values; nil if it cannot be a value of the
  /// type.
  func converted(to type: AttributeType) -> ItemKey? {
    switch (type, self) {
    // Keys of local objects are read in the same way: a float as the nearest double,
    // and integral values as whole numbers.
    case (.float, .real(let value)): ItemKey(real: Double(Float(value)))
    case (.float, .number(let value)): ItemKey(real: Double(Float(value)))
    case (.float, .text(let text)): Float(text).flatMap { ItemKey(real: Double($0)) }
    case (.double, .real(let value)): ItemKey(real: value)
    case (.int16, .real(let value)), (.int32, .real(let value)), (.int64, .real(let value)):
      Int64(exactly: value).map(ItemKey.number)
    case (.int16, .text(let text)), (.int32, .text(let text)), (.int64, .text(let text)):
      Int64(text).map(ItemKey.number)
    case (.double, .text(let text)): ItemKey(Double(text))
    case (.uuid, .text(let text)): ItemKey(UUID(uuidString: text))
    case (.string, .number(let value)): .text(String(value))
    // A date with a NaN interval cannot be ordered.
    case (.date, .date(let date)): date.timeIntervalSinceReferenceDate.isNaN ? nil : self
    case (.int16, .number), (.int32, .number), (.int64, .number), (.double, .number),
      (.string, .text), (.url, .text):
      self
    default: nil
    }
  }

  /// The key, with its case folded if case does not matter.
  func folded(_ options: MatchingOptions) -> ItemKey {
    guard !options.isCaseSensitive, case .text(let text) = self else { return self }
    return .text(TextFolding.fold(text, options: .caseInsensitive))
  }
}

extension [ItemKey] {
  /// The places of the keys in ascending order of the keys; equal keys stay in their
  /// order.
  ///
  /// Places are sorted rather than elements: items can be large, and moving a text
  /// costs reference counting. The standard library's sort is stable in practice but
  /// not guaranteed to be.
  ///
  /// - Complexity: O(*n* log *n*).
  var order: [Int] {
    var numbers: [(key: Int64, place: Int)] = []
    numbers.reserveCapacity(count)
    for (place, key) in enumerated() {
      guard case .number(let number) = key else { return orderOfAny }
      numbers.append((number, place))
    }
    return numbers.sorted { $0 < $1 }.map(\.place)
  }

  /// The order of keys that are not all whole numbers.
  private var orderOfAny: [Int] {
    withUnsafeBufferPointer { keys in
      indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    }
  }
}
