/// The result of reading a model, with the model and its diagnostics.
public struct ModelReading: Sendable {
  /// The model, or nil if there are errors.
  public let model: ManagedObjectModel?
  /// The errors and warnings, sorted by position.
  public let diagnostics: [Diagnostic]
  /// The hash in `@frozen`, or nil if the text is not a released version.
  public let frozenHash: String?

  /// True if any diagnostic is an error, in which case there is no model.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Reads a model from a single file, or from several files with the same `model`
/// line.
///
/// All independent mistakes are found in one run, and no error is thrown.
///
/// - Parameters:
///   - files: The files of the model.
///   - released: The older versions, which are used only if there is a
///     migration block, since a block may refer to cases of their enumerations.
/// - Complexity: Linear in the length of the text, and of the older versions if there
///   is a migration block.
public func readModel(
  _ files: [SourceFile], released: @autoclosure () -> [SourceFile] = []
) -> ModelReading {
  CheckedText(files) { ReleasedTexts().texts(of: released(), from: files.count) }.reading
}

/// A model's text with all results of reading it.
struct CheckedText {
  let files: [SourceFile]
  let sources: [SourceText]
  /// The number of the first file in spans.
  let first: Int
  let syntax: [FileSyntax]
  let table: SymbolTable
  let model: ManagedObjectModel
  let diagnostics: SourceDiagnostics

  /// Reads the source text of a model.
  ///
  /// - Parameters:
  ///   - first: The number of the first file in spans.
  ///   - names: The index to enter names into, or nil if no editor needs them.
  ///   - released: A closure that returns the released versions. It is called
  ///     only for names in migration blocks and, if there is an index, in
  ///     renames.
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

  /// The model and its diagnostics.
  var reading: ModelReading {
    let located = diagnostics.located(in: sources, from: first)
    let hasErrors = located.contains { $0.severity == .error }
    return ModelReading(
      model: hasErrors ? nil : model, diagnostics: located, frozenHash: table.frozenHash)
  }
}
