/// Removes the differences that string options ignore, so that two strings are
/// equal under the options if their folded bytes are equal.
///
/// The effect of each option, in memory and in SQL alike:
///
/// - `[c]`: full case folding as Unicode defines it, independent of language: "STRASSE"
///   is "straße", a Turkish dotless "ı" is not "I".
/// - `[d]`: canonical decomposition, then all combining marks of class 10 and
///   up are dropped: accents, cedillas, Hebrew and Arabic points. Voiced sound
///   marks, nuktas, viramas and overlays are kept, because they make another
///   letter or symbol. A letter that Unicode does not decompose, such as "ø" or
///   "ł", is kept as well.
/// - `[n]` and `[l]`: canonical decomposition, so that "e" with a combining accent is
///   "é". Rules of particular languages are not applied.
///
/// The Unicode data is the library's own, not the system's, so that folded text
/// in a store or an index is the same everywhere.
package struct TextFolding: Sendable {
  /// The replacements of scalars; nil if all scalars are kept.
  let table: FoldingTable?

  /// Creates a folding with the given options.
  ///
  /// - Complexity: O(1), except for the first use of the options in a process,
  ///   which reads their table.
  package init(_ options: StringOptions) {
    let foldsCase = options.contains(.caseInsensitive)
    let decomposes = !options.isDisjoint(with: [.normalized, .localized])
    table =
      switch (foldsCase, options.contains(.diacriticInsensitive), decomposes) {
      case (false, false, false): nil
      case (true, false, false): Self.caseTable
      case (false, false, true): Self.normalizedTable
      case (true, false, true): Self.normalizedCaseTable
      case (false, true, _): Self.diacriticTable
      case (true, true, _): Self.caseAndDiacriticTable
      }
  }

  private static let caseTable = FoldingTable(
    foldsCase: true, decomposes: false, removesDiacritics: false)
  private static let normalizedTable = FoldingTable(
    foldsCase: false, decomposes: true, removesDiacritics: false)
  private static let normalizedCaseTable = FoldingTable(
    foldsCase: true, decomposes: true, removesDiacritics: false)
  private static let diacriticTable = FoldingTable(
    foldsCase: false, decomposes: true, removesDiacritics: true)
  private static let caseAndDiacriticTable = FoldingTable(
    foldsCase: true, decomposes: true, removesDiacritics: true)

  /// True if every string is left unchanged.
  package var isIdentity: Bool { table == nil }

  /// True if upper and lower case are treated as the same.
  package var foldsCase: Bool { table?.foldsCase ?? false }

  package static func fold(_ text: String, options: StringOptions) -> String {
    TextFolding(options).fold(text)
  }

  package func fold(_ text: String) -> String {
    guard let table else { return text }
    var text = text
    var output: [UInt8] = []
    let isSame = text.withUTF8 { bytes in
      if !table.foldsCase && bytes.isASCII { return true }
      fold(bytes, into: &output)
      return false
    }
    return isSame ? text : String(decoding: output, as: UTF8.self)
  }

  /// Folds UTF-8 into a buffer, whose contents are replaced. Callers can reuse
  /// the buffer for the next string. Bytes that are not valid UTF-8 stay
  /// unchanged.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes; nothing is
  ///   allocated once the buffer is large enough.
  package func fold(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    guard let table else {
      output.removeAll(keepingCapacity: true)
      return output.append(contentsOf: bytes)
    }
    FoldingPass.run(table, bytes, &output)
  }
}

extension UnsafeBufferPointer<UInt8> {
  package var isASCII: Bool {
    guard let base = UnsafeRawPointer(baseAddress) else { return true }
    var index = 0
    while index + 8 <= count {
      let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    return self[index...].allSatisfy { $0 < 0x80 }
  }
}
