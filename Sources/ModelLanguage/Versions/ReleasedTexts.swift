/// A released version that has been read, with what is asked of it again and
/// again.
package final class ReleasedText {
  let file: SourceFile
  /// The number of the file in spans.
  private let number: Int
  /// The meaning of its names; nil where it has errors.
  let version: VersionText?
  /// The hash that its seal is compared with.
  private(set) lazy var hash = contentHash(of: file)
  /// The declarations by name.
  private(set) lazy var named = NamedSymbols(symbols)
  /// The declarations and those within them, by the stretches of their names.
  private(set) lazy var declarations = ModelIndex.declarations(symbols)
  private lazy var symbols = text.symbols.flatMap(\.self)
  private let text: CheckedText
  /// The versions before it, which its migration blocks speak of.
  private let older: [ReleasedText]

  /// Reads a version whose spans have a number for their file.
  init(_ file: SourceFile, number: Int, older: [ReleasedText]) {
    self.file = file
    self.number = number
    self.older = older
    text = CheckedText([file], from: number) { older }
    version = text.version
  }

  /// The model and its diagnostics.
  var reading: ModelReading { text.reading }

  /// The text with its lines.
  var source: SourceText { text.sources[0] }

  /// Returns whether a declaration of the same kind, name and owner is here.
  package func declares(_ symbol: ModelSymbol) -> Bool {
    named.declaration(of: symbol.name, in: symbol.owner)?.kind == symbol.kind
  }

  /// Returns whether its text is that of a file.
  fileprivate func holds(_ file: SourceFile) -> Bool {
    file.text.utf8.withContiguousStorageIfAvailable { $0.elementsEqual(source.bytes) }
      ?? (Array(file.text.utf8) == source.bytes)
  }

  /// Returns whether it is what reading a file would give: spans hold offsets
  /// of bytes and the number of the file, and cases are those of older versions,
  /// so all have to be the same.
  fileprivate func isReading(
    of file: SourceFile, number: Int, older: [ReleasedText]
  ) -> Bool {
    self.number == number && self.older.elementsEqual(older, by: ===) && holds(file)
  }
}

/// The released versions of models, each read once and not again until its text
/// changes: a model is read at every key that is pressed, its past is not.
package final class ReleasedTexts {
  /// The texts that were read, by path.
  private var known: [String: ReleasedText] = [:]

  /// Begins with nothing known.
  package init() {}

  /// The versions in some files, whose spans are numbered from a number on.
  package func texts(of files: [SourceFile], from first: Int) -> [ReleasedText] {
    let versions = files.map(version)
    var texts: [Int: ReleasedText] = [:]
    // The oldest first, since each may ask for those before it.
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

  /// The number of the version that a file holds.
  private func version(of file: SourceFile) -> Int {
    if let text = known[file.path], text.holds(file), let version = text.version {
      return version.model.version ?? 0
    }
    return dataModelVersion(of: file)?.number ?? 0
  }

  /// Forgets all that was read.
  package func forget() { known = [:] }
}
