/// A span of text with its meaning, for syntax highlighting.
package struct SemanticToken: Sendable, Hashable {
  /// The kind of a token, with the name used in the Language Server Protocol.
  package enum Kind: String, Sendable, CaseIterable {
    case keyword, type, `class`, `enum`, `struct`, enumMember, property, parameter, function
    case decorator, string, number, regexp, `operator`, comment
  }

  package let span: Span
  package let kind: Kind
  /// True if the token is the name of a declaration.
  package let isDeclaration: Bool

  init(_ span: Span, _ kind: Kind, isDeclaration: Bool = false) {
    (self.span, self.kind, self.isDeclaration) = (span, kind, isDeclaration)
  }
}

extension ModelIndex {
  /// The words that can begin a line of a model, or that have a special meaning
  /// within one.
  package static let keywords: Set<String> =
    Parser.declarationWords.union(Parser.MemberOwner.entity.words).union(Parser.clauseWords)
    .union([
      "case", "asc", "desc", "as", "in", "from", "distinct", "map", "mapping", "insert", "drop",
      "before", "after", "policy", "sql", "find", "self", "outer", "old", "true", "false", "nil",
    ])

  /// The names of the types of the language.
  package static let builtinTypes = BuiltinType.allCases.map(\.rawValue)
  package static let functions =
    Lowering.functionNames + Lowering.collectionMethods + Lowering.textMethods

  /// Returns the meaningful spans of a file, in the order of the text and without
  /// overlap.
  package func semanticTokens(of file: Int) -> [SemanticToken] {
    let source = SourceText(files[file])
    var lexer = Lexer(source, file: Int32(file), diagnostics: SourceDiagnostics())
    let stream = lexer.tokenize()
    var known: [Int32: (name: Span, symbol: ModelSymbol)] = [:]
    for name in names(in: file) { known[name.name.start] = name }
    let comments = stream.comments.map {
      SemanticToken(Span(file: Int32(file), start: $0.start, end: $0.end), .comment)
    }
    let tokens = stream.tokens.indices.compactMap { index in
      token(stream.tokens, index, known, source, Int32(file))
    }
    return (comments + tokens).sorted { $0.span.start < $1.span.start }
  }

  private func token(
    _ tokens: [Token], _ index: Int, _ known: [Int32: (name: Span, symbol: ModelSymbol)],
    _ source: SourceText, _ file: Int32
  ) -> SemanticToken? {
    let token = tokens[index]
    let span = Span(file: file, start: token.start, end: token.end)
    switch token.kind {
    case .identifier, .quotedIdentifier, .parameter:
      let start = token.kind == .parameter ? token.start + 1 : token.start
      if let name = known[start] {
        return SemanticToken(
          span, name.symbol.kind.tokenKind, isDeclaration: name.symbol.nameSpan == name.name)
      }
      if token.kind == .parameter { return SemanticToken(span, .parameter) }
      let isCall = index + 1 < tokens.count && tokens[index + 1].kind == .leftParenthesis
      return word(source.string(span), isCall: isCall).map { SemanticToken(span, $0) }
    default:
      return token.kind.tokenKind.map { SemanticToken(span, $0) }
    }
  }

  /// Returns the kind of a word without a declaration, or nil if the word has
  /// no meaning in the language.
  private func word(_ text: String, isCall: Bool) -> SemanticToken.Kind? {
    if Self.builtinTypes.contains(text) { return .type }
    if isCall, Self.functions.contains(text) { return .function }
    return Self.keywords.contains(text) ? .keyword : nil
  }
}

extension Token.Kind {
  /// The kind of a token that has the same meaning in every position, or nil
  /// for other tokens.
  fileprivate var tokenKind: SemanticToken.Kind? {
    switch self {
    case .attribute, .diagnosticName: .decorator
    case .string, .multilineString: .string
    case .regex: .regexp
    case .integer, .float: .number
    case .arrow, .assign, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and,
      .or, .coalesce, .question, .not, .plus, .minus, .star, .slash, .percent, .closedRange,
      .halfOpenRange:
      .operator
    case .endOfFile, .newline, .unknown, .identifier, .quotedIdentifier, .parameter, .leftBrace,
      .rightBrace, .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket, .comma,
      .colon, .semicolon, .dot:
      nil
    }
  }
}

extension SymbolKind {
  /// The kind of a name's token.
  fileprivate var tokenKind: SemanticToken.Kind {
    switch self {
    case .entity: .class
    case .composite: .struct
    case .enumeration: .enum
    case .typeAlias, .builtinType: .type
    case .model, .configuration, .attribute, .relationship, .fetchedProperty, .index,
      .uniqueConstraint, .fullTextIndex, .check:
      .property
    case .query, .fetch, .function: .function
    case .enumerationCase, .option: .enumMember
    case .parameter: .parameter
    case .keyword: .keyword
    case .annotation, .warning: .decorator
    case .migration: .number
    }
  }
}
