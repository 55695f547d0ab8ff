// Constants as Foundation archives them, the inverse of `ArchivedValue.objectConstant`.

extension KeyedArchive {
  /// Adds a constant, and returns a reference to it or its value; nil for an
  /// unsupported kind.
  package mutating func value(of constant: ConstantValue) -> Value? {
    switch constant {
    case .null: .null
    case .boolean(let flag): add(.boolean(flag))
    case .integer(let number): add(.integer(number))
    case .double(let number): add(.double(number))
    case .decimal(let number): value(of: number)
    case .string(let text): add(.string(text))
    case .date(let date):
      add(["NSDate", "NSObject"], ["NS.time": .double(date.timeIntervalSinceReferenceDate)])
    case .data(let data): add(.data([UInt8](data)))
    case .uuid(let uuid):
      add(
        ["NSUUID", "NSObject"],
        ["NS.uuidbytes": .data(withUnsafeBytes(of: uuid.uuid) { Array($0) })])
    case .url(let url):
      add(
        ["NSURL", "NSObject"], ["NS.base": .null, "NS.relative": add(.string(url.absoluteString))])
    case .objectID, .list: nil
    }
  }

  /// Adds an `NSDecimalNumber`. Its digits are eight words of 16 bits, the
  /// lowest one first; a number without digits is zero or, with a negative
  /// sign, not a number.
  private mutating func value(of number: Decimal) -> Value {
    let digits = number.isNaN ? 0 : UInt128(number.significand.magnitude.description) ?? 0
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: digits >> ($0 * 8)) }
    let words = bytes.count / 2 - digits.leadingZeroBitCount / 16
    return add(
      ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
      [
        "NS.exponent": .integer(digits == 0 ? 0 : Int64(number.exponent)),
        "NS.length": .integer(Int64(words)),
        "NS.negative": .boolean(number.isNaN || number.isSignMinus), "NS.compact": .boolean(true),
        // The number 1 stands for bytes with the lowest first.
        "NS.mantissa": .data(bytes), "NS.mantissa.bo": .integer(1),
      ])
  }
}
