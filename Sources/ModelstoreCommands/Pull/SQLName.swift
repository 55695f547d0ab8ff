/// A name as SQLite compares it: byte by byte, but for the case of the letters
/// of ASCII.
///
/// Swift's texts will not do: "É" and "é" are two tables, and so are two forms of
/// the same letter that Unicode takes for equal.
struct SQLName: Hashable {
  private let bytes: [UInt8]

  init(_ name: String) {
    bytes = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The name as text, the same for names that are the same.
  var word: String { String(decoding: bytes, as: UTF8.self) }
}
