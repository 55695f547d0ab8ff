/// A stretch of one of a model's files and what replaces it.
package struct TextChange: Sendable, Hashable {
  package let span: Span
  package let text: String

  package init(span: Span, text: String) {
    self.span = span
    self.text = text
  }
}

extension ModelIndex {
  /// Returns whether a text can be a name without back-ticks.
  package static func isName(_ text: String) -> Bool {
    let source = SourceFile(path: "", text: text)
    var lexer = Lexer(SourceText(source), file: 0, diagnostics: SourceDiagnostics())
    let tokens = lexer.tokenize().tokens
    return tokens.count == 2 && tokens[0].kind == .identifier
      && Int(tokens[0].end) == text.utf8.count
  }

  /// One of the files after some changes.
  package func file(_ number: Int, applying changes: [TextChange]) -> SourceFile {
    let path = files[number].path
    return files[number].applying(
      changes.filter { Int($0.span.file) == number }.map {
        Diagnostic.Edit(
          path: path, start: Int($0.span.start), end: Int($0.span.end), replacement: $0.text)
      })
  }

  /// A Boolean value that says whether stores hold what a declaration names.
  package func isStored(_ symbol: ModelSymbol) -> Bool {
    if symbol.kind == .entity { return true }
    switch property(of: symbol) {
    case .attribute(let attribute)?: return !attribute.isTransient
    case .relationship(let relationship)?: return !relationship.isTransient
    case .fetched?, nil: return false
    }
  }

  /// The older name that a declaration gives already; nil for none.
  package func renamingIdentifier(of symbol: ModelSymbol) -> String? {
    if symbol.kind == .entity {
      return described.entities.first { $0.name == symbol.name }?.renamingIdentifier
    }
    switch property(of: symbol) {
    case .attribute(let attribute)?: return attribute.renamingIdentifier
    case .relationship(let relationship)?: return relationship.renamingIdentifier
    case .fetched?, nil: return nil
    }
  }

  /// The raw value that a case has by its name alone; nil where it is written, a
  /// number, or of something else than a case.
  package func implicitRawValue(of symbol: ModelSymbol) -> String? {
    guard symbol.kind == .enumerationCase,
      let found = described.enumerations.first(where: { $0.name == symbol.owner })?.cases
        .first(where: { $0.name == symbol.name }),
      found.rawValue == .string(symbol.name)
    else { return nil }
    let text = Array(files[Int(symbol.span.file)].text.utf8)
    let rest = text[Int(symbol.nameSpan.end)..<max(Int(symbol.span.end), Int(symbol.nameSpan.end))]
    return rest.contains(UInt8(ascii: "=")) ? nil : symbol.name
  }

  /// The place behind a declaration's attributes: for an entity, before its
  /// brace.
  package func attributeEnd(of symbol: ModelSymbol) -> Span {
    var end = symbol.span.end
    if symbol.kind == .entity {
      // Of tokens, for texts such as those of `@info("ui.row": "{name}")` have braces too.
      let source = SourceText(files[Int(symbol.span.file)])
      var lexer = Lexer(source, file: symbol.span.file, diagnostics: SourceDiagnostics())
      let head = lexer.tokenize().tokens.prefix {
        $0.kind != .leftBrace || $0.start < symbol.nameSpan.end
      }
      end = head.last?.end ?? end
    }
    return Span(file: symbol.span.file, start: end, end: end)
  }

  /// The description of a property, or of a composite's element, that a
  /// declaration makes; nil where it makes none.
  func property(of symbol: ModelSymbol) -> PropertyDescription? {
    if let entity = described.entities.first(where: { $0.name == symbol.owner }) {
      return entity.properties.first { $0.name == symbol.name }
    }
    return described.composites.first { $0.name == symbol.owner }?.elements
      .first { $0.name == symbol.name }.map(PropertyDescription.attribute)
  }
}
