extension ObjectPredicateError.Location {
  /// The number of scalars of a long line that an excerpt shows on either side
  /// of the place.
  private static let context = 60

  /// The place of a range of bytes in a text.
  ///
  /// - Complexity: O(*n*) in the length of the text, so it is made for an
  ///   error only.
  init(of range: Range<Int>, in text: [UInt8]) {
    let start = min(range.lowerBound, text.count)
    let lineStart = text[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let lineEnd = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
    let before = Self.scalars(text[lineStart..<start])
    let place = Self.scalars(text[start..<max(start, min(range.upperBound, lineEnd))])
    let after = Self.scalars(text[min(start + (range.count), lineEnd)..<lineEnd])
    line = 1 + text[..<lineStart].count { $0 == UInt8(ascii: "\n") }
    column = before.count + 1
    let shownBefore = before.suffix(Self.context)
    let shownPlace = place.prefix(Self.context)
    let shown = shownBefore + shownPlace + after.prefix(Self.context)
    let isCut = shownBefore.count < before.count
    excerpt = (isCut ? "…" : "") + Self.printable(shown)
    excerptColumn = shownBefore.count + (isCut ? 1 : 0)
    length = max(1, shownPlace.count)
  }

  private static func scalars(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  /// The excerpt without what would move the caret or harm a terminal.
  private static func printable(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in scalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      text.unicodeScalars.append(isControl ? " " : scalar)
    }
    return text
  }
}
