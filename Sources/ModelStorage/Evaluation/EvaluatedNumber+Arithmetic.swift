import ModelPlatform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Arithmetic: whole numbers stay whole as in SQLite, division truncates, and
/// what does not fit into 64 bits goes on as a Double. The four operations of a
/// decimal with a decimal or a whole number are decimal, so that money adds up;
/// with a Double, and by any other function, everything is Double. Division by
/// zero, and whatever else is not a number, is nil.
extension EvaluatedNumber {
  static func add(_ left: Self, _ right: Self) -> Self? {
    exact(left, right) {
      $0.addingReportingOverflow($1)
    } decimal: {
      $0 + $1
    } real: {
      $0 + $1
    }
  }

  static func subtract(_ left: Self, _ right: Self) -> Self? {
    exact(left, right) {
      $0.subtractingReportingOverflow($1)
    } decimal: {
      $0 - $1
    } real: {
      $0 - $1
    }
  }

  static func multiply(_ left: Self, _ right: Self) -> Self? {
    exact(left, right) {
      $0.multipliedReportingOverflow(by: $1)
    } decimal: {
      $0 * $1
    } real: {
      $0 * $1
    }
  }

  static func divide(_ left: Self, _ right: Self) -> Self? {
    guard right.double != 0 else { return nil }
    return exact(left, right) {
      $0.dividedReportingOverflow(by: $1)
    } decimal: {
      $0 / $1
    } real: {
      $0 / $1
    }
  }

  static func modulus(_ left: Self, _ right: Self) -> Self? {
    guard right.double != 0 else { return nil }
    guard case (.integer(let first), .integer(let second)) = (left, right) else {
      return defined(left.double.truncatingRemainder(dividingBy: right.double))
    }
    // The one overflow, of the least number by -1, leaves 0.
    let (remainder, overflow) = first.remainderReportingOverflow(dividingBy: second)
    return .integer(overflow ? 0 : remainder)
  }

  static func power(_ left: Self, _ right: Self) -> Self? {
    defined(pow(left.double, right.double))
  }

  private static func exact(
    _ left: Self, _ right: Self,
    _ integer: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
    decimal: (Decimal, Decimal) -> Decimal, real: (Double, Double) -> Double
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

  /// A Decimal, nil where it is not a number.
  private static func defined(_ value: Decimal) -> Self? {
    value.isNaN ? nil : .decimal(value)
  }

  /// A Double, nil where it is not a number.
  private static func defined(_ value: Double) -> Self? {
    value.isNaN ? nil : .real(value)
  }
}

extension EvaluatedNumber {
  /// The functions of one number by Core Data's names.
  package static let unaryFunctions: [String: @Sendable (EvaluatedNumber) -> EvaluatedNumber?] = [
    "sqrt:": { defined($0.double.squareRoot()) },
    "exp:": { defined(exp($0.double)) },
    "ln:": { $0.double > 0 ? defined(log($0.double)) : nil },
    "log:": { $0.double > 0 ? defined(log10($0.double)) : nil },
    "floor:": { $0.rounded(.down) },
    "ceiling:": { $0.rounded(.up) },
    "trunc:": { $0.rounded(.towardZero) },
    "round:": { $0.rounded(.toNearestOrAwayFromZero) },
    "roundToEven:": { $0.rounded(.toNearestOrEven) },
    "abs:": { $0.magnitude },
    "onesComplement:": { $0.bits.map { .integer(~$0) } },
  ]

  /// The functions of two numbers by Core Data's names.
  package static let binaryFunctions:
    [String: @Sendable (EvaluatedNumber, EvaluatedNumber) -> EvaluatedNumber?] = [
      "add:to:": { add($0, $1) },
      "from:subtract:": { subtract($0, $1) },
      "multiply:by:": { multiply($0, $1) },
      "divide:by:": { divide($0, $1) },
      "modulus:by:": { modulus($0, $1) },
      "raise:toPower:": { power($0, $1) },
      "bitwiseAnd:with:": { bits($0, $1) { $0 & $1 } },
      "bitwiseOr:with:": { bits($0, $1) { $0 | $1 } },
      "bitwiseXor:with:": { bits($0, $1) { $0 ^ $1 } },
      "leftshift:by:": { bits($0, $1) { $0 << $1 } },
      "rightshift:by:": { bits($0, $1) { $0 >> $1 } },
    ]

  private func rounded(_ rule: FloatingPointRoundingRule) -> EvaluatedNumber? {
    if case .integer = self { return self }
    return Self.defined(double.rounded(rule))
  }

  private var magnitude: EvaluatedNumber? {
    switch self {
    case .integer(.min): .real(-Double(Int64.min))
    case .integer(let integer): .integer(abs(integer))
    case .decimal(let decimal): Self.defined(decimal.magnitude)
    case .real(let double): Self.defined(double.magnitude)
    }
  }

  /// The number's 64 bits: a fraction is cut off, what lies outside is the
  /// nearest that fits, as SQLite casts.
  private var bits: Int64? {
    guard case .integer(let integer) = self else {
      let double = self.double
      guard !double.isNaN else { return nil }
      guard double < 0x1p63 else { return .max }
      return double < -0x1p63 ? .min : Int64(double)
    }
    return integer
  }

  private static func bits(
    _ left: EvaluatedNumber, _ right: EvaluatedNumber, _ combine: (Int64, Int64) -> Int64
  ) -> EvaluatedNumber? {
    guard let first = left.bits, let second = right.bits else { return nil }
    return .integer(combine(first, second))
  }
}
