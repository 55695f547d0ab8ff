extension Parser {
  mutating func fetch(_ documentation: String?, from start: Int) throws(Recovery) -> FetchSyntax {
    let name = try name("the name of the fetch")
    let parameters = try parameters()
    try expect(.arrow, "'->' and what the fetch gives back")
    let result = try result()
    let attributes = try attributes()
    let clauses = try clauses()
    return FetchSyntax(
      documentation: documentation, name: name, parameters: parameters, result: result,
      attributes: attributes, clauses: clauses, span: span(from: start))
  }

  mutating func fetchedProperty(
    _ documentation: String?, from start: Int
  ) throws(Recovery) -> FetchSyntax {
    try expectWord("var")
    let name = try name("the name of the property")
    try expect(.colon, "':' and a type")
    let type = try type()
    let attributes = try attributes()
    let clauses = try clauses()
    return FetchSyntax(
      documentation: documentation, name: name, parameters: [], result: .type(type),
      attributes: attributes, clauses: clauses, span: span(from: start))
  }

  /// Reads parameters such as `(label name: Type = value, ...)`.
  mutating func parameters() throws(Recovery) -> [ParameterSyntax] {
    guard kind == .leftParenthesis else { throw unexpected("expected '('") }
    layout.roles[index] = .call
    advance()
    parentheses += 1
    var parameters: [ParameterSyntax] = []
    while kind != .rightParenthesis {
      parameters.append(try parameter())
      guard accept(.comma) else { break }
    }
    try closeParenthesis()
    return parameters
  }

  private mutating func parameter() throws(Recovery) -> ParameterSyntax {
    let first = try name("the name of a parameter")
    let name = kind == .colon ? first : try self.name("':' and a type, or a second name")
    try expect(.colon, "':' and a type")
    let type = try type()
    let value = accept(.assign) ? try expression() : nil
    return ParameterSyntax(
      label: first.text == "_" ? nil : first.text, name: name, type: type, value: value)
  }

  /// Reads the result of a fetch, after the arrow `->`.
  mutating func result() throws(Recovery) -> ResultSyntax {
    let start = index
    if kind == .leftParenthesis {
      return .row(try row(), isList: false, span(from: start))
    }
    guard kind == .leftBracket, nextKind == .leftParenthesis else { return .type(try type()) }
    layout.roles[index] = .typeStart
    advance()
    parentheses += 1
    let columns = try row()
    guard kind == .rightBracket else { throw unexpected("expected ']'") }
    layout.roles[index] = .typeEnd
    parentheses -= 1
    advance()
    return .row(columns, isList: true, span(from: start))
  }

  private mutating func row() throws(Recovery) -> [ResultSyntax.Column] {
    layout.roles[index] = .typeStart
    advance()
    parentheses += 1
    var columns: [ResultSyntax.Column] = []
    repeat {
      let name = try name("the name of a value")
      try expect(.colon, "':' and a type")
      columns.append(ResultSyntax.Column(name: name, type: try type()))
    } while accept(.comma)
    try closeParenthesis()
    return columns
  }

  private mutating func clauses() throws(Recovery) -> [ClauseSyntax] {
    var clauses: [ClauseSyntax] = []
    _ = try block("the clauses of the fetch, such as 'where'") { parser throws(Recovery) in
      clauses.append(try parser.clause())
    }
    return clauses
  }

  static let clauseWords: Set = [
    "where", "sort", "limit", "offset", "prefetch", "select", "group", "having",
  ]

  private mutating func clause() throws(Recovery) -> ClauseSyntax {
    guard kind == .identifier else { throw unexpected("expected a clause such as 'where'") }
    let keyword = NameSyntax(text: text, span: span)
    guard Self.clauseWords.contains(keyword.text) else {
      diagnostics.add(
        unknownDeclaration(
          keyword.text, words: Self.clauseWords,
          foreign: ["order": "write 'sort'", "orderBy": "write 'sort'", "filter": "write 'where'"],
          kind: "clause"))
      throw Recovery()
    }
    advance()
    return ClauseSyntax(kind: try clause(keyword.text), keyword: keyword)
  }

  private mutating func clause(_ word: String) throws(Recovery) -> ClauseSyntax.Kind {
    switch word {
    case "where": .filter(try wholeExpression())
    case "sort": .sort(try keys())
    case "limit": .limit(try expression())
    case "offset": .offset(try expression())
    case "prefetch": .prefetch(try keys())
    case "select": .select(try selections())
    case "group": .group(try keys())
    default: .having(try wholeExpression())
    }
  }

  /// Reads an expression up to the end of the statement. If only a part can be
  /// read, such as the left side of a foreign operator, the part is not checked
  /// any further.
  private mutating func wholeExpression() throws(Recovery) -> Expression {
    let expression = try expression()
    try endOfStatement()
    return expression
  }

  private mutating func selections() throws(Recovery) -> [SelectionSyntax] {
    var selections: [SelectionSyntax] = []
    repeat {
      let expression = try expression()
      let name = acceptWord("as") ? try name("the name of the value") : nil
      selections.append(SelectionSyntax(expression: expression, name: name))
    } while accept(.comma)
    return selections
  }
}
