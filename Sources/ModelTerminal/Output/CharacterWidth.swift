extension Character {
  /// The number of terminal columns that the character takes.
  ///
  /// Characters of East Asian scripts and emoji take two columns; a combining
  /// mark without a letter before it takes none. The letters and vowels that
  /// form one character in Indic scripts take one column each: a terminal that
  /// needs fewer columns leaves a gap, while with a smaller number, the
  /// following text would cover parts of the character on other terminals.
  package var terminalWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if unicodeScalars.contains("\u{FE0F}"), first.properties.isEmoji { return 2 }
    if Self.isWide(first) { return 2 }
    if Self.isMark(first) { return 0 }
    // A flag is one character that consists of two letters.
    if unicodeScalars.count > 1, (0x1F1E6...0x1F1FF).contains(first.value) { return 2 }
    return 1 + unicodeScalars.dropFirst().count(where: Self.hasColumn)
  }

  /// The parts of the character that each fit into one cell: single letters
  /// with their marks.
  var cellParts: [Character] {
    guard terminalWidth > 2 else { return [self] }
    var parts: [Character] = []
    var part = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.properties.generalCategory == .otherLetter {
        parts.append(contentsOf: String(part))
        part = String.UnicodeScalarView()
      }
      part.append(scalar)
    }
    parts.append(contentsOf: String(part))
    return parts
  }

  /// Returns whether a scalar that joins others takes its own column.
  private static func hasColumn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .otherLetter, .spacingMark: !isMark(scalar)
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    case .format: scalar != "\u{AD}"
    default: (0x1160...0x11FF).contains(scalar.value)
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    return scalar.properties.isEmojiPresentation
      || wide.contains { $0.contains(scalar.value) }
  }

  /// The scalars whose `East_Asian_Width` in Unicode is W or F, except emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]

  /// The character in a form that is safe to send to a terminal: a line ending
  /// becomes ⏎, and a tab becomes a space; other control characters, and
  /// characters that change the direction of text, become U+FFFD.
  var shownInTerminal: Character {
    guard let first = unicodeScalars.first else { return "\u{FFFD}" }
    switch first.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      return String(self).valueOnOneLine.first ?? "\u{FFFD}"
    case .surrogate, .format: return "\u{FFFD}"
    default: break
    }
    let steering = unicodeScalars.dropFirst().contains {
      $0.properties.generalCategory == .control
        || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
    }
    return steering ? "\u{FFFD}" : self
  }
}

extension StringProtocol {
  /// The number of terminal columns that the string takes on a single line.
  package var terminalWidth: Int {
    reduce(0) { $0 + $1.shownInTerminal.terminalWidth }
  }

  /// Returns the number of columns that the string takes if it is at most the
  /// limit, and a greater number otherwise. A long string is read only up to
  /// the limit.
  func terminalWidth(upTo limit: Int) -> Int {
    var sum = 0
    for character in self {
      sum += character.shownInTerminal.terminalWidth
      if sum > limit { break }
    }
    return sum
  }
}
