extension UUID {
  /// A random UUID, also where no file can be opened: Foundation's are all alike
  /// then, since they are read from one, and a file would take another's name.
  static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    // Version and variant, as RFC 9562 has them for random ones.
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
