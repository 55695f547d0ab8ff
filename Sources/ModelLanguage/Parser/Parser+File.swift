extension Parser {
  /// Reads all declarations of the file, and skips those that cannot be read.
  mutating func parseFile() -> FileSyntax {
    var file = FileSyntax()
    while token.kind != .endOfFile {
      if token.kind == .rightBrace {
        if !isWrapped {
          diagnostics.add(SourceDiagnostic(.missingBrace, "this '}' has no '{'", at: span))
        }
        isWrapped = false
        layout.broken.append(index..<index + 1)
        layout.roles[index] = .statement
        layout.levels[index] = 0
        advance()
        continue
      }
      let start = index
      statement { parser throws(Recovery) in try parser.declaration(into: &file) }
      if layout.broken.last?.lowerBound == start { file.brokenNames.formUnion(names(from: start)) }
    }
    return file
  }

  /// Returns the names in the skipped tokens, whose uses are not reported again.
  func names(from start: Int) -> [String] {
    identifiers(in: start..<index)
  }

  private mutating func declaration(into file: inout FileSyntax) throws(Recovery) {
    let documentation = documentation()
    let start = index
    guard kind == .identifier else { throw unexpected("expected a declaration") }
    let word = try declarationWord(text)
    advance()
    switch word {
    case "model": try header(documentation, from: start, into: &file)
    case "typealias": file.typeAliases.append(try typeAlias(documentation, from: start))
    case "enum": file.enumerations.append(try enumeration(documentation, from: start))
    case "composite": file.composites.append(try composite(documentation, from: start))
    case "abstract":
      try expectWord("entity")
      file.entities.append(try entity(documentation, isAbstract: true, from: start))
    case "entity":
      file.entities.append(try entity(documentation, isAbstract: false, from: start))
    case "configuration": file.configurations.append(try configuration(documentation, from: start))
    case "query": file.queries.append(try query(documentation, from: start))
    default: file.migrations.append(try migration(documentation, from: start))
    }
  }

  /// Returns the word itself, or the declaration keyword of which it is a
  /// misspelling.
  private func declarationWord(_ word: String) throws(Recovery) -> String {
    guard !Self.declarationWords.contains(word) else { return word }
    let diagnostic = unknownDeclaration(
      word, words: Self.declarationWords, foreign: ForeignWords.declarations)
    diagnostics.add(diagnostic)
    let meant = Suggestions.matches(for: word, among: Self.declarationWords)
    guard meant.count == 1, nextKind == .identifier else { throw Recovery() }
    return meant[0]
  }

  /// Returns the diagnostic for a word that starts neither a declaration nor
  /// another kind of line.
  func unknownDeclaration(
    _ word: String, words: Set<String>, foreign: [String: String], kind: String = "declaration"
  ) -> SourceDiagnostic {
    if let cure = foreign[word] {
      let diagnostic = SourceDiagnostic(
        .foreignSyntax, "'\(word)' is not used here; \(cure)", at: span)
      if cure.hasSuffix("leave the word out") { return diagnostic.edit(spanOfWordAndBlanks, "") }
      return diagnostic.replacing(span, with: ForeignWords.words(in: cure, among: words))
    }
    let question = diagnostics.question(for: word, among: words.sorted(), as: .keyword)
    let message = "no \(kind) starts with '\(word)'\(question)"
    let diagnostic = SourceDiagnostic(.unknownDeclaration, message, at: span)
      .replacing(span, with: question)
    guard question.isEmpty else { return diagnostic }
    let list = Suggestions.list(words.sorted(), last: "or")
    return diagnostic.note("\(kind)s here start with \(list)")
  }

  /// The span of the current word and the white space after it.
  private var spanOfWordAndBlanks: Span {
    var span = span
    if index + 1 < tokens.count, !tokens[index + 1].startsLine {
      span.end = tokens[index + 1].start
    }
    return span
  }

  private mutating func header(
    _ documentation: String?, from start: Int, into file: inout FileSyntax
  ) throws(Recovery) {
    let name = try name("the name of the model")
    let attributes = try attributes()
    if kind == .leftBrace { try openModel(name) }
    if let header = file.header {
      throw secondHeader(name, first: header)
    }
    file.header = HeaderSyntax(
      documentation: documentation, name: name, attributes: attributes, span: span(from: start))
  }

  /// Reports a `{` after the name of a model. Either an entity was intended, or
  /// the braces are superfluous because all declarations belong to the model.
  private mutating func openModel(_ name: NameSyntax) throws(Recovery) {
    let opening = index
    advance()
    guard isDeclarationWord else {
      index = opening
      throw fail(
        .foreignSyntax,
        "a model is the whole file, and what it holds are entities: write 'entity \(name.text) {'",
        at: name.span)
    }
    diagnostics.add(
      SourceDiagnostic(
        .foreignSyntax, "a model is the whole file: leave out this '{' and the last '}'",
        at: span(at: opening)))
    isWrapped = true
  }

  private func secondHeader(_ name: NameSyntax, first: HeaderSyntax) -> Recovery {
    diagnostics.add(
      SourceDiagnostic(.duplicateName, "a file has one 'model' line", at: name.span)
        .note("the first one is here", at: first.name.span))
    return Recovery()
  }
}
