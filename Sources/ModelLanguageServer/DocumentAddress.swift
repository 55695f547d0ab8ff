/// The addresses with which editors refer to files: `file:///a%20b/C.model`.
enum DocumentAddress {
  /// Returns the path of a file's address, or the address itself if it is not
  /// the address of a file, as for a document that was never saved.
  static func path(of address: String) -> String {
    guard address.hasPrefix("file://") else { return address }
    let path = address.dropFirst("file://".count).drop { $0 != "/" }
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count >= 2
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the `file:` address of a path.
  static func address(of path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    return "file://"
      + path.split(separator: "/", omittingEmptySubsequences: false)
      .map { ObjectID.escaped(String($0)) }.joined(separator: "/")
  }
}
