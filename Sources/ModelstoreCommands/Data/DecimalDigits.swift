/// A decimal number as its digits: 0.DIGITS times a power of ten, without zeros
/// at either end.
///
/// It is used to compare a number in text with the value that a type produces
/// from it: `0.1` becomes a `Double` with the same text, but a price with
/// sixteen digits does not.
struct DecimalDigits: Equatable {
  private var isNegative = false
  private(set) var digits: [UInt8] = []
  private var power = 0

  /// Creates the digits of a string such as `-12.5e3`; nil if the string is not
  /// a number.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    func take(_ characters: String) -> UInt8? {
      guard let byte = rest.first, characters.utf8.contains(byte) else { return nil }
      return rest.popFirst()
    }
    func takeDigits() -> ArraySlice<UInt8> {
      let found = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(found.count)
      return found
    }
    isNegative = take("+-") == UInt8(ascii: "-")
    let whole = takeDigits()
    let fraction = take(".") == nil ? [] : takeDigits()
    guard !(whole.isEmpty && fraction.isEmpty) else { return nil }
    if take("eE") != nil {
      let sign = take("+-") == UInt8(ascii: "-") ? -1 : 1
      guard let exponent = Int(String(decoding: takeDigits(), as: UTF8.self)),
        exponent < 1_000_000
      else { return nil }
      power = sign * exponent
    }
    guard rest.isEmpty else { return nil }
    digits = Array(whole) + Array(fraction)
    power += whole.count
    let zeros = digits.prefix { $0 == 0x30 }.count
    digits.removeFirst(zeros)
    power -= zeros
    while digits.last == 0x30 { digits.removeLast() }
    if digits.isEmpty { (power, isNegative) = (0, false) }
  }

  /// The number as an integer; nil if it is not an integer, or is too large.
  var integer: Int64? {
    if digits.isEmpty { return 0 }
    guard power >= digits.count, power < 20 else { return nil }
    let zeros = String(repeating: "0", count: power - digits.count)
    return Int64((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros)
  }

  /// Returns whether these are the shortest digits that identify the `Double`
  /// that a string represents.
  func isShortestText(of text: String) -> Bool {
    Double(text).map { DecimalDigits("\($0)") == self } ?? false
  }

  /// Returns whether these digits are the text of a number: its shortest text,
  /// or its text with the same number of digits.
  fileprivate func isText<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    of number: Number
  ) -> Bool {
    guard number.isFinite else { return false }
    if DecimalDigits("\(number)") == self { return true }
    let long = String(format: "%.\(max(digits.count, 1) - 1)e", Double(number))
    return digits.count < 800 && DecimalDigits(long) == self
  }
}

extension Double {
  /// Creates the number that a string represents; nil if the string is not a
  /// number, or has digits that would be lost.
  init?(exactly text: String) {
    guard let digits = DecimalDigits(text), let number = Double(text), digits.isText(of: number)
    else { return nil }
    self = number
  }
}

extension Float {
  /// Creates the number that a string represents; nil if the string is not a
  /// number, or has digits that would be lost.
  init?(exactly text: String) {
    guard let digits = DecimalDigits(text), let number = Float(text), digits.isText(of: number)
    else { return nil }
    self = number
  }
}

extension Decimal {
  /// Creates the number that a string represents; nil if the string is not a
  /// number, or has digits that would be lost.
  init?(exactly text: String) {
    guard let digits = DecimalDigits(text),
      let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")),
      !number.isNaN, DecimalDigits(number.description) == digits
    else { return nil }
    self = number
  }
}
