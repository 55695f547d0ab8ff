/// An exact sum of decimals.
///
/// Digits are summed as 128-bit integers, one for each exponent, so that
/// nothing is rounded and the order of the terms makes no difference.
struct DecimalSum {
  /// The sums of the digits, by exponent.
  private var digits: [Int: Int128] = [:]
  /// The sum of the terms that have too many digits for `digits`.
  private var rest = Decimal()
  private var isNaN = false

  mutating func add(_ term: Decimal) {
    if term.isNaN {
      isNaN = true
    } else if let (number, exponent) = Self.digits(term.description.utf8) {
      add(number, exponent)
    } else {
      rest += term
    }
  }

  /// Adds the decimal that a Double represents with the fewest digits.
  mutating func add(shortest term: Double) {
    if let (number, exponent) = Self.digits(term) {
      add(number, exponent)
    } else {
      add(Decimal(string: term.description) ?? .nan)
    }
  }

  mutating func add(_ number: Int128, _ exponent: Int = 0) {
    let (sum, overflow) = digits[exponent, default: 0].addingReportingOverflow(number)
    if overflow {
      rest += Self.decimal(number, exponent)
    } else {
      digits[exponent] = sum
    }
  }

  /// The sum of the terms; NaN if a term is NaN.
  var result: Decimal {
    if isNaN { return .nan }
    let exponents = digits.keys.sorted(by: >)
    guard var exponent = exponents.first, var number = digits[exponent] else { return rest }
    var sum = rest
    for next in exponents.dropFirst() {
      let added = digits[next] ?? 0
      if let both = Self.scaled(number, exponent - next)?.addingReportingOverflow(added),
        !both.overflow
      {
        number = both.partialValue
      } else {
        sum += Self.decimal(number, exponent)
        number = added
      }
      exponent = next
    }
    return sum + Self.decimal(number, exponent)
  }

  private static func scaled(_ number: Int128, _ power: Int) -> Int128? {
    guard number != 0 else { return 0 }
    guard power < 39 else { return nil }
    var number = number
    for _ in 0..<power {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      number = product
    }
    return number
  }

  private static func decimal(_ number: Int128, _ exponent: Int) -> Decimal {
    let digits = Decimal(string: number.magnitude.description) ?? .nan
    return Decimal(sign: number < 0 ? .minus : .plus, exponent: exponent, significand: digits)
  }

  /// Returns the digits of a printed number, and the power of ten that they are
  /// multiplied by; nil if there are more than 38 digits.
  private static func digits(_ text: String.UTF8View) -> (Int128, Int)? {
    var number: Int128 = 0
    var (exponent, zeros, isBehindPoint) = (0, 0, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "0"):
        zeros += 1
        if isBehindPoint { exponent -= 1 }
      default:
        guard let shifted = scaled(number, zeros + 1) else { return nil }
        let (sum, overflow) = shifted.addingReportingOverflow(Int128(byte - UInt8(ascii: "0")))
        if overflow { return nil }
        number = sum
        zeros = 0
        if isBehindPoint { exponent -= 1 }
      }
    }
    return (text.first == UInt8(ascii: "-") ? -number : number, exponent + zeros)
  }

  /// Returns the digits of a Double that has at most fifteen, as amounts of
  /// money do, and the power of ten that they are multiplied by; nil for any
  /// other Double. Dividing them by a power of ten rounds only once, so digits
  /// for which the quotient equals the Double are the digits of its decimal.
  private static func digits(_ term: Double) -> (Int128, Int)? {
    var power = 1.0
    for exponent in 0...8 {
      let product = (term * power).rounded()
      guard product.magnitude < 1e15 else { return nil }
      if product / power == term { return (Int128(product), -exponent) }
      power *= 10
    }
    return nil
  }
}
