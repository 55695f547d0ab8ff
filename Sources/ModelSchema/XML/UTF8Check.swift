/// Finds the first error in bytes that should be a document in UTF-8.
enum UTF8Check {
  /// A reason why bytes are not text that XML allows.
  enum Failure {
    /// The bytes at an offset are not valid UTF-8.
    case sequence(Int)
    /// The bytes at an offset are the UTF-8 encoding of a character that XML
    /// does not allow.
    case character(UInt32, Int)
  }

  /// Returns the first error; nil if there is none.
  static func firstFailure(in bytes: [UInt8]) -> Failure? {
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte >= 0x20, byte < 0x80 {
        offset += 1
        continue
      }
      guard let (scalar, length) = scalar(at: offset, in: bytes) else { return .sequence(offset) }
      guard scalar.isXMLCharacter else { return .character(scalar.value, offset) }
      offset += length
    }
    return nil
  }

  /// Returns the character at an offset and the length of its encoding, which
  /// must be the shortest form; nil if there is no such character.
  private static func scalar(
    at offset: Int, in bytes: [UInt8]
  ) -> (Unicode.Scalar, length: Int)? {
    let first = bytes[offset]
    let length = first < 0x80 ? 1 : first.leadingOnes
    guard (1...4).contains(length), offset + length <= bytes.count else { return nil }
    guard length > 1 || first < 0x80 else { return nil }
    var value = UInt32(length == 1 ? first : first & (0xFF >> UInt8(length + 1)))
    for byte in bytes[(offset + 1)..<(offset + length)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: [UInt32] = [0, 0, 0x80, 0x800, 0x10000]
    guard value >= least[length], let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}

extension UInt8 {
  /// The number of consecutive set bits, starting with the highest one.
  fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
}
