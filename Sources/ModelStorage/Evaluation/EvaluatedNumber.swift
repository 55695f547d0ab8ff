/// An evaluated value that is a number. A Boolean is 0 or 1, as in SQLite.
package enum EvaluatedNumber {
  case integer(Int64)
  case real(Double)
  case decimal(Decimal)

  /// Creates a number from a value; nil for a value that is not a number.
  package init?(_ value: EvaluatedValue) {
    switch value {
    case .boolean(let flag): self = .integer(flag ? 1 : 0)
    case .integer(let integer): self = .integer(integer)
    case .double(let double): self = .real(double)
    case .decimal(let decimal): self = .decimal(decimal)
    default: return nil
    }
  }

  /// The Double nearest to the number.
  package var double: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let double): double
    case .decimal(let decimal): decimal.nearestDouble
    }
  }

  /// Returns the order of two numbers; nil if either is NaN.
  package func order(to other: EvaluatedNumber) -> ValueOrder? {
    switch (self, other) {
    case (.integer(let first), .integer(let second)):
      return ValueOrder(first, second)
    case (.integer(let first), .real(let second)):
      return Self.order(first, second)
    case (.integer(let first), .decimal(let second)):
      return Self.order(Decimal(first), second)
    case (.decimal(let first), .decimal(let second)):
      return Self.order(first, second)
    case (.decimal(let first), .real(let second)):
      return Self.order(first, second)
    case (.real(let first), .real(let second)):
      return first.isNaN || second.isNaN ? nil : ValueOrder(first, second)
    case (.real, .integer), (.decimal, .integer), (.real, .decimal):
      return other.order(to: self)?.turned
    }
  }

  /// Returns the order of a decimal and a Double; nil if either is NaN. A
  /// decimal that is a 64-bit integer is compared exactly, because stores keep
  /// it as an integer; any other decimal is compared by the nearest Double.
  private static func order(_ decimal: Decimal, _ double: Double) -> ValueOrder? {
    let nearest = decimal.nearestDouble
    guard !nearest.isNaN, !double.isNaN else { return nil }
    if nearest.magnitude >= 0x1p53, let whole = Int64(decimal.description) {
      return order(whole, double)
    }
    return ValueOrder(nearest, double)
  }

  private static func order(_ first: Decimal, _ second: Decimal) -> ValueOrder? {
    first.isNaN || second.isNaN ? nil : ValueOrder(first, second)
  }

  /// Returns the order of an integer and a Double, without rounding the
  /// integer, since not every integer above 2^53 is a Double; nil if the Double
  /// is NaN.
  private static func order(_ integer: Int64, _ double: Double) -> ValueOrder? {
    guard !double.isNaN else { return nil }
    guard double < 0x1p63 else { return .less }
    guard double >= -0x1p63 else { return .greater }
    let whole = Int64(double)
    guard integer == whole else { return ValueOrder(integer, whole) }
    return ValueOrder(0, double - Double(whole))
  }
}

extension EvaluatedNumber {
  /// The number as text, as string operators and CAST use it: integers, and
  /// Doubles below 2^63 without a fraction, in digits; other Doubles in the
  /// shortest form that reads back as the same number; decimals in digits.
  package var text: String {
    switch self {
    case .integer(let integer): integer.description
    case .decimal(let decimal): decimal.description
    case .real(let double): Self.text(of: double)
    }
  }

  private static func text(of double: Double) -> String {
    if let whole = Int64(exactly: double) { return whole.description }
    let text = double.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Creates the number that a complete string represents: an integer if it
  /// fits into 64 bits, else a Double; nil for any other string.
  package init?(text: String) {
    if let integer = Int64(text) {
      self = .integer(integer)
    } else if let double = Double(text), double.isFinite,
      text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) })
    {
      self = .real(double)
    } else {
      return nil
    }
  }

  package var value: EvaluatedValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .real(let double): double.isNaN ? .null : .double(double)
    case .decimal(let decimal): .decimal(decimal)
    }
  }
}

extension Decimal {
  /// The Double that results from reading the decimal's digits.
  package var nearestDouble: Double { Double(description) ?? .nan }
}
