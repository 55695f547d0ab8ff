extension ObjectPredicate {
  /// Returns the location, in the canonical text, of the first comparison that
  /// satisfies a test; nil if there is none. Only the comparisons that are
  /// joined by AND, OR and NOT are tested.
  package func location(
    where isSought: (ObjectPredicate) -> Bool
  ) -> ObjectPredicateError.Location? {
    guard !isTooHigh, let part = comparisons.first(where: isSought) else { return nil }
    let (text, sought) = (Array(format.utf8), Array(part.format.utf8))
    guard sought.count <= text.count,
      let start = (0...text.count - sought.count).first(where: {
        text[$0..<$0 + sought.count].elementsEqual(sought)
      })
    else { return nil }
    return ObjectPredicateError.Location(of: start..<start + sought.count, in: text)
  }

  private var comparisons: [ObjectPredicate] {
    switch self {
    case .constant: []
    case .comparison: [self]
    case .not(let part): part.comparisons
    case .and(let parts), .or(let parts): parts.flatMap(\.comparisons)
    }
  }
}

extension ObjectPredicateError.Location {
  /// The number of scalars before and after the location that an excerpt of a
  /// long line shows.
  private static let context = 60

  /// Creates the location of a range of bytes in the given text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text. A location is
  ///   therefore created only for an error.
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

  /// Creates the location of the word or symbol that begins at the given byte of the
  /// text.
  package init(ofWordAt start: Int, in text: String) {
    let bytes = Array(text.utf8)
    let word = bytes.dropFirst(start).prefix { byte in
      byte >= 0x80 || byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isLetter
        || Character(Unicode.Scalar(byte)).isNumber
    }
    self.init(of: start..<min(start + max(word.count, 1), bytes.count), in: bytes)
  }

  private static func scalars(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
    Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  /// Returns an excerpt without characters that would move the caret or confuse
  /// a terminal.
  private static func printable(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in scalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      text.unicodeScalars.append(isControl ? " " : scalar)
    }
    return text
  }
}
