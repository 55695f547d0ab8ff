import Foundation
import ModelRuntime
import StoreSupport
import TestSupport

/// Random values, with many values that are easily handled wrong.
struct RandomValues {
  var random: RandomSource
  /// The objects that predicates can contain as constants.
  var objectIDs: [ObjectID] = []

  init(seed: UInt64) {
    random = RandomSource(seed: seed)
  }

  mutating func maybe<Value>(_ value: Value) -> Value? {
    random.number(below: 5) == 0 ? nil : value
  }

  mutating func list<Value>(_ value: (inout RandomValues) -> Value) -> [Value] {
    (0..<random.pick([0, 0, 1, 2, 4])).map { _ in value(&self) }
  }

  /// The character U+0000, or a digit for stores that cannot contain it.
  private static let nul = ["postgresql", "portable"].contains(TestStores.kind) ? "0" : "\0"

  mutating func text() -> String {
    if random.number(below: 3) == 0 {
      return (0..<random.number(below: 4)).map { _ in
        random.pick([
          "a", "A", "b", "é", "e\u{301}", "É", "ß", "ẞ", "SS", "ı", "i", "İ", "ς", "σ", "Σ", "ø",
          "%", "_", "*", "?", "\\", "'", "\"", Self.nul, "👩‍👩‍👧", "\u{1F1E9}", "\u{10FFFF}", "\u{301}",
          "ﬁ", "가", "\u{1100}\u{1161}", "\n", "1",
        ])
      }.joined()
    }
    return random.pick(["", "a", "A", "ab", "AB", "Äb", "äb", "b", "1", "10", "-1", "0.5", "dark"])
  }

  mutating func digits() -> String {
    random.pick(["1", "0", "3", "5", ".", "-", "e", "inf", "12"])
  }

  mutating func pattern() -> String {
    random.pick([
      "a.*", ".*", "", "[ab]+", "A", "é", "e\u{301}", "\\d+", "^a$", "(a|ab)", "\\w*", "a|b", "ß",
    ])
  }

  mutating func wildcard() -> String {
    random.pick(["*", "?", "a*", "*b", "?b", "", "a?", "\\*", "*é*", "A*", "1*", "*.5", "**a"])
  }

  mutating func integer() -> Int64 {
    random.pick([
      0, 1, -1, 2, 3, 7, 10, 12, .max, .min, .max - 1, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1,
    ])
  }

  mutating func double() -> Double {
    random.pick([
      0, -0.0, 1, -1, 0.5, 0.1, 2.5, 3, 1e300, -1e300, .infinity, -.infinity, 9_007_199_254_740_992,
      9.223372036854775807e18, 1e-7, 1e-300, 12,
    ])
  }

  mutating func decimal() -> Decimal {
    Decimal(
      string: random.pick(["0", "1", "-1", "0.1", "0.5", "12.50", "123456.789", "0.0000001"]))!
  }

  mutating func longDecimal() -> Decimal {
    Decimal(
      string: random.pick(["0.1000000000000000055", "9007199254740993", "9007199254740992.5"]))!
  }

  mutating func date() -> Date {
    Date(timeIntervalSinceReferenceDate: random.pick([0, 1, -1.25, 3.5e8, 86400, 0.1]))
  }

  mutating func data() -> Data { Data(random.pick([[], [0], [1, 2], [255], [1]])) }

  mutating func uuid() -> UUID {
    UUID(uuid: (UInt8(random.number(below: 4)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  }

  mutating func url() -> URL {
    URL(string: random.pick(["https://a.b/c", "https://A.b/c", "x:1", "x:10"]))!
  }

  mutating func constant(_ kind: TypedPredicates.Kind) -> ConstantValue {
    if random.number(below: 8) == 0 { return .null }
    switch kind {
    case .number: return number()
    case .text: return random.number(below: 8) == 0 ? .url(url()) : .string(text())
    case .date: return .date(date())
    case .data: return .data(data())
    case .uuid: return .uuid(uuid())
    case .object: return objectIDs.isEmpty ? .null : .objectID(random.pick(objectIDs))
    }
  }

  private mutating func number() -> ConstantValue {
    switch random.number(below: 8) {
    case 0: .boolean(random.number(below: 2) == 0)
    case 1, 2: .double(double())
    case 3: .decimal(decimal())
    case 4: random.number(below: 4) == 0 ? .decimal(longDecimal()) : .integer(0)
    default: .integer(integer())
    }
  }
}
