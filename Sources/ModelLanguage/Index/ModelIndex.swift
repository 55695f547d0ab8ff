internal import ModelPredicates
internal import ModelSchema

/// A model's text as an editor sees it: its diagnostics, its declarations, and
/// what each name stands for.
///
/// A text with mistakes has symbols too: what cannot be read costs one
/// statement, and the rest is there.
///
/// - Complexity: to make one, linear in the length of the text.
package struct ModelIndex: Sendable {
  /// The files, in the order in which spans number them.
  package let files: [SourceFile]
  /// The released versions, whose spans are numbered behind those of the files.
  private let released: [SourceFile]
  /// The model and its diagnostics.
  package let reading: ModelReading
  /// The declarations of each file, in the order of the text.
  package let symbols: [[ModelSymbol]]
  /// The declarations of all files and those within them, by the stretches of
  /// their names.
  private let declarations: [Span: ModelSymbol]
  /// The declarations of released versions, by number.
  private let olderSymbols: [Int: [ModelSymbol]]
  /// The stretches of names, and the names of the declarations they stand for;
  /// by file, sorted by place.
  private let uses: [[(name: Span, declaration: Span)]]
  /// The stretches of names that are keys of formats.
  private let formatKeys: Set<Span>
  /// The root of each entity's hierarchy, by the entity's name.
  private let roots: [String: String]
  /// The model as far as it could be read.
  let described: ManagedObjectModel

  /// Reads a model: one file, or all files of it; what migrations and
  /// `@renamed(from:)` name is looked up in its released versions.
  package init(_ files: [SourceFile], released: [SourceFile] = []) {
    let names = NameIndex()
    let text = CheckedText(files, names: names, released: released)
    self.released = released
    self.files = files
    reading = text.reading
    described = text.model
    symbols = zip(text.sources, text.syntax).map { source, syntax in
      Outline(source: source).symbols(of: syntax).map { $0.refined(by: text.checker) }
    }
    olderSymbols = text.checker.older.reduce(into: [:]) { symbols, version in
      let number = Int(version.header.span.file)
      symbols[version.model.version ?? 0] = version.checker.files.flatMap {
        Outline(source: text.sources[number]).symbols(of: $0).map {
          $0.refined(by: version.checker)
        }
      }
    }
    let all = (symbols + olderSymbols.values).joined().flatMap {
      [$0] + $0.children.flatMap { [$0] + $0.children }
    }
    declarations = Dictionary(all.map { ($0.nameSpan, $0) }) { first, _ in first }
    let inTexts = names.usesInTexts.compactMap { use in
      use.span(in: text.sources[Int(use.literal.file)]).map { (use, $0) }
    }
    uses = Self.sorted(
      names.uses + inTexts.map { ($0.1, $0.0.declaration) },
      declared: Array(declarations.keys), in: text.sources)
    formatKeys = Set(inTexts.filter(\.0.isFormatKey).map(\.1))
    roots = text.checker.entities.mapValues { $0.lineage[$0.lineage.count - 1].name }
  }

  /// The uses of each file with the declarations' own names among them, each
  /// stretch once and without the sign before the name.
  private static func sorted(
    _ uses: [(name: Span, declaration: Span)], declared: [Span], in sources: [SourceText]
  ) -> [[(name: Span, declaration: Span)]] {
    var byName: [Span: Span] = [:]
    for use in uses { byName[use.name.withoutSign(in: sources)] = use.declaration }
    for span in declared { byName[span] = span }
    var files: [[(name: Span, declaration: Span)]] = sources.map { _ in [] }
    for (name, declaration) in byName { files[Int(name.file)].append((name, declaration)) }
    return files.map { $0.sorted { $0.name.start < $1.name.start } }
  }

  // MARK: Asking

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
      let symbol = declarations[uses[low].declaration]
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
    return number < files.count ? files[number] : released[number - files.count]
  }

  /// The number of the released version that declares something; nil for the
  /// text's own.
  package func version(of symbol: ModelSymbol) -> Int? {
    guard Int(symbol.span.file) >= files.count else { return nil }
    return olderSymbols.first { $0.value.first?.span.file == symbol.span.file }?.key
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
  }

  /// A name as it is written in place of another: a key of a format may need a
  /// sign.
  package func text(of name: String, at span: Span) -> String {
    formatKeys.contains(span) ? FormatName.bareKey(name) : name
  }

  /// The names of a file and the declarations they stand for, in the order of
  /// the text.
  package func names(in file: Int) -> [(name: Span, symbol: ModelSymbol)] {
    uses[file].compactMap { use in declarations[use.declaration].map { (use.name, $0) } }
  }

  /// The declaration of a name within another, such as an entity's property,
  /// inherited ones included; without an owner, one of the model's own.
  ///
  /// - Parameter version: the released version that is meant; nil for the text.
  package func declaration(
    named name: String, in owner: String?, of version: Int? = nil
  ) -> ModelSymbol? {
    let all = version.map { olderSymbols[$0] ?? [] } ?? Array(symbols.joined())
    guard let owner else { return all.first { $0.name == name } }
    var current = all.first { $0.name == owner }
    var seen: Set<String> = []
    while let symbol = current, seen.insert(symbol.name).inserted {
      if let child = symbol.children.first(where: { $0.name == name }) { return child }
      current = symbol.kind == .entity ? all.first { $0.name == symbol.detail } : nil
    }
    return nil
  }

  /// The root of an entity's hierarchy, whose table holds its rows.
  package func root(of entity: String) -> String? { roots[entity] }
}

extension ModelSymbol {
  /// The symbol with properties that lead to entities called relationships,
  /// which only types tell.
  fileprivate func refined(by checker: Checker) -> ModelSymbol {
    guard kind == .entity, let entity = checker.entities[name] else { return self }
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
