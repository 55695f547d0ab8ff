/// A change to a span in a file of a model.
package struct TextChange: Sendable, Hashable {
  package let span: Span
  package let text: String

  package init(span: Span, text: String) {
    self.span = span
    self.text = text
  }
}

extension ModelIndex {
  /// Returns whether a string can be a name without back-ticks.
  package static func isName(_ text: String) -> Bool {
    let source = SourceFile(path: "", text: text)
    var lexer = Lexer(SourceText(source), file: 0, diagnostics: SourceDiagnostics())
    let tokens = lexer.tokenize().tokens
    return tokens.count == 2 && tokens[0].kind == .identifier
      && Int(tokens[0].end) == text.utf8.count
  }

  /// Returns a file with the given changes applied.
  package func file(_ number: Int, applying changes: [TextChange]) -> SourceFile {
    let path = files[number].path
    return files[number].applying(
      changes.filter { Int($0.span.file) == number }.map {
        Diagnostic.Edit(
          path: path, start: Int($0.span.start), end: Int($0.span.end), replacement: $0.text)
      })
  }

  /// Returns whether the declared entity or property is stored.
  package func isStored(_ symbol: ModelSymbol) -> Bool {
    symbol.kind == .entity || property(of: symbol)?.isStored == true
  }

  /// Returns the older name that a declaration already has, or nil if it has
  /// none.
  package func renamingIdentifier(of symbol: ModelSymbol) -> String? {
    if symbol.kind == .entity {
      return described.entities.first { $0.name == symbol.name }?.renamingIdentifier
    }
    return property(of: symbol)?.renamingIdentifier
  }

  /// Returns the raw value that a case has only because of its name. The result
  /// is nil if the value is written, if it is a number, and for any other
  /// declaration.
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

  /// Returns the position after a declaration's attributes, which in an entity
  /// is before the brace.
  package func attributeEnd(of symbol: ModelSymbol) -> Span {
    var end = symbol.span.end
    if symbol.kind == .entity {
      // The brace is searched for among tokens, because strings such as
      // `@info("ui.row": "{name}")` can contain braces.
      let source = SourceText(files[Int(symbol.span.file)])
      var lexer = Lexer(source, file: symbol.span.file, diagnostics: SourceDiagnostics())
      let head = lexer.tokenize().tokens.prefix {
        $0.kind != .leftBrace || $0.start < symbol.nameSpan.end
      }
      end = head.last?.end ?? end
    }
    return Span(file: symbol.span.file, start: end, end: end)
  }

  /// Returns the declared property or element of a composite, or nil for any other
  /// declaration.
  func property(of symbol: ModelSymbol) -> PropertyDescription? {
    if let entity = described.entities.first(where: { $0.name == symbol.owner }) {
      return entity.properties.first { $0.name == symbol.name }
    }
    return described.composites.first { $0.name == symbol.owner }?.elements
      .first { $0.name == symbol.name }.map(PropertyDescription.attribute)
  }
}
