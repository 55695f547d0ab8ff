// The Foundation objects for which a model has constants, distinguished by
// their keys in an archive.

extension ArchivedValue {
  /// The archived Decimal, UUID or URL; nil for any other object.
  package var objectConstant: ConstantValue? {
    if let decimal { return .decimal(decimal) }
    if let uuid { return .uuid(uuid) }
    return url.map { .url($0) }
  }

  /// The value of an archived `NSDecimalNumber`; nil for any other object.
  private var decimal: Decimal? {
    guard let exponent = self["NS.exponent"]?.integer, (-128...127).contains(exponent),
      let mantissa
    else { return nil }
    let isNegative = self["NS.negative"]?.isTrue == true
    // A number without digits is zero; with a negative sign it is NaN.
    if self["NS.length"]?.integer == 0 { return isNegative ? nil : 0 }
    return Decimal(string: "\(isNegative ? "-" : "")\(mantissa)e\(exponent)")
  }

  /// The digits of an `NSDecimalNumber`; nil for any other object. They are
  /// eight words of 16 bits, the lowest one first, their bytes in the byte
  /// order of the machine that wrote them.
  private var mantissa: UInt128? {
    guard case .data(let bytes)? = self["NS.mantissa"]?.plainConstant, bytes.count == 16 else {
      return nil
    }
    let isBigEndian = self["NS.mantissa.bo"]?.integer == 2
    let digits = Array(bytes)
    var number: UInt128 = 0
    for place in stride(from: 14, through: 0, by: -2) {
      let (first, second) = (UInt16(digits[place]), UInt16(digits[place + 1]))
      let word = isBigEndian ? first << 8 | second : second << 8 | first
      number = number << 16 | UInt128(word)
    }
    return number
  }

  private var uuid: UUID? {
    guard case .data(let bytes)? = self["NS.uuidbytes"]?.plainConstant, bytes.count == 16 else {
      return nil
    }
    var uuid = UUID.zero.uuid
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    return UUID(uuid: uuid)
  }

  /// The archived URL, relative to its base if it has one; nil for any other
  /// object.
  private var url: URL? {
    guard let text = self["NS.relative"]?.text else { return nil }
    let base = self["NS.base"]?["NS.relative"]?.text.flatMap { URL(string: $0) }
    return URL(string: text, relativeTo: base)
  }
}
