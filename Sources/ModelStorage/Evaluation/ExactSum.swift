/// A sum that does not depend on the order of its terms.
///
/// A to-many relationship has no order, and a store sums in another order than
/// memory. Integers are therefore summed in 128 bits, decimals by their digits,
/// and Doubles without any rounding before the end (Shewchuk, "Adaptive
/// Precision Floating-Point Arithmetic", as in Python's `fsum`).
package struct ExactSum {
  private var integers: Int128 = 0
  private var partials: [Double] = []
  /// The sum, in units of 2^64, of the numbers that are so great that an
  /// intermediate sum might exceed the range of a Double.
  private var great: [Double] = []
  /// The sum of the terms that are not finite; 0 if there are none.
  private var special = 0.0
  private var hasReals = false
  /// The sum of the decimals; nil if there are none.
  private var decimals: DecimalSum?

  package init() {}

  package mutating func add(_ number: EvaluatedNumber) {
    switch number {
    case .integer(let integer): integers += Int128(integer)
    case .decimal(let decimal): addDecimal { $0.add(decimal) }
    case .real(let double):
      hasReals = true
      add(double)
    }
  }

  /// Adds the decimal that a stored number represents.
  package mutating func addDecimal(shortest number: Double) {
    addDecimal { $0.add(shortest: number) }
  }

  /// Adds the decimal with the given digits, multiplied by a power of ten.
  package mutating func addDecimal(_ digits: Int128, exponent: Int) {
    addDecimal { $0.add(digits, exponent) }
  }

  private mutating func addDecimal(_ add: (inout DecimalSum) -> Void) {
    var sum = decimals ?? DecimalSum()
    // The sum is removed from the property, so that it is changed in place and
    // not copied.
    decimals = nil
    add(&sum)
    decimals = sum
  }

  private mutating func add(_ term: Double) {
    guard term.isFinite else {
      special += term
      return
    }
    if term.magnitude < 0x1p960 {
      Self.add(term, to: &partials)
    } else {
      Self.add(term * 0x1p-64, to: &great)
    }
  }

  private static func add(_ term: Double, to partials: inout [Double]) {
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
    partials.append(high)
  }

  /// All finite terms in the same unit, which is 2^64 if the sum is that great,
  /// else 1.
  private var united: (partials: [Double], unit: Double) {
    guard let greatest = great.last else { return (partials, 1) }
    var sum = partials
    if greatest.magnitude < 0x1p950 {
      for partial in great { Self.add(partial * 0x1p64, to: &sum) }
      return (sum, 1)
    }
    sum = great
    for partial in partials { Self.add(partial * 0x1p-64, to: &sum) }
    return (sum, 0x1p64)
  }

  /// The sum of decimals and integers; nil if no term is a decimal, or if a
  /// term is a Double.
  package var decimal: Decimal? {
    guard var sum = decimals, !hasReals else { return nil }
    sum.add(integers)
    return sum.result
  }

  /// The sum: 0 if there are no terms; an integer if all terms are integers and
  /// it fits into 64 bits; a decimal if some terms are decimals and none is a
  /// Double; otherwise the nearest Double. nil if it is NaN.
  package var result: EvaluatedNumber? {
    if let decimal { return decimal.isNaN ? nil : .decimal(decimal) }
    if !hasReals, let integer = Int64(exactly: integers) { return .integer(integer) }
    let double = self.double
    return double.isNaN ? nil : .real(double)
  }

  /// Returns the mean, given the number of terms: a decimal with as many digits
  /// as a decimal can have if the sum is a decimal, else a Double. The mean of
  /// no terms is NaN.
  package func mean(of count: Int) -> EvaluatedNumber {
    if let decimal, count > 0 { return .decimal(decimal / Decimal(count)) }
    return .real(double / Double(count))
  }

  /// The sum as the nearest Double; NaN if infinities cancel each other out.
  package var double: Double {
    guard hasReals || decimals != nil else { return Double(integers) }
    guard special == 0 else { return special }
    var sum = self
    if let decimals { sum.add(decimals.result.nearestDouble) }
    // Both 48-bit halves are exact as Doubles.
    sum.add(Double(integers >> 48) * 0x1p48)
    sum.add(Double(integers & 0xFFFF_FFFF_FFFF))
    return sum.rounded
  }

  /// The sum of the partials, rounded once, half to even.
  private var rounded: Double {
    guard special == 0 else { return special }
    var (rest, unit) = united
    guard var high = rest.popLast() else { return 0 }
    var low = 0.0
    while low == 0, let next = rest.popLast() {
      let sum = high + next
      low = next - (sum - high)
      high = sum
    }
    guard let last = rest.last, (low < 0 && last < 0) || (low > 0 && last > 0) else {
      return high * unit
    }
    let correction = low * 2
    let corrected = high + correction
    return (corrected - high == correction ? corrected : high) * unit
  }
}
