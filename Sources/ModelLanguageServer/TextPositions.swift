/// Converts the protocol's positions, which consist of lines and UTF-16 code
/// units, to offsets in UTF-8 bytes, and back.
struct TextPositions {
  let source: SourceText

  init(_ file: SourceFile) { source = SourceText(file) }

  /// Returns the byte offset of a position. As in the protocol, a position past
  /// the end of a line is treated as the end of the line, and a position past
  /// the last line as the end of the text.
  func offset(line: Int, character: Int) -> Int {
    guard line < source.lineStarts.count else { return source.bytes.count }
    guard line >= 0 else { return 0 }
    var offset = Int(source.lineStarts[line])
    let end = lineEnd(line)
    var units = 0
    while offset < end, units < character {
      let (width, length) = Self.scalar(source.bytes[offset])
      units += width
      offset += length
    }
    return min(offset, end)
  }

  /// Returns the position of a byte offset.
  func position(at offset: Int) -> (line: Int, character: Int) {
    let line = source.lineIndex(at: Int32(min(offset, source.bytes.count)))
    var index = Int(source.lineStarts[line])
    var units = 0
    while index < min(offset, source.bytes.count) {
      let (width, length) = Self.scalar(source.bytes[index])
      units += width
      index += length
    }
    return (line, units)
  }

  /// Returns the offset of the end of a line, before the line break.
  func lineEnd(_ line: Int) -> Int {
    var end =
      line + 1 < source.lineStarts.count ? Int(source.lineStarts[line + 1]) : source.bytes.count
    while end > Int(source.lineStarts[line]), [10, 13].contains(source.bytes[end - 1]) { end -= 1 }
    return end
  }

  /// Returns the number of UTF-16 code units and of bytes of the scalar that
  /// begins with the given byte.
  private static func scalar(_ first: UInt8) -> (width: Int, length: Int) {
    switch first {
    case 0xF0...: (2, 4)
    case 0xE0...: (1, 3)
    case 0xC0...: (1, 2)
    default: (1, 1)
    }
  }

  /// Returns a position in the form used in the protocol.
  func json(_ offset: Int) -> JSONTree {
    let position = position(at: offset)
    return ["line": .integer(position.line), "character": .integer(position.character)]
  }

  /// Returns a range of bytes as a range of the protocol.
  func json(_ range: Range<Int>) -> JSONTree {
    ["start": json(range.lowerBound), "end": json(range.upperBound)]
  }

  /// Returns a span as a range of the protocol.
  func json(_ span: Span) -> JSONTree { json(Int(span.start)..<Int(span.end)) }

  /// Returns the offset of a position in the protocol; nil if the position is
  /// not valid.
  func offset(of position: JSONTree?) -> Int? {
    guard let line = position?["line"]?.integer,
      let character = position?["character"]?.integer
    else { return nil }
    return offset(line: line, character: character)
  }
}
