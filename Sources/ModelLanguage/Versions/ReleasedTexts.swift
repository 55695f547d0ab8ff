/// A released version that has been read, with cached results.
package final class ReleasedText {
  let file: SourceFile
  /// The number of the file in the spans of its symbols.
  private let number: Int
  /// The version with its symbols, or nil if it has errors.
  let version: VersionText?
  /// The hash to compare with `@frozen`.
  private(set) lazy var hash = contentHash(of: file)
  /// The declarations of the version, by name.
  private(set) lazy var named = NamedSymbols(symbols)
  /// All declarations, by the span of their name.
  private(set) lazy var declarations = ModelIndex.declarations(symbols)
  private lazy var symbols = text.symbols.flatMap(\.self)
  private let text: CheckedText
  /// The versions before this version, for its migration blocks.
  private let older: [ReleasedText]

  /// Reads a version, with a file number for its spans.
  init(_ file: SourceFile, number: Int, older: [ReleasedText]) {
    self.file = file
    self.number = number
    self.older = older
    text = CheckedText([file], from: number) { older }
    version = text.version
  }

  /// The model of the version and its diagnostics.
  var reading: ModelReading { text.reading }

  /// The source text of the version, divided into lines.
  var source: SourceText { text.sources[0] }

  /// Returns whether the version contains a declaration with the same kind,
  /// name and owner.
  package func declares(_ symbol: ModelSymbol) -> Bool {
    named.declaration(of: symbol.name, in: symbol.owner)?.kind == symbol.kind
  }

  /// Returns whether the text equals the text of a file.
  fileprivate func holds(_ file: SourceFile) -> Bool {
    file.text.utf8.withContiguousStorageIfAvailable { $0.elementsEqual(source.bytes) }
      ?? (Array(file.text.utf8) == source.bytes)
  }

  /// Returns whether reading the given file would give this version again. The
  /// number of the file is part of spans, and the meaning of cases depends on
  /// older versions, so the number and the older versions must also be equal.
  fileprivate func isReading(
    of file: SourceFile, number: Int, older: [ReleasedText]
  ) -> Bool {
    self.number == number && self.older.elementsEqual(older, by: ===) && holds(file)
  }
}

/// The released versions of models, each of which is read only once unless its
/// text changes. A model is read at every keystroke, but its released versions
/// hardly ever change.
package final class ReleasedTexts {
  /// The versions read so far, by path.
  private var known: [String: ReleasedText] = [:]

  /// Creates an empty cache.
  package init() {}

  /// Returns the versions in the given files. The file numbers start at the
  /// given number.
  package func texts(of files: [SourceFile], from first: Int) -> [ReleasedText] {
    let versions = files.map(version)
    var texts: [Int: ReleasedText] = [:]
    // The oldest version comes first, since each version may need the versions
    // before it.
    for offset in files.indices.sorted(by: { (versions[$0], $0) < (versions[$1], $1) }) {
      let older = files.indices.filter { versions[$0] < versions[offset] }
      texts[offset] = text(
        of: files[offset], number: first + offset, older: older.compactMap { texts[$0] })
    }
    return files.indices.compactMap { texts[$0] }
  }

  private func text(
    of file: SourceFile, number: Int, older: [ReleasedText]
  ) -> ReleasedText {
    if let text = known[file.path], text.isReading(of: file, number: number, older: older) {
      return text
    }
    let text = ReleasedText(file, number: number, older: older)
    known[file.path] = text
    return text
  }

  /// Returns the number of the version in a file.
  private func version(of file: SourceFile) -> Int {
    if let text = known[file.path], text.holds(file), let version = text.version {
      return version.model.version ?? 0
    }
    return dataModelVersion(of: file)?.number ?? 0
  }

  /// Removes all cached versions.
  package func forget() { known = [:] }
}
