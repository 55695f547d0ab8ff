/// A model's text with its diagnostics, its declarations, and the declaration of each
/// name, for editors.
///
/// Text with mistakes also has symbols: a mistake hides only the statement
/// that contains it. The index is a class whose parts are created when they are
/// first needed, because most edits need only a few of them.
///
/// - Complexity: Creating an index is linear in the length of the text. The
///   released versions have already been read.
package final class ModelIndex {
  /// The files, in the order of their numbers in spans.
  package let files: [SourceFile]
  /// The released versions, whose file numbers follow those of the files.
  let released: [ReleasedText]
  let names = NameIndex()
  private let text: CheckedText

  /// Reads all files of a model. The names in migrations and in
  /// `@renamed(from:)` are resolved in the released versions.
  ///
  /// - Parameter released: The released versions, whose file numbers follow those of
  ///   the files.
  package init(_ files: [SourceFile], released: [ReleasedText] = []) {
    self.files = files
    self.released = released
    text = CheckedText(files, names: names) { released }
  }

  /// The model and its diagnostics.
  package private(set) lazy var reading = text.reading
  private var known: [Diagnostic]?
  /// The part of the model that could be read.
  var described: ManagedObjectModel { text.model }
  /// The declarations of each file, in the order of the text.
  package private(set) lazy var symbols = text.symbols
  /// All declarations of all files, by the span of their name.
  private lazy var declarations = Self.declarations(symbols.joined())
  /// The declarations by name.
  private lazy var named = NamedSymbols(symbols.joined())
  /// The uses of names within strings, with their spans.
  private lazy var usesInTexts = names.usesInTexts.compactMap { use in
    use.span(in: text.sources[Int(use.literal.file)]).map { (use: use, span: $0) }
  }
  /// The spans of all uses of names, each with the span of the declared name, by file
  /// and sorted by position.
  private lazy var uses = Self.sorted(
    names.uses + usesInTexts.map { ($0.span, $0.use.declaration) },
    declared: declarations.keys, in: text.sources)
  /// The spans of names that are keys of formats.
  private lazy var formatKeys = Set(usesInTexts.filter(\.use.isFormatKey).map(\.span))

  /// Returns declarations and the declarations within them, by the span of their
  /// name.
  static func declarations(_ symbols: some Sequence<ModelSymbol>) -> [Span: ModelSymbol] {
    var declarations: [Span: ModelSymbol] = [:]
    func add(_ symbol: ModelSymbol) {
      if declarations[symbol.nameSpan] == nil { declarations[symbol.nameSpan] = symbol }
      symbol.children.forEach(add)
    }
    symbols.forEach(add)
    return declarations
  }

  /// Returns the uses in each file, including the declarations' own names. Each
  /// span occurs once, and excludes the prefix before the name.
  private static func sorted(
    _ uses: [(name: Span, declaration: Span)], declared: some Sequence<Span>,
    in sources: [SourceText]
  ) -> [[(name: Span, declaration: Span)]] {
    var byName: [Span: Span] = [:]
    for use in uses { byName[use.name.withoutSign(in: sources)] = use.declaration }
    for span in declared { byName[span] = span }
    var files: [[(name: Span, declaration: Span)]] = sources.map { _ in [] }
    for (name, declaration) in byName { files[Int(name.file)].append((name, declaration)) }
    return files.map { $0.sorted { $0.name.start < $1.name.start } }
  }

  /// Returns the declaration whose name has the given span, in the text or in a
  /// released version, or nil if there is none.
  private func declaration(at name: Span) -> ModelSymbol? {
    let number = Int(name.file) - files.count
    return number < 0 ? declarations[name] : released[number].declarations[name]
  }

  // MARK: Queries

  /// The diagnostics of the text, including its comparison with released versions.
  package var diagnostics: [Diagnostic] { diagnostics { true } ?? [] }

  /// The diagnostics that are currently shown: those of the text and, if the
  /// comparison with released versions has been made, those of the comparison.
  package var shownDiagnostics: [Diagnostic] { known ?? reading.diagnostics }

  /// Returns the diagnostics of the text, including its comparison with released
  /// versions.
  ///
  /// - Parameter goesOn: A closure that is called before each part of the work,
  ///   and returns false to stop it. Each released version has two parts.
  /// - Returns: The diagnostics, or nil if the work was stopped.
  package func diagnostics(while goesOn: () -> Bool) -> [Diagnostic]? {
    if let known { return known }
    guard let found = text.diagnostics(against: released, while: goesOn) else { return nil }
    let all = reading.diagnostics + found
    known = all
    return all
  }

  /// Returns the declaration of the name at a byte offset and the span of that name,
  /// or nil if there is none.
  package func symbol(at offset: Int, file: Int) -> (symbol: ModelSymbol, name: Span)? {
    // The `$` of `$name` belongs to the name.
    let bytes = files[file].text.utf8
    let isSign =
      offset < bytes.count
      && bytes[bytes.index(bytes.startIndex, offsetBy: offset)] == UInt8(ascii: "$")
    let offset = isSign ? offset + 1 : offset
    let uses = uses[file]
    let place = uses.firstSortedIndex { $0.name.end >= offset }
    guard place < uses.count, uses[place].name.start <= offset,
      let symbol = declaration(at: uses[place].declaration)
    else { return nil }
    return (symbol, uses[place].name)
  }

  /// Returns the spans of all references to the declaration whose name starts at a
  /// position.
  package func references(toDeclarationAt place: Span) -> [Span] {
    uses.joined().filter {
      $0.declaration.file == place.file && $0.declaration.start == place.start
    }.map(\.name)
  }

  /// Returns the file that contains a span, which belongs to the model or a released
  /// version.
  package func file(of span: Span) -> SourceFile {
    let number = Int(span.file)
    return number < files.count ? files[number] : released[number - files.count].file
  }

  /// Returns the number of the released version with a declaration, or nil for a
  /// declaration of the text itself.
  package func version(of symbol: ModelSymbol) -> Int? {
    let number = Int(symbol.span.file) - files.count
    return number < 0 ? nil : released[number].version?.model.version ?? 0
  }

  /// Returns the position of a span in the form used in messages, such as
  /// `File.model:3:8`.
  package func place(of span: Span) -> String {
    let source = SourceText(file(of: span))
    let position = source.position(at: span.start)
    let name = source.path.split(separator: "/").last ?? ""
    return "\(name):\(position.line):\(position.column)"
  }

  /// Returns the spans of all references to a declaration, including its own name, in
  /// the order of the text.
  package func references(to symbol: ModelSymbol) -> [Span] {
    uses.joined().filter { $0.declaration == symbol.nameSpan }.map(\.name)
      + (version(of: symbol) == nil ? [] : [symbol.nameSpan])
  }

  /// Returns the text of a name that replaces the name in a span. In a
  /// predicate format, a key that is also a keyword gets a prefix.
  package func text(of name: String, at span: Span) -> String {
    formatKeys.contains(span) ? FormatName.bareKey(name) : name
  }

  /// Returns the names in a file with their declarations, in the order of the text.
  package func names(in file: Int) -> [(name: Span, symbol: ModelSymbol)] {
    uses[file].compactMap { use in declaration(at: use.declaration).map { (use.name, $0) } }
  }

  /// Returns the declaration with the given name in an owner, such as a
  /// property that an entity declares or inherits, or, if the owner is nil, a
  /// declaration of the model itself. The result is nil if there is none.
  ///
  /// - Parameter version: The number of the released version to search, or nil
  ///   for the text.
  package func declaration(
    named name: String, in owner: String?, of version: Int? = nil
  ) -> ModelSymbol? {
    guard let version else { return named.declaration(of: name, in: owner) }
    return released.last { $0.version?.model.version ?? 0 == version }?.named
      .declaration(of: name, in: owner)
  }

  /// The files of the released versions, in the order of their numbers.
  package var releasedFiles: [SourceFile] { released.map(\.file) }

  /// Returns the root of an entity's hierarchy, or nil if there is no such
  /// entity. The entity's rows are in the root's table.
  package func root(of entity: String) -> String? {
    text.table.entities[entity]?.lineage.last?.name
  }
}

