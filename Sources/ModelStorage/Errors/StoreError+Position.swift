extension StoreError {
  /// A position in a store's file.
  public struct Position: Sendable, Hashable {
    /// The number of bytes before the position.
    public var offset: Int
    /// The line, counted from 1; nil in a file that is not text.
    public var line: Int?
    /// The number of the character in the line, counted from 1; nil in a file
    /// that is not text.
    public var column: Int?

    /// Creates a position in a file that is not text.
    public init(offset: Int) {
      self.offset = offset
    }

    /// Creates a position in text from an offset in bytes.
    init(_ offset: Int, in text: [UInt8]) {
      let before = text.prefix(offset)
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      self.offset = offset
      line = before.count { $0 == UInt8(ascii: "\n") } + 1
      column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    }
  }
}

extension StoreError.Position: CustomStringConvertible {
  /// The line and the column, or the byte offset.
  public var description: String {
    if let line, let column { "\(line):\(column)" } else { "byte \(offset)" }
  }
}
