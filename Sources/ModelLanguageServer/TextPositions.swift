/// Converts the protocol's positions, lines and UTF-16 code units, to offsets of UTF-8
/// bytes and back.
struct TextPositions {
  let source: SourceText

  init(_ file: SourceFile) { source = SourceText(file) }

  /// The byte offset of a position. As in the protocol, a position past a line's end is
  /// the line's end, and one past the last line is the end of the text.
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

  /// The position of a byte offset.
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

  /// The offset of a line's end, before the line break.
  func lineEnd(_ line: Int) -> Int {
    var end =
      line + 1 < source.lineStarts.count ? Int(source.lineStarts[line + 1]) : source.bytes.count
    while end > Int(source.lineStarts[line]), [10, 13].contains(source.bytes[end - 1]) { end -= 1 }
    return end
  }

  /// The UTF-16 code units and the bytes of the scalar that a byte begins.
  private static func scalar(_ first: UInt8) -> (width: Int, length: Int) {
    switch first {
    case 0xF0...: (2, 4)
    case 0xE0...: (1, 3)
    case 0xC0...: (1, 2)
    default: (1, 1)
    }
  }

  /// A position in the form of the protocol.
  func json(_ offset: Int) -> JSONTree {
    let position = position(at: offset)
    return ["line": .integer(position.line), "character": .integer(position.character)]
  }

  /// A range in the form of the protocol.
  func json(_ range: Range<Int>) -> JSONTree {
    ["start": json(range.lowerBound), "end": json(range.upperBound)]
  }

  /// A range in the form of the protocol.
  func json(_ span: Span) -> JSONTree { json(Int(span.start)..<Int(span.end)) }

  /// The offset of a position of the protocol; nil if it is not valid.
  func offset(of position: JSONTree?) -> Int? {
    guard let line = position?["line"]?.integer,
      let character = position?["character"]?.integer
    else { return nil }
    return offset(line: line, character: character)
  }
}
