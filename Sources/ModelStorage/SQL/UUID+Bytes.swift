extension UUID {
  /// Creates the UUID from sixteen bytes; nil for any other number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  /// The sixteen bytes of the UUID.
  package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
