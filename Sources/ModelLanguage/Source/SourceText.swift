/// The bytes of a source file, with the starts of its lines.
///
/// The lexer, parser and checker use byte offsets. Lines and characters are
/// counted only for output.
package struct SourceText: Sendable {
  /// The path, as it appears in diagnostics.
  package let path: String
  /// The text as UTF-8.
  package let bytes: [UInt8]
  /// The offset of the first byte of each line.
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

  /// Returns the index, counted from 0, of the line that contains the given
  /// offset.
  package func lineIndex(at offset: Int32) -> Int {
    max(lineStarts.firstSortedIndex { $0 > offset } - 1, 0)
  }

  /// Returns the line and column of an offset, counted from 1. Columns are counted in
  /// characters.
  package func position(at offset: Int32) -> (line: Int, column: Int) {
    let line = lineIndex(at: offset)
    let end = min(Int(offset), bytes.count)
    let start = min(Int(lineStarts[line]), end)
    return (line + 1, string(start..<end).count + 1)
  }

  /// Returns the text of a line, counted from 1, without its line ending; nil
  /// past the last line.
  func line(_ number: Int) -> String? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = Int(lineStarts[number - 1])
    var end = number < lineStarts.count ? Int(lineStarts[number]) : bytes.count
    while end > start, bytes[end - 1] == .lineFeed || bytes[end - 1] == .carriageReturn {
      end -= 1
    }
    return string(start..<end)
  }

  /// Returns a range of bytes as text.
  package func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  func string(_ span: Span) -> String {
    string(Int(span.start)..<Int(span.end))
  }
}

/// A range of bytes in one of several files that are read together.
package struct Span: Sendable, Hashable {
  /// The index of the file.
  package var file: Int32
  /// The offset of the first byte.
  package var start: Int32
  /// The offset past the last byte.
  package var end: Int32

  /// The empty span after this span.
  var behind: Span { Span(file: file, start: end, end: end) }

  /// Returns the span from the start of this span to the end of another span.
  func through(_ other: Span) -> Span {
    Span(file: file, start: start, end: max(end, other.end))
  }

  /// Returns whether the span contains the start of another span.
  func contains(_ other: Span) -> Bool {
    file == other.file && start <= other.start && other.start < max(end, start + 1)
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}

extension Array {
  /// Returns the first index at which a condition is true; the count if there is
  /// none. After an element for which it is true, it is true for all others.
  func firstSortedIndex(where isReached: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