extension CheckedText {
  /// The declarations of each file in the order of the text, refined by means
  /// of their types.
  var symbols: [[ModelSymbol]] {
    zip(sources, syntax).map { source, syntax in
      Outline(source: source).symbols(of: syntax).map { $0.refined(by: table) }
    }
  }
}

extension ModelSymbol {
  /// Returns the symbol with its relationships marked as such, which depends on
  /// the types.
  fileprivate func refined(by table: SymbolTable) -> ModelSymbol {
    guard kind == .entity, let entity = table.entities[name] else { return self }
    var symbol = self
    symbol.children = children.map { child in
      guard child.kind == .attribute,
        entity.ownProperties[child.name]?.relationship != nil
      else { return child }
      return ModelSymbol(
        kind: .relationship, name: child.name, detail: child.detail,
        documentation: child.documentation, nameSpan: child.nameSpan, span: child.span,
        owner: child.owner, children: child.children)
    }
    return symbol
  }
}

extension Span {
  /// Returns the span of a name without the prefix before it, such as `.` or
  /// `$`.
  fileprivate func withoutSign(in sources: [SourceText]) -> Span {
    let bytes = sources[Int(file)].bytes
    var span = self
    while span.start < span.end, " \t.$@".utf8.contains(bytes[Int(span.start)]) { span.start += 1 }
    return span
  }
}
