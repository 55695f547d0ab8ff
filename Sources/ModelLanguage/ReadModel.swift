/// The result of reading a model: the model, its diagnostics, or both.
public struct ModelReading: Sendable {
  /// The model; nil where there are errors.
  public let model: ManagedObjectModel?
  /// The errors and warnings, sorted by position.
  public let diagnostics: [Diagnostic]
  /// The hash in `@frozen`, where the text is a released version's.
  public let frozenHash: String?

  /// A Boolean value that says whether anything is an error.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Reads one model from its text: one file, or the files of a folder with the
/// same `model` line.
///
/// Every independent mistake is found in one run; nothing is thrown.
///
/// - Parameters:
///   - files: The files of the model.
///   - released: Older versions, asked for where there is a migration block,
///     which may name cases of their enumerations.
/// - Complexity: linear in the length of the text, and of the older ones where
///   there is a migration block.
public func readModel(
  _ files: [SourceFile], released: @autoclosure () -> [SourceFile] = []
) -> ModelReading {
  CheckedText(files) { ReleasedTexts().texts(of: released(), from: files.count) }.reading
}

/// A model's text with all that reading it found.
struct CheckedText {
  let files: [SourceFile]
  let sources: [SourceText]
  /// The number of the first file in spans.
  let first: Int
  let syntax: [FileSyntax]
  let table: SymbolTable
  let model: ManagedObjectModel
  let diagnostics: SourceDiagnostics

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - first: the number of the first file in spans.
  ///   - names: what is told about names, where somebody asks.
  ///   - released: released versions, which migration blocks and, where names
  ///     are told, renames speak of; not asked for otherwise.
  init(
    _ files: [SourceFile], from first: Int = 0, names: NameIndex? = nil,
    released: () -> [ReleasedText] = { [] }
  ) {
    let sources = files.map(SourceText.init)
    let diagnostics = SourceDiagnostics(names: names)
    syntax = sources.enumerated().map { offset, source in
      var parser = Parser(source, file: Int32(first + offset), diagnostics: diagnostics)
      return parser.parseFile()
    }
    table = SymbolTable(syntax, diagnostics: diagnostics)
    if names != nil || syntax.contains(where: { !$0.migrations.isEmpty }) {
      table.older = released().compactMap(\.version)
    }
    model = ModelCheck(symbols: table).run()
    self.files = files
    self.sources = sources
    self.first = first
    self.diagnostics = diagnostics
  }

  /// The model, its diagnostics, or both.
  var reading: ModelReading {
    let located = diagnostics.located(in: sources, from: first)
    let hasErrors = located.contains { $0.severity == .error }
    return ModelReading(
      model: hasErrors ? nil : model, diagnostics: located, frozenHash: table.frozenHash)
  }
}
