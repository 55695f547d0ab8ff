/// Finds what is wrong with bytes that should be UTF-8 text of a document.
enum UTF8Check {
  /// A place where bytes are no UTF-8.
  enum Failure {
    /// The bytes are no UTF-8.
    case sequence(Int)
    /// They are, of a character that no document can have.
    case character(UInt32, Int)
  }

  /// The first failure, or nil.
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

  /// The character that begins at an offset, in its shortest form.
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
  /// The number of its highest bits that are set, one after the other.
  fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
}
