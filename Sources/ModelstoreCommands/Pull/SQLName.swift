/// A name that is compared in the same way as in SQLite: byte by byte, ignoring
/// the case of ASCII letters.
///
/// Swift's strings compare differently: to SQLite, "É" and "é" are two tables,
/// and so are two forms of the same letter that Unicode considers equal.
struct SQLName: Hashable {
  private let bytes: [UInt8]

  init(_ name: String) {
    bytes = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The name as text. Equal names have the same text.
  var word: String { String(decoding: bytes, as: UTF8.self) }
}
