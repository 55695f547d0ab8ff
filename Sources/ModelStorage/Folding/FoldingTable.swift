/// A table of the replacements of all scalars under some string options, as UTF-8 that
/// is ready to be appended.
///
/// The table has two stages, with a page for every 256 scalars; most pages
/// share one empty page. An entry of 0 represents a scalar that is kept and
/// starts a character.
struct FoldingTable: Sendable {
  /// The position of a scalar's replacement, and whether it contains marks.
  struct Entry {
    let bits: UInt32

    /// The entry for a scalar that is kept.
    static let identity = Entry(bits: 0)

    /// True if the scalar is left out.
    var isRemoved: Bool { bits != 0 && length == 0 }
    /// True if the scalar is kept.
    var isIdentity: Bool { bits == 0 }
    var length: Int { Int(bits & 0xFF) }
    var offset: Int { Int(bits >> 8 & 0x1F_FFFF) }
    /// True if the last scalar is a mark, whose position may have to change.
    var endsWithMark: Bool { bits >> 30 & 1 == 1 }
    /// True if the first scalar is a mark.
    var beginsWithMark: Bool { bits >> 31 == 1 }
  }

  /// The factor by which a string can grow. No scalar needs more than three
  /// times its bytes (a syllable of Hangul, "ΐ"), which the builder ensures.
  static let greatestExpansion = 3

  private let pages: [UInt16]
  private let entries: [UInt32]
  let replacements: [UInt8]
  let foldsCase: Bool
  let decomposes: Bool

  /// The least combining class of diacritics. Marks of lower classes make
  /// another letter (the voiced sound marks of kana, nuktas, viramas) or
  /// another symbol (overlays, as in "≠"), and are kept when diacritics are
  /// ignored.
  static let leastDiacriticClass: UInt8 = 10

  init(foldsCase: Bool, decomposes: Bool, removesDiacritics: Bool) {
    self.foldsCase = foldsCase
    self.decomposes = decomposes || removesDiacritics
    let builder = FoldingTableBuilder(
      foldsCase: foldsCase, decomposes: self.decomposes, removesDiacritics: removesDiacritics)
    (pages, entries, replacements) = builder.build()
  }

  @inline(__always)
  func entry(of scalar: UInt32) -> Entry {
    let page = Int(pages[Int(scalar >> 8)])
    return Entry(bits: entries[page << 8 | Int(scalar & 0xFF)])
  }
}

private struct FoldingTableBuilder {
  let foldsCase: Bool
  let decomposes: Bool
  let removesDiacritics: Bool
  let data = UnicodeData.shared

  func build() -> (pages: [UInt16], entries: [UInt32], replacements: [UInt8]) {
    var pages = [UInt16](repeating: 0, count: 0x1100)
    var entries = [UInt32](repeating: 0, count: 256)
    var replacements: [UInt8] = []
    for scalar in affectedScalars {
      let result = fold(scalar)
      let isMark = decomposes && combiningClass(scalar) != 0
      guard result != [scalar] || isMark, fits(result, scalar) else { continue }
      let page = Int(scalar >> 8)
      if pages[page] == 0 {
        pages[page] = UInt16(entries.count >> 8)
        entries.append(contentsOf: [UInt32](repeating: 0, count: 256))
      }
      entries[Int(pages[page]) << 8 | Int(scalar & 0xFF)] = entry(result, &replacements)
    }
    return (pages, entries, replacements)
  }

  /// Returns whether the replacement of a scalar fits into the output. It
  /// always does today; the check prevents tables of a later Unicode version
  /// from writing past the end of the buffer.
  private func fits(_ result: [UInt32], _ scalar: UInt32) -> Bool {
    func length(_ scalars: [UInt32]) -> Int {
      scalars.compactMap(Unicode.Scalar.init).reduce(0) { $0 + UTF8.width($1) }
    }
    return length(result) <= length([scalar]) * FoldingTable.greatestExpansion
  }

  private var affectedScalars: Set<UInt32> {
    var scalars: Set<UInt32> = []
    if foldsCase { scalars.formUnion(data.caseFolding.keys) }
    if decomposes {
      scalars.formUnion(data.decompositions.keys)
      scalars.formUnion(data.combiningClasses.keys)
    }
    return scalars
  }

  /// Returns a scalar after decomposition, case folding, and decomposition of
  /// the result (Unicode's canonical caseless matching, 3.13). Each
  /// decomposition drops diacritics if they are ignored.
  private func fold(_ scalar: UInt32) -> [UInt32] {
    var scalars = decomposed([scalar])
    if foldsCase { scalars = decomposed(scalars.flatMap { data.caseFolding[$0] ?? [$0] }) }
    return scalars
  }

  private func decomposed(_ scalars: [UInt32]) -> [UInt32] {
    guard decomposes else { return scalars }
    let decomposed = scalars.flatMap(data.decomposition)
    guard removesDiacritics else { return decomposed }
    return decomposed.filter { combiningClass($0) < FoldingTable.leastDiacriticClass }
  }

  private func combiningClass(_ scalar: UInt32) -> UInt8 { data.combiningClasses[scalar] ?? 0 }

  private func entry(_ scalars: [UInt32], _ replacements: inout [UInt8]) -> UInt32 {
    // Offsets start at 1, so that the entry of an empty replacement is not 0.
    if replacements.isEmpty { replacements.append(0) }
    let bytes = scalars.compactMap(Unicode.Scalar.init).flatMap { Array(String($0).utf8) }
    var bits = UInt32(replacements.count) << 8 | UInt32(bytes.count)
    replacements += bytes
    guard decomposes, let first = scalars.first, let last = scalars.last else { return bits }
    if combiningClass(last) != 0 { bits |= 1 << 30 }
    if combiningClass(first) != 0 { bits |= 1 << 31 }
    return bits
  }
}
