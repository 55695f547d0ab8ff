extension LanguageServer {
  /// Returns the description of the name at a position: its declaration, its
  /// documentation, and its column; null if there is no name.
  func hover(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let place = try place(in: parameters)
    if let (symbol, name) = place.symbol {
      return hover(text(about: symbol, in: place.index), place.positions.json(name))
    }
    guard let (text, span) = languageWord(at: place) else { return .null }
    return hover(text, place.positions.json(span))
  }

  private func hover(_ text: String, _ range: JSONTree) -> JSONTree {
    ["contents": ["kind": "markdown", "value": .string(text)], "range": range]
  }

  private func text(about symbol: ModelSymbol, in index: ModelIndex) -> String {
    var parts = ["```model\n\(firstLine(of: symbol, in: index))\n```"]
    if let documentation = symbol.documentation { parts.append(documentation) }
    if let owner = symbol.owner, symbol.kind != .parameter { parts.append("In `\(owner)`.") }
    if let version = index.version(of: symbol) { parts.append("Of version \(version), released.") }
    if let storage = index.storage(of: symbol) { parts.append(storage) }
    return parts.joined(separator: "\n\n")
  }

  /// Returns the declaration in the form in which it is written, without the
  /// content of its braces.
  private func firstLine(of symbol: ModelSymbol, in index: ModelIndex) -> String {
    let bytes = Array(index.file(of: symbol.span).text.utf8)
    let text = String(decoding: bytes[Int(symbol.span.start)..<Int(symbol.span.end)], as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    guard let first = lines.first else { return symbol.name }
    let hasBlock = first.hasSuffix("{")
    let kept = hasBlock ? [first.dropLast()] : lines.prefix { !$0.hasSuffix("}") }
    return (kept.isEmpty ? [first] : Array(kept))
      .map { line in line.trimming { $0 == " " || $0 == "\t" } }.joined(separator: " ")
  }

  /// Returns an attribute of the language, or the name of a message, with its
  /// explanation; nil if there is neither at the position.
  private func languageWord(at place: Place) -> (String, Span)? {
    for token in place.index.semanticTokens(of: 0) where token.kind == .decorator {
      guard Int(token.span.start) <= place.offset, place.offset <= Int(token.span.end) else {
        continue
      }
      let word = place.positions.source.string(Int(token.span.start)..<Int(token.span.end))
      let name = String(word.dropFirst())
      let text =
        word.hasPrefix("@")
        ? LanguageWords.explanation(ofAnnotation: name)
        : LanguageWords.explanation(ofWarning: name)
      return text.map { ("`\(word)`\n\n\($0)", token.span) }
    }
    return nil
  }
}
