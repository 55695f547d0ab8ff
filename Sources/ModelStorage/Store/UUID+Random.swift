extension UUID {
  /// Returns a random UUID, even if no file can be opened. Foundation reads
  /// random bytes from a file. If that file cannot be opened, all of
  /// Foundation's UUIDs are equal, and a new value file would get the name of
  /// an existing one.
  static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    // The version and the variant of random UUIDs, according to RFC 9562.
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
