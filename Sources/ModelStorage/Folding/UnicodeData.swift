/// The Unicode tables for folding, parsed from text when they are first needed.
struct UnicodeData: Sendable {
  static let shared = UnicodeData()

  /// The replacements of scalars if case is ignored (full case folding,
  /// independent of language).
  let caseFolding: [UInt32: [UInt32]]
  /// The full canonical decompositions, except those of Hangul syllables.
  let decompositions: [UInt32: [UInt32]]
  /// The canonical combining classes that are not 0.
  let combiningClasses: [UInt32: UInt8]

  private init() {
    var folding = Self.sequences(UnicodeTables.fullCaseFolding)
    Self.forEachRun(UnicodeTables.caseFolding) { scalar, difference in
      folding[scalar] = [(scalar &+ difference) & 0x1FFFFF]
    }
    caseFolding = folding
    decompositions = Self.sequences(UnicodeTables.decompositions)
    var classes: [UInt32: UInt8] = [:]
    Self.forEachRun(UnicodeTables.combiningClasses) { scalar, value in
      classes[scalar] = UInt8(truncatingIfNeeded: value)
    }
    combiningClasses = classes
  }

  /// Returns the canonical decomposition of a scalar, which may be the scalar
  /// itself.
  func decomposition(of scalar: UInt32) -> [UInt32] {
    Hangul.decomposition(of: scalar) ?? decompositions[scalar] ?? [scalar]
  }

  private static func sequences(_ table: StaticString) -> [UInt32: [UInt32]] {
    var sequences: [UInt32: [UInt32]] = [:]
    var key: UInt32 = 0
    for entry in entries(table) {
      let parts = entry.split(separator: "=")
      key = parts.count == 2 ? UInt32(parts[0], radix: 16) ?? 0 : key + 1
      let scalars = parts[parts.count - 1].split(separator: ",")
      sequences[key] = scalars.compactMap { UInt32($0, radix: 16) }
    }
    return sequences
  }

  private static func forEachRun(_ table: StaticString, _ body: (UInt32, UInt32) -> Void) {
    for entry in entries(table) {
      let parts = entry.split(separator: ":")
      guard parts.count == 2, let value = UInt32(parts[1], radix: 16) else { continue }
      let step = parts[0].last == "/" ? 2 : 1
      let bounds = parts[0].split(whereSeparator: { $0 == "-" || $0 == "/" })
        .compactMap { UInt32($0, radix: 16) }
      guard let first = bounds.first, let last = bounds.last else { continue }
      for scalar in stride(from: first, through: last, by: step) { body(scalar, value) }
    }
  }

  private static func entries(_ table: StaticString) -> [Substring] {
    table.description.split(whereSeparator: { $0 == " " || $0 == "\n" })
  }
}

/// Hangul syllables, whose decomposition is arithmetic (Unicode, 3.12).
enum Hangul {
  static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  /// Returns the first, second and third letter of a Hangul syllable, with 0
  /// for a missing third letter; nil for other scalars.
  @inline(__always)
  static func letters(of scalar: UInt32) -> (UInt32, UInt32, UInt32)? {
    guard syllables.contains(scalar) else { return nil }
    let index = scalar - syllables.lowerBound
    let last = index % 28
    return (0x1100 + index / 588, 0x1161 + index % 588 / 28, last == 0 ? 0 : 0x11A7 + last)
  }

  /// Returns the two or three letters of a Hangul syllable; nil for other
  /// scalars.
  static func decomposition(of scalar: UInt32) -> [UInt32]? {
    letters(of: scalar).map { $0.2 == 0 ? [$0.0, $0.1] : [$0.0, $0.1, $0.2] }
  }
}
