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
  /// The model and its diagnostics.
  package let reading: ModelReading
  /// The declarations of each file, in the order of the text.
  package let symbols: [[ModelSymbol]]
  /// The declarations of all files and those within them, by the stretches of
  /// their names.
  private let declarations: [Span: ModelSymbol]
  /// The stretches of names, and the names of the declarations they stand for;
  /// by file, sorted by place.
  private let uses: [[(name: Span, declaration: Span)]]
  /// The root of each entity's hierarchy, by the entity's name.
  private let roots: [String: String]
  /// The model as far as it could be read.
  let described: ManagedObjectModel

  /// Reads a model: one file, or all files of it.
  package init(_ files: [SourceFile]) {
    let names = NameIndex()
    let text = CheckedText(files, names: names)
    self.files = files
    reading = text.reading
    described = text.model
    symbols = zip(text.sources, text.syntax).map { source, syntax in
      Outline(source: source).symbols(of: syntax).map { $0.refined(by: text.checker) }
    }
    let all = symbols.joined().flatMap { [$0] + $0.children.flatMap { [$0] + $0.children } }
    declarations = Dictionary(all.map { ($0.nameSpan, $0) }) { first, _ in first }
    uses = Self.sorted(names.uses, declared: Array(declarations.keys), in: text.sources)
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

  /// The stretches where a declaration is named, its own name among them, in
  /// the order of the text.
  package func references(to symbol: ModelSymbol) -> [Span] {
    uses.joined().filter { $0.declaration == symbol.nameSpan }.map(\.name)
  }

  /// The names of a file and the declarations they stand for, in the order of
  /// the text.
  package func names(in file: Int) -> [(name: Span, symbol: ModelSymbol)] {
    uses[file].compactMap { use in declarations[use.declaration].map { (use.name, $0) } }
  }

  /// The declaration of a name within another, such as an entity's property,
  /// inherited ones included; without an owner, one of the model's own.
  package func declaration(named name: String, in owner: String?) -> ModelSymbol? {
    let all = symbols.joined()
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
