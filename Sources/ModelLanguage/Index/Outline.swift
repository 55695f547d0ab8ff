/// Creates the symbols of a file from its syntax tree.
struct Outline {
  let source: SourceText

  /// Returns the declarations of a file, in the order of the text.
  func symbols(of file: FileSyntax) -> [ModelSymbol] {
    var symbols: [ModelSymbol] = []
    if let header = file.header { symbols.append(symbol(.model, header)) }
    symbols += file.typeAliases.map { symbol(.typeAlias, $0, detail: text(of: $0.type)) }
    symbols += file.enumerations.map(enumeration)
    symbols += file.composites.map(composite)
    symbols += file.entities.map(entity)
    symbols += file.configurations.map { symbol(.configuration, $0) }
    symbols += file.queries.map(query)
    symbols += file.migrations.map(migration)
    return symbols.sorted { $0.span.start < $1.span.start }
  }

  private func enumeration(_ syntax: EnumerationSyntax) -> ModelSymbol {
    let owner = syntax.name.text
    return symbol(
      .enumeration, syntax, detail: syntax.rawType?.text,
      children: syntax.cases.map {
        symbol(.enumerationCase, $0, detail: $0.value.map { source.string($0.span) }, owner: owner)
      })
  }

  private func composite(_ syntax: CompositeSyntax) -> ModelSymbol {
    symbol(
      .composite, syntax, children: syntax.elements.map { property($0, of: syntax.name.text) })
  }

  private func entity(_ syntax: EntitySyntax) -> ModelSymbol {
    symbol(
      .entity, syntax, detail: syntax.parent?.text,
      children: syntax.members.map { member($0, of: syntax.name.text) })
  }

  private func member(_ syntax: MemberSyntax, of owner: String) -> ModelSymbol {
    switch syntax {
    case .property(let syntax): property(syntax, of: owner)
    case .fetched(let syntax): fetch(.fetchedProperty, syntax, of: owner)
    case .fetch(let syntax): fetch(.fetch, syntax, of: owner)
    case .index(let syntax): index(.index, syntax, of: owner)
    case .unique(let syntax): index(.uniqueConstraint, syntax, of: owner)
    case .fullText(let syntax): index(.fullTextIndex, syntax, of: owner)
    case .check(let syntax): symbol(.check, syntax, detail: syntax.message, owner: owner)
    }
  }

  /// Creates the symbol of a property. A property is regarded as an attribute
  /// until types are known, since its type may be an entity.
  private func property(_ syntax: PropertySyntax, of owner: String) -> ModelSymbol {
    symbol(.attribute, syntax, detail: text(of: syntax.type), owner: owner)
  }

  private func fetch(_ kind: SymbolKind, _ syntax: FetchSyntax, of owner: String) -> ModelSymbol {
    symbol(
      kind, syntax, detail: text(of: syntax.result), owner: owner,
      children: syntax.parameters.map { parameter($0, of: owner) })
  }

  private func parameter(_ syntax: ParameterSyntax, of owner: String) -> ModelSymbol {
    symbol(
      .parameter, syntax.name, detail: text(of: syntax.type), span: syntax.name.span, owner: owner)
  }

  private func index(_ kind: SymbolKind, _ syntax: IndexSyntax, of owner: String) -> ModelSymbol {
    let paths = syntax.keys.map { $0.path.map(\.text).joined(separator: ".") }
    return symbol(kind, syntax, detail: paths.joined(separator: ", "), owner: owner)
  }

  private func query(_ syntax: QuerySyntax) -> ModelSymbol {
    symbol(
      .query, syntax, detail: text(of: syntax.result),
      children: syntax.parameters.map { parameter($0, of: syntax.name.text) })
  }

  private func migration(_ syntax: MigrationSyntax) -> ModelSymbol {
    symbol(
      .migration, NameSyntax(text: "from \(syntax.version)", span: syntax.versionSpan),
      documentation: syntax.documentation, span: syntax.span)
  }

  private func symbol(
    _ kind: SymbolKind, _ syntax: some DeclarationSyntax, detail: String? = nil,
    owner: String? = nil, children: [ModelSymbol] = []
  ) -> ModelSymbol {
    symbol(
      kind, syntax.name, detail: detail, documentation: syntax.documentation, span: syntax.span,
      owner: owner, children: children)
  }

  private func symbol(
    _ kind: SymbolKind, _ name: NameSyntax, detail: String? = nil, documentation: String? = nil,
    span: Span, owner: String? = nil, children: [ModelSymbol] = []
  ) -> ModelSymbol {
    ModelSymbol(
      kind: kind, name: name.text, detail: detail, documentation: documentation,
      nameSpan: name.span, span: span, owner: owner, children: children)
  }

  private func text(of type: TypeSyntax) -> String {
    source.string(type.span) + (type.isOptional ? "?" : "")
  }

  private func text(of result: ResultSyntax) -> String {
    switch result {
    case .type(let type): text(of: type)
    case .row(_, _, let span): source.string(span)
    }
  }
}
