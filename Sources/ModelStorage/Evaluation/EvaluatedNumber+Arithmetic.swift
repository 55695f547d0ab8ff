internal import ModelPlatform

/// The results of arithmetic operations.
///
/// As in SQLite, the result for integers is an integer, division truncates, and
/// a result that does not fit into 64 bits becomes a Double. The four
/// operations on a decimal and a decimal or an integer are decimal, so that
/// amounts of money are exact. Operations with a Double and all other functions
/// return a Double. Division by zero, and every other result that is not a
/// number, is nil.
extension Arithmetic {
  /// Returns the value of the operation; nil if it is not a number.
  package func value(_ left: EvaluatedNumber, _ right: EvaluatedNumber) -> EvaluatedNumber? {
    switch self {
    case .add: .exact(left, right, { $0.addingReportingOverflow($1) }, +, +)
    case .subtract: .exact(left, right, { $0.subtractingReportingOverflow($1) }, -, -)
    case .multiply: .exact(left, right, { $0.multipliedReportingOverflow(by: $1) }, *, *)
    case .divide:
      right.double == 0
        ? nil : .exact(left, right, { $0.dividedReportingOverflow(by: $1) }, /, /)
    case .modulus: .modulus(left, right)
    case .power: .defined(pow(left.double, right.double))
    case .bitwiseAnd: .bits(left, right, &)
    case .bitwiseOr: .bits(left, right, |)
    case .bitwiseXor: .bits(left, right, ^)
    case .shiftLeft: .bits(left, right) { $0 << $1 }
    case .shiftRight: .bits(left, right) { $0 >> $1 }
    }
  }
}

extension NumberFunction {
  /// Returns the value of the function for a number; nil if the function is not
  /// defined for it.
  package func value(of number: EvaluatedNumber) -> EvaluatedNumber? {
    switch self {
    case .magnitude: number.magnitude
    case .ceiling: number.rounded(.up)
    case .exponential: .defined(exp(number.double))
    case .floor: number.rounded(.down)
    case .naturalLogarithm: number.double > 0 ? .defined(log(number.double)) : nil
    case .logarithm: number.double > 0 ? .defined(log10(number.double)) : nil
    case .onesComplement: number.bits.map { .integer(~$0) }
    case .round: number.rounded(.toNearestOrAwayFromZero)
    case .roundToEven: number.rounded(.toNearestOrEven)
    case .squareRoot: .defined(number.double.squareRoot())
    case .truncation: number.rounded(.towardZero)
    }
  }
}

extension EvaluatedNumber {
  fileprivate static func modulus(_ left: Self, _ right: Self) -> Self? {
    guard right.double != 0 else { return nil }
    guard case (.integer(let first), .integer(let second)) = (left, right) else {
      return defined(left.double.truncatingRemainder(dividingBy: right.double))
    }
    // The only possible overflow, that of the least integer divided by -1,
    // leaves the remainder 0.
    let (remainder, overflow) = first.remainderReportingOverflow(dividingBy: second)
    return .integer(overflow ? 0 : remainder)
  }

  fileprivate static func exact(
    _ left: Self, _ right: Self,
    _ integer: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
    _ decimal: (Decimal, Decimal) -> Decimal, _ real: (Double, Double) -> Double
  ) -> Self? {
    switch (left, right) {
    case (.integer(let first), .integer(let second)):
      let (value, overflow) = integer(first, second)
      if !overflow { return .integer(value) }
    case (.decimal(let first), .decimal(let second)): return defined(decimal(first, second))
    case (.decimal(let first), .integer(let second)):
      return defined(decimal(first, Decimal(second)))
    case (.integer(let first), .decimal(let second)):
      return defined(decimal(Decimal(first), second))
    case (.real, _), (_, .real): break
    }
    return defined(real(left.double, right.double))
  }

  /// Returns the decimal as a number; nil if it is NaN.
  private static func defined(_ value: Decimal) -> Self? {
    value.isNaN ? nil : .decimal(value)
  }

  /// Returns the Double as a number; nil if it is NaN.
  fileprivate static func defined(_ value: Double) -> Self? {
    value.isNaN ? nil : .real(value)
  }

  fileprivate func rounded(_ rule: FloatingPointRoundingRule) -> EvaluatedNumber? {
    if case .integer = self { return self }
    return Self.defined(double.rounded(rule))
  }

  fileprivate var magnitude: EvaluatedNumber? {
    switch self {
    case .integer(.min): .real(-Double(Int64.min))
    case .integer(let integer): .integer(abs(integer))
    case .decimal(let decimal): Self.defined(decimal.magnitude)
    case .real(let double): Self.defined(double.magnitude)
    }
  }

  /// The number's 64 bits, as SQLite casts it; nil for NaN. A fraction is
  /// truncated, and a number out of range becomes the nearest one that fits.
  fileprivate var bits: Int64? {
    guard case .integer(let integer) = self else {
      let double = self.double
      guard !double.isNaN else { return nil }
      guard double < 0x1p63 else { return .max }
      return double < -0x1p63 ? .min : Int64(double)
    }
    return integer
  }

  fileprivate static func bits(
    _ left: EvaluatedNumber, _ right: EvaluatedNumber, _ combine: (Int64, Int64) -> Int64
  ) -> EvaluatedNumber? {
    guard let first = left.bits, let second = right.bits else { return nil }
    return .integer(combine(first, second))
  }
}
