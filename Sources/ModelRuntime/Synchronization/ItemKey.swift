/// A key by which remote items and local objects are matched.
public enum ItemKey: Sendable, Hashable {
  /// A key that is an integer.
  case number(Int64)
  /// A key that is a number with a fraction, or outside the range of `Int64`.
  case real(Double)
  /// A key that is a date.
  case date(Date)
  /// A key that is a string.
  case text(String)
}

extension ItemKey {
  // Strings are compared by their Unicode scalars, as in predicates; Swift's own
  // equality considers "é" equal to "e" with a combining accent.

  /// Returns whether both keys are the same number or date, or strings with the same
  /// scalars.
  public static func == (one: ItemKey, other: ItemKey) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): one == other
    case (.real(let one), .real(let other)): one == other
    case (.date(let one), .date(let other)): one == other
    case (.text(let one), .text(let other)): one.hasScalars(of: other)
    default: false
    }
  }

  /// Hashes the number or date, or the scalars of the string.
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
  /// Returns whether one key precedes another. Integers precede other numbers,
  /// dates and strings, in this order; strings are ordered by their Unicode
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
  /// Creates a key from an integer.
  public init(integerLiteral value: Int64) { self = .number(value) }

  /// Creates a key from a string.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Creates a key from a number, a string, a UUID, a URL or a date. The
  /// initialiser returns nil for other values.
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

  /// Creates a key from a number; an integer key if the number has no fraction,
  /// because JSON does not distinguish 7 from 7.0.
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
  /// Returns the key in the form in which an attribute of the given type has
  /// it; nil if the type cannot have such a value.
  func converted(to type: AttributeType) -> ItemKey? {
    switch (type, self) {
    // Keys of local objects are read in the same way: a float as the nearest double,
    // and integral values as integers.
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

  /// Returns the key; a string is folded if the options ignore case.
  func folded(_ options: MatchingOptions) -> ItemKey {
    guard !options.isCaseSensitive, case .text(let text) = self else { return self }
    return .text(TextFolding.fold(text, options: .caseInsensitive))
  }
}

extension [ItemKey] {
  /// The indexes of the keys in ascending order of the keys; equal keys keep their
  /// order.
  ///
  /// Indexes are sorted rather than elements, because items can be large, and moving a
  /// string requires reference counting. The standard library's sort is stable in
  /// practice, but this is not guaranteed.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of keys.
  var order: [Int] {
    var numbers: [(key: Int64, place: Int)] = []
    numbers.reserveCapacity(count)
    for (place, key) in enumerated() {
      guard case .number(let number) = key else { return orderOfAny }
      numbers.append((number, place))
    }
    return numbers.sorted { $0 < $1 }.map(\.place)
  }

  /// The indexes of the keys in ascending order, for keys that are not all
  /// integers.
  private var orderOfAny: [Int] {
    withUnsafeBufferPointer { keys in
      indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    }
  }
}
