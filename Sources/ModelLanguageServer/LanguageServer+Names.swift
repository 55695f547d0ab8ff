extension LanguageServer {
  /// Returns the location where the name at a position is declared; null if
  /// there is no name.
  func definition(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let place = try place(in: parameters)
    return place.symbol.map { location($0.symbol.nameSpan, in: place.index) } ?? .null
  }

  /// Returns the locations in all files of the model where the declaration at a
  /// position is used.
  func references(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let place = try place(in: parameters)
    guard let symbol = place.symbol?.symbol else { return [] }
    let isDeclarationWanted = parameters["context"]?["includeDeclaration"] != false
    let spans = place.index.references(to: symbol).filter {
      isDeclarationWanted || $0 != symbol.nameSpan
    }
    return .array(spans.map { location($0, in: place.index) })
  }

  /// Returns the locations in the same file where the declaration at a position
  /// is used.
  func highlights(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let place = try place(in: parameters)
    guard let symbol = place.symbol?.symbol else { return [] }
    let spans = place.index.references(to: symbol).filter { $0.file == 0 }
    return .array(spans.map { ["range": place.positions.json($0)] })
  }

  /// Returns the declarations in a document. Declarations within an entity are
  /// its children.
  func documentSymbols(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let index = try index(of: parameters)
    let positions = positions(in: index.files[0])
    return .array(index.symbols[0].map { json($0, positions) })
  }

  private func json(_ symbol: ModelSymbol, _ positions: TextPositions) -> JSONTree {
    var members: [String: JSONTree] = [
      "name": .string(symbol.name),
      "kind": .integer(symbol.kind.protocolNumbers.symbol),
      "range": positions.json(symbol.span),
      "selectionRange": positions.json(symbol.nameSpan),
      "children": .array(
        symbol.children.filter { $0.kind != .parameter }.map { json($0, positions) }),
    ]
    if let detail = symbol.detail { members["detail"] = .string(detail) }
    return .object(members)
  }

  /// Returns the ranges of declarations and comments of more than one line.
  func foldingRanges(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let index = try index(of: parameters)
    let positions = positions(in: index.files[0])
    let declarations = index.symbols[0].flatMap { [$0] + $0.children }
      .compactMap { fold($0.span, kind: "region", positions) }
    return .array(declarations + comments(of: index, positions))
  }

  private func fold(_ span: Span, kind: String, _ positions: TextPositions) -> JSONTree? {
    let start = positions.position(at: Int(span.start)).line
    let end = positions.position(at: max(Int(span.start), Int(span.end) - 1)).line
    guard end > start else { return nil }
    return ["startLine": .integer(start), "endLine": .integer(end), "kind": .string(kind)]
  }

  /// Returns the ranges of comments; consecutive comment lines are one range.
  private func comments(of index: ModelIndex, _ positions: TextPositions) -> [JSONTree] {
    var runs: [Span] = []
    for token in index.semanticTokens(of: 0) where token.kind == .comment {
      let line = positions.position(at: Int(token.span.start)).line
      if let last = runs.last, positions.position(at: Int(last.end)).line + 1 == line {
        runs[runs.count - 1].end = token.span.end
      } else {
        runs.append(token.span)
      }
    }
    return runs.compactMap { fold($0, kind: "comment", positions) }
  }

  /// Returns the semantic tokens of a document in the protocol's encoding,
  /// which uses five numbers for each: lines and characters are relative to the
  /// preceding token.
  func semanticTokens(_ parameters: JSONTree) throws(Failure) -> JSONTree {
    let index = try index(of: parameters)
    let positions = positions(in: index.files[0])
    var data: [JSONTree] = []
    var last = (line: 0, character: 0)
    for token in index.semanticTokens(of: 0) {
      for range in lines(of: token.span, positions) {
        let start = positions.position(at: range.lowerBound)
        let end = positions.position(at: range.upperBound)
        let kind = SemanticToken.Kind.allCases.firstIndex(of: token.kind) ?? 0
        data += [
          .integer(start.line - last.line),
          .integer(start.line == last.line ? start.character - last.character : start.character),
          .integer(end.character - start.character), .integer(kind),
          .integer(token.isDeclaration ? 1 : 0),
        ]
        last = start
      }
    }
    return ["data": .array(data)]
  }

  /// Returns the parts of a range, each on one line, since a token in the
  /// protocol cannot span several lines.
  private func lines(of span: Span, _ positions: TextPositions) -> [Range<Int>] {
    let first = positions.source.lineIndex(at: span.start)
    let last = positions.source.lineIndex(at: max(span.start, span.end - 1))
    return (first...last).compactMap { line in
      let start = max(Int(span.start), Int(positions.source.lineStarts[line]))
      let end = min(Int(span.end), positions.lineEnd(line))
      return start < end ? start..<end : nil
    }
  }
}

extension SymbolKind {
  /// The numbers of the kind in the protocol's lists of symbols and of completions.
  var protocolNumbers: (symbol: Int, completion: Int) {
    switch self {
    case .model: (2, 9)
    case .configuration: (4, 9)
    case .entity: (5, 7)
    case .composite: (23, 22)
    case .enumeration: (10, 13)
    case .typeAlias, .builtinType: (26, 25)
    case .attribute: (8, 5)
    case .relationship, .fetchedProperty: (7, 10)
    case .fetch, .query, .function: (12, 3)
    case .index, .uniqueConstraint, .fullTextIndex: (20, 18)
    case .check: (14, 18)
    case .enumerationCase, .option: (22, 20)
    case .parameter: (13, 6)
    case .migration, .annotation: (24, 14)
    case .keyword: (14, 14)
    case .warning: (14, 21)
    }
  }
}
