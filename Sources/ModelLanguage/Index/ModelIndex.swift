/// A model's text as an editor sees it: its diagnostics, its declarations, and
/// what each name stands for.
///
/// A text with mistakes has symbols too: what cannot be read costs one
/// statement, and the rest is there. A class, because each part is made when it
/// is first asked for: at most keys that are pressed, few of them are.
///
/// - Complexity: to make one, linear in the length of the text; released
///   versions have been read.
package final class ModelIndex {
  /// The files, in the order in which spans number them.
  package let files: [SourceFile]
  /// The released versions, whose spans are numbered behind those of the files.
  let released: [ReleasedText]
  let names = NameIndex()
  private let text: CheckedText

  /// Reads a model: one file, or all files of it; what migrations and
  /// `@renamed(from:)` name is looked up in its released versions.
  ///
  /// - Parameter released: the versions, numbered behind the files.
  package init(_ files: [SourceFile], released: [ReleasedText] = []) {
    self.files = files
    self.released = released
    text = CheckedText(files, names: names) { released }
  }

  /// The model and its diagnostics.
  package private(set) lazy var reading = text.reading
  private var known: [Diagnostic]?
  /// The model as far as it could be read.
  var described: ManagedObjectModel { text.model }
  /// The declarations of each file, in the order of the text.
  package private(set) lazy var symbols = text.symbols
  /// The declarations of all files and those within them, by the stretches of
  /// their names.
  private lazy var declarations = Self.declarations(symbols.joined())
  /// The declarations by name.
  private lazy var named = NamedSymbols(symbols.joined())
  /// The uses of names in texts, with their stretches.
  private lazy var usesInTexts = names.usesInTexts.compactMap { use in
    use.span(in: text.sources[Int(use.literal.file)]).map { (use: use, span: $0) }
  }
  /// The stretches of names, and the names of the declarations they stand for;
  /// by file, sorted by place.
  private lazy var uses = Self.sorted(
    names.uses + usesInTexts.map { ($0.span, $0.use.declaration) },
    declared: declarations.keys, in: text.sources)
  /// The stretches of names that are keys of formats.
  private lazy var formatKeys = Set(usesInTexts.filter(\.use.isFormatKey).map(\.span))

  /// Declarations and those within them, by the stretches of their names.
  static func declarations(_ symbols: some Sequence<ModelSymbol>) -> [Span: ModelSymbol] {
    var declarations: [Span: ModelSymbol] = [:]
    func add(_ symbol: ModelSymbol) {
      if declarations[symbol.nameSpan] == nil { declarations[symbol.nameSpan] = symbol }
      symbol.children.forEach(add)
    }
    symbols.forEach(add)
    return declarations
  }

  /// The uses of each file with the declarations' own names among them, each
  /// stretch once and without the sign before the name.
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

  /// The declaration whose name is a stretch, of the text or of a released
  /// version.
  private func declaration(at name: Span) -> ModelSymbol? {
    let number = Int(name.file) - files.count
    return number < 0 ? declarations[name] : released[number].declarations[name]
  }

  // MARK: Asking

  /// The diagnostics of the text, and those against its released versions.
  package var diagnostics: [Diagnostic] { diagnostics { true } ?? [] }

  /// The diagnostics of the text, with those against its released versions where
  /// they have been asked for: what a person has been shown.
  package var shownDiagnostics: [Diagnostic] { known ?? reading.diagnostics }

  /// The diagnostics of the text, and those against its released versions.
  ///
  /// - Parameter goesOn: asked before each part of the work, of which a released
  ///   version is two.
  /// - Returns: nil where it was not to go on.
  package func diagnostics(while goesOn: () -> Bool) -> [Diagnostic]? {
    if let known { return known }
    guard let found = text.diagnostics(against: released, while: goesOn) else { return nil }
    let all = reading.diagnostics + found
    known = all
    return all
  }

  /// The declaration that the name at a byte offset stands for, with the
  /// stretch of that name; nil where there is none.
  package func symbol(at offset: Int, file: Int) -> (symbol: ModelSymbol, name: Span)? {
    // The sign of `$name` belongs to the name.
    let bytes = files[file].text.utf8
    let isSign =
      offset < bytes.count
      && bytes[bytes.index(bytes.startIndex, offsetBy: offset)] == UInt8(ascii: "$")
    let offset = isSign ? offset + 1 : offset
    let uses = uses[file]
    var (low, high) = (0, uses.count)
    while low < high {
      let middle = (low + high) / 2
      if uses[middle].name.end < offset { low = middle + 1 } else { high = middle }
    }
    guard low < uses.count, uses[low].name.start <= offset,
      let symbol = declaration(at: uses[low].declaration)
    else { return nil }
    return (symbol, uses[low].name)
  }

  /// The stretches where the declaration whose name begins at a place is named.
  package func references(toDeclarationAt place: Span) -> [Span] {
    uses.joined().filter {
      $0.declaration.file == place.file && $0.declaration.start == place.start
    }.map(\.name)
  }

  /// The file that holds a stretch: the model's, or a released version's.
  package func file(of span: Span) -> SourceFile {
    let number = Int(span.file)
    return number < files.count ? files[number] : released[number - files.count].file
  }

  /// The number of the released version that declares something; nil for the
  /// text's own.
  package func version(of symbol: ModelSymbol) -> Int? {
    let number = Int(symbol.span.file) - files.count
    return number < 0 ? nil : released[number].version?.model.version ?? 0
  }

  /// `File.model:3:8`, as messages name the place of a stretch.
  package func place(of span: Span) -> String {
    let source = SourceText(file(of: span))
    let position = source.position(at: span.start)
    let name = source.path.split(separator: "/").last ?? ""
    return "\(name):\(position.line):\(position.column)"
  }

  /// The stretches where a declaration is named, its own name among them, in
  /// the order of the text.
  package func references(to symbol: ModelSymbol) -> [Span] {
    uses.joined().filter { $0.declaration == symbol.nameSpan }.map(\.name)
      + (version(of: symbol) == nil ? [] : [symbol.nameSpan])
  }

  /// A name as it is written in place of another: a key of a format may need a
  /// sign.
  package func text(of name: String, at span: Span) -> String {
    formatKeys.contains(span) ? FormatName.bareKey(name) : name
  }

  /// The names of a file and the declarations they stand for, in the order of
  /// the text.
  package func names(in file: Int) -> [(name: Span, symbol: ModelSymbol)] {
    uses[file].compactMap { use in declaration(at: use.declaration).map { (use.name, $0) } }
  }

  /// The declaration of a name within another, such as an entity's property,
  /// inherited ones included; without an owner, one of the model's own.
  ///
  /// - Parameter version: the released version that is meant; nil for the text.
  package func declaration(
    named name: String, in owner: String?, of version: Int? = nil
  ) -> ModelSymbol? {
    guard let version else { return named.declaration(of: name, in: owner) }
    return released.last { $0.version?.model.version ?? 0 == version }?.named
      .declaration(of: name, in: owner)
  }

  /// The files of the released versions.
  package var releasedFiles: [SourceFile] { released.map(\.file) }

  /// The root of an entity's hierarchy, whose table holds its rows.
  package func root(of entity: String) -> String? {
    text.table.entities[entity]?.lineage.last?.name
  }
}

extension CheckedText {
  /// The declarations of each file, in the order of the text, with what types
  /// tell about them.
  var symbols: [[ModelSymbol]] {
    zip(sources, syntax).map { source, syntax in
      Outline(source: source).symbols(of: syntax).map { $0.refined(by: table) }
    }
  }
}

extension ModelSymbol {
  /// The symbol with properties that lead to entities called relationships,
  /// which only types tell.
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
  /// The stretch of a name without the `.` or `$` before it.
  fileprivate func withoutSign(in sources: [SourceText]) -> Span {
    let bytes = sources[Int(file)].bytes
    var span = self
    while span.start < span.end, " \t.$@".utf8.contains(bytes[Int(span.start)]) { span.start += 1 }
    return span
  }
}
