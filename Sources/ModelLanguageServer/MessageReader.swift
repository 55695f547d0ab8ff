/// Splits a stream of bytes into messages of the protocol: `Content-Length: n`, an
/// empty line, and n bytes of JSON.
package struct MessageReader {
  /// A message from the stream, or a message that could not be read.
  package enum Event: Sendable, Hashable {
    case message(JSONTree)
    /// A message that is not JSON, or a header without a length.
    case broken(String)
  }

  /// The maximum length of a message, in bytes.
  static let lengthLimit = 64 << 20
  /// The maximum length of the header of a message, in bytes.
  static let headLimit = 4096

  private var buffer: [UInt8] = []
  /// The number of bytes at the start of the buffer that have been consumed.
  private var used = 0

  package init() {}

  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if used > 0, used == buffer.count || used > 1 << 16 {
      buffer.removeFirst(used)
      used = 0
    }
    buffer += bytes
  }

  /// Returns the next complete message; nil if more bytes are needed.
  package mutating func next() -> Event? {
    guard let (head, start) = head() else {
      guard buffer.count - used > Self.headLimit else { return nil }
      used = buffer.count
      return .broken("no 'Content-Length' in \(Self.headLimit) bytes")
    }
    guard let length = length(in: head), length >= 0, length <= Self.lengthLimit else {
      used = start
      return .broken("a message begins with 'Content-Length: ' and its length in bytes")
    }
    guard buffer.count - start >= length else { return nil }
    let body = buffer[start..<start + length]
    used = start + length
    guard let value = try? JSONDecoder().decode(JSONTree.self, from: Data(body)) else {
      return .broken("the message is no JSON")
    }
    return .message(value)
  }

  /// Returns the header lines before a message, and the offset of the message;
  /// nil if the header is not complete.
  private func head() -> (String, Int)? {
    let limit = min(buffer.count, used + Self.headLimit)
    var index = used
    while index < limit {
      if buffer[index...].starts(with: [13, 10, 13, 10]) { return (text(to: index), index + 4) }
      if buffer[index...].starts(with: [10, 10]) { return (text(to: index), index + 2) }
      index += 1
    }
    return nil
  }

  private func text(to end: Int) -> String { String(decoding: buffer[used..<end], as: UTF8.self) }

  private func length(in head: String) -> Int? {
    for line in head.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].filter { $0 != " " })
    }
    return nil
  }

  /// Returns a message with its header.
  package static func framed(_ message: JSONTree) -> [UInt8] {
    let body = message.bytes
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
