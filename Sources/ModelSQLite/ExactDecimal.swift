package import Foundation

/// The text form of decimals in columns of `@exact` attributes, which keeps every digit
/// and sorts in the same order as the numbers.
///
/// The number is written as 0.DIGITS times a power of ten, in a form that can
/// be compared byte by byte. A positive number is `P`, the power plus 500 in
/// three digits, a point and the digits; zero is `O`. A negative number is `N`
/// followed by the same text with every digit subtracted from nine, and with
/// `~` at the end, because if two negative numbers begin with the same digits,
/// the one with more digits is less. Equal numbers have equal text.
///
///     12.5   P502.125
///     0      O
///     -12.5  N497.874~
package enum ExactDecimal {
  private static let bias = 500

  /// Returns the text of a number; nil for NaN.
  package static func text(_ value: Decimal) -> String? {
    guard !value.isNaN else { return nil }
    let plain = value.description.utf8
    let isNegative = plain.first == UInt8(ascii: "-")
    let parts = plain.drop { $0 == UInt8(ascii: "-") }
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let whole = parts[0].drop { $0 == UInt8(ascii: "0") }
    let fraction = parts.count > 1 ? parts[1] : ""[...].utf8[...]
    var digits = Array(whole) + Array(fraction)
    // The leading zeros of a number below one affect only its power.
    let zeros = whole.isEmpty ? digits.prefix { $0 == UInt8(ascii: "0") }.count : 0
    digits.removeFirst(zeros)
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    guard !digits.isEmpty else { return "O" }
    return text(digits, power: whole.count - zeros, isNegative: isNegative)
  }

  private static func text(_ digits: [UInt8], power: Int, isNegative: Bool) -> String {
    let shifted = String(power + bias)
    let padded = String(repeating: "0", count: max(0, 3 - shifted.count)) + shifted
    let body = padded.utf8 + [UInt8(ascii: ".")] + digits
    guard isNegative else { return "P" + String(decoding: body, as: UTF8.self) }
    return "N" + String(decoding: body.map(complement), as: UTF8.self) + "~"
  }

  /// Returns the number that a string represents; nil if the string does not
  /// have this form.
  package static func value(_ text: String) -> Decimal? {
    switch text.utf8.first {
    case UInt8(ascii: "O") where text.utf8.count == 1: 0
    case UInt8(ascii: "P"): value(Array(text.utf8.dropFirst()), sign: "")
    case UInt8(ascii: "N") where text.utf8.last == UInt8(ascii: "~"):
      value(text.utf8.dropFirst().dropLast().map(complement), sign: "-")
    default: nil
    }
  }

  private static func value(_ body: [UInt8], sign: String) -> Decimal? {
    guard body.count > 4, body[3] == UInt8(ascii: "."),
      let power = Int(String(decoding: body[..<3], as: UTF8.self)),
      body[4...].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let digits = String(decoding: body[4...], as: UTF8.self)
    return Decimal(string: "\(sign)\(digits)e\(power - bias - digits.utf8.count)")
  }

  /// Returns the digits in the given text as an integer, and the power of ten
  /// by which it is multiplied; nil if there are more than 38 digits, or if the
  /// text does not have this form.
  ///
  /// This method does not allocate memory, so that sums of many rows are fast.
  package static func digits(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> (number: Int128, exponent: Int)? {
    if text.count == 1, text[0] == UInt8(ascii: "O") { return (0, 0) }
    let isNegative = text.first == UInt8(ascii: "N") && text.last == UInt8(ascii: "~")
    let end = text.count - (isNegative ? 1 : 0)
    guard isNegative || text.first == UInt8(ascii: "P"), (6...43).contains(end),
      text[4] == UInt8(ascii: "."), let power = number(text[1..<4], isNegative),
      let digits = number(text[5..<end], isNegative)
    else { return nil }
    return (isNegative ? -digits : digits, Int(power) - bias - (end - 5))
  }

  /// Returns the number with the given digits, of which there must be at most
  /// 38; nil if a byte is not a digit.
  private static func number(
    _ digits: Slice<UnsafeBufferPointer<UInt8>>, _ isNegative: Bool
  ) -> Int128? {
    var number: Int128 = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number &* 10 &+ Int128(isNegative ? 9 - digit : digit)
    }
    return number
  }

  /// Returns the result of subtracting a digit from nine. Any other byte is
  /// returned unchanged.
  private static func complement(_ byte: UInt8) -> UInt8 {
    let zero = UInt8(ascii: "0")
    return (zero...UInt8(ascii: "9")).contains(byte) ? zero + 9 - (byte - zero) : byte
  }
}
