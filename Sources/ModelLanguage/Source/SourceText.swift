/// The bytes of a source file with what is needed to find lines in it.
///
/// Everything up to the diagnostics works on byte offsets; lines and
/// characters are counted only for what is printed.
package struct SourceText: Sendable {
  /// The path, as diagnostics print it.
  package let path: String
  /// The text as UTF-8.
  package let bytes: [UInt8]
  /// Offset of the first byte of every line.
  package let lineStarts: [Int32]

  package init(_ file: SourceFile) {
    path = file.path
    bytes = Array(file.text.utf8)
    lineStarts = Self.lineStarts(in: bytes)
  }

  private static func lineStarts(in bytes: [UInt8]) -> [Int32] {
    var starts: [Int32] = [0]
    for (offset, byte) in bytes.enumerated() {
      let endsLine =
        byte == .lineFeed
        || (byte == .carriageReturn
          && !(offset + 1 < bytes.count && bytes[offset + 1] == .lineFeed))
      if endsLine { starts.append(Int32(offset + 1)) }
    }
    return starts
  }

  /// Number of the line that holds an offset, counted from 0.
  package func lineIndex(at offset: Int32) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Line and column of an offset, both counted from 1, the column in
  /// characters.
  package func position(at offset: Int32) -> (line: Int, column: Int) {
    let line = lineIndex(at: offset)
    let end = min(Int(offset), bytes.count)
    let start = min(Int(lineStarts[line]), end)
    return (line + 1, string(start..<end).count + 1)
  }

  /// The text of a line, counted from 1, without its end; nil past the end.
  func line(_ number: Int) -> String? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = Int(lineStarts[number - 1])
    var end = number < lineStarts.count ? Int(lineStarts[number]) : bytes.count
    while end > start, bytes[end - 1] == .lineFeed || bytes[end - 1] == .carriageReturn {
      end -= 1
    }
    return string(start..<end)
  }

  /// Bytes as text.
  package func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Bytes as text.
  func string(_ span: Span) -> String {
    string(Int(span.start)..<Int(span.end))
  }
}

/// A stretch of bytes in one of the files that are read together.
package struct Span: Sendable, Hashable {
  /// Index of the file.
  package var file: Int32
  /// Offset of the first byte.
  package var start: Int32
  /// Offset past the last byte.
  package var end: Int32

  /// The place behind the stretch.
  var behind: Span { Span(file: file, start: end, end: end) }

  /// Returns the stretch from the start of this one to the end of another.
  func through(_ other: Span) -> Span {
    Span(file: file, start: start, end: max(end, other.end))
  }

  /// Returns whether an offset of the same file lies within.
  func contains(_ other: Span) -> Bool {
    file == other.file && start <= other.start && other.start < max(end, start + 1)
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
