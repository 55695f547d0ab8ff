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

  /// Reads a version whose spans have a number for their file.
  init(_ file: SourceFile, number: Int) {
    self.file = file
    self.number = number
    text = CheckedText([file], from: number)
    version = text.version
  }

  /// The text with its lines.
  var source: SourceText { text.sources[0] }

  /// Returns whether a declaration of the same kind, name and owner is here.
  package func declares(_ symbol: ModelSymbol) -> Bool {
    named.declaration(of: symbol.name, in: symbol.owner)?.kind == symbol.kind
  }

  /// Returns whether it is what reading a file would give: spans hold offsets
  /// of bytes and the number of the file, so both have to be the same.
  fileprivate func isReading(of file: SourceFile, number: Int) -> Bool {
    let isSame = file.text.utf8.withContiguousStorageIfAvailable { $0.elementsEqual(source.bytes) }
    return self.number == number && isSame ?? (Array(file.text.utf8) == source.bytes)
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
    files.enumerated().map { offset, file in
      let number = first + offset
      if let text = known[file.path], text.isReading(of: file, number: number) { return text }
      let text = ReleasedText(file, number: number)
      known[file.path] = text
      return text
    }
  }

  /// Forgets all that was read.
  package func forget() { known = [:] }
}
