#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A sum that does not depend on the order of its terms.
///
/// A to-many relationship has no order, and a store sums in another one than
/// memory; so whole numbers are summed in 128 bits, decimals by their digits,
/// Doubles without any rounding before the end (Shewchuk, "Adaptive Precision
/// Floating-Point Arithmetic", as in Python's `fsum`).
package struct ExactSum {
  private var integers: Int128 = 0
  private var partials: [Double] = []
  /// The sum of what is not finite; 0 where there is none.
  private var special = 0.0
  private var hasReals = false
  /// The sum of the decimals; nil where there is none.
  private var decimals: DecimalSum?

  /// Makes an empty sum.
  package init() {}

  /// Adds a number.
  package mutating func add(_ number: EvaluatedNumber) {
    switch number {
    case .integer(let integer): integers += Int128(integer)
    case .decimal(let decimal): addDecimal { $0.add(decimal) }
    case .real(let double):
      hasReals = true
      add(double)
    }
  }

  /// Adds the decimal that a stored number stands for.
  package mutating func addDecimal(shortest number: Double) {
    addDecimal { $0.add(shortest: number) }
  }

  private mutating func addDecimal(_ add: (inout DecimalSum) -> Void) {
    var sum = decimals ?? DecimalSum()
    decimals = nil
    add(&sum)
    decimals = sum
  }

  private mutating func add(_ term: Double) {
    guard term.isFinite else {
      special += term
      return
    }
    var high = term
    var kept = 0
    for partial in partials {
      let (larger, smaller) = high.magnitude < partial.magnitude ? (partial, high) : (high, partial)
      high = larger + smaller
      let low = smaller - (high - larger)
      if low != 0 {
        partials[kept] = low
        kept += 1
      }
    }
    partials.removeSubrange(kept...)
    if high.isFinite { partials.append(high) } else { special += high }
  }

  /// The sum of decimals and whole numbers; nil where there is no decimal, or
  /// a Double among them.
  package var decimal: Decimal? {
    guard var sum = decimals, !hasReals else { return nil }
    sum.add(integers)
    return sum.result
  }

  /// The sum: 0 of none, whole where all terms were and it fits into 64 bits, a
  /// decimal where some were and none was a Double, else the nearest Double;
  /// nil where it is not a number.
  package var result: EvaluatedNumber? {
    if let decimal { return decimal.isNaN ? nil : .decimal(decimal) }
    if !hasReals, let integer = Int64(exactly: integers) { return .integer(integer) }
    let double = self.double
    return double.isNaN ? nil : .real(double)
  }

  /// The mean of so many terms: a decimal of as many digits as one has where
  /// the sum is one, else a Double; not a number of none.
  package func mean(of count: Int) -> EvaluatedNumber {
    if let decimal, count > 0 { return .decimal(decimal / Decimal(count)) }
    return .real(double / Double(count))
  }

  /// The sum as the nearest Double, not a number where infinities cancel.
  package var double: Double {
    guard hasReals || decimals != nil else { return Double(integers) }
    guard special == 0 else { return special }
    var sum = self
    if let decimals { sum.add(decimals.result.nearestDouble) }
    // Halves of 48 bits are Doubles exactly.
    sum.add(Double(integers >> 48) * 0x1p48)
    sum.add(Double(integers & 0xFFFF_FFFF_FFFF))
    return sum.rounded
  }

  /// The partials, rounded once, half to even.
  private var rounded: Double {
    guard special == 0 else { return special }
    var rest = partials
    guard var high = rest.popLast() else { return 0 }
    var low = 0.0
    while low == 0, let next = rest.popLast() {
      let sum = high + next
      low = next - (sum - high)
      high = sum
    }
    guard let last = rest.last, (low < 0 && last < 0) || (low > 0 && last > 0) else { return high }
    let correction = low * 2
    let corrected = high + correction
    return corrected - high == correction ? corrected : high
  }
}
