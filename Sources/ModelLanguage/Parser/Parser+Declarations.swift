extension Parser {
  mutating func typeAlias(
    _ documentation: String?, from start: Int
  ) throws(Recovery) -> TypeAliasSyntax {
    let name = try name("the name of the type")
    try expect(.assign, "'=' and a type")
    let type = try type()
    return TypeAliasSyntax(
      documentation: documentation, name: name, type: type, attributes: try attributes(),
      span: span(from: start))
  }

  mutating func enumeration(
    _ documentation: String?, from start: Int
  ) throws(Recovery) -> EnumerationSyntax {
    let name = try name("the name of the enum")
    var rawType: NameSyntax?
    if accept(.colon) {
      rawType = try self.name("'String' or an integer type")
    } else {
      diagnostics.add(
        SourceDiagnostic(
          .rawType, "'\(name.text)' needs a type for its stored values", at: name.span
        )
        .fix("write 'enum \(name.text): String', or an integer type"))
    }
    let attributes = try attributes()
    var cases: [EnumerationSyntax.Case] = []
    _ = try block("the cases") { parser throws(Recovery) in
      cases.append(try parser.enumerationCase())
      // The other cases are also read, so that a mistake causes a single
      // message.
      if parser.kind == .comma {
        parser.diagnostics.add(
          SourceDiagnostic(
            .foreignSyntax, "every case has a line of its own here", at: parser.span))
      }
      while parser.accept(.comma), !parser.tokens[parser.index].startsLine {
        cases.append(try parser.enumerationCase(isFirst: false))
      }
    }
    return EnumerationSyntax(
      documentation: documentation, name: name, rawType: rawType, attributes: attributes,
      cases: cases, span: span(from: start))
  }

  private mutating func enumerationCase(
    isFirst: Bool = true
  ) throws(Recovery) -> EnumerationSyntax.Case {
    let documentation = documentation()
    let start = index
    if isFirst { try expectWord("case") }
    let name = try name("the name of the case")
    let value = accept(.assign) ? try expression() : nil
    return EnumerationSyntax.Case(
      documentation: documentation, name: name, value: value, attributes: try attributes(),
      span: span(from: start))
  }

  mutating func composite(
    _ documentation: String?, from start: Int
  ) throws(Recovery) -> CompositeSyntax {
    let name = try name("the name of the composite")
    let attributes = try attributes()
    var elements: [PropertySyntax] = []
    _ = try block("the attributes") { parser throws(Recovery) in
      let documentation = parser.documentation()
      if case .property(let element) = try parser.member(documentation, in: .composite) {
        elements.append(element)
      }
    }
    return CompositeSyntax(
      documentation: documentation, name: name, attributes: attributes, elements: elements,
      span: span(from: start))
  }

  mutating func entity(
    _ documentation: String?, isAbstract: Bool, from start: Int
  ) throws(Recovery) -> EntitySyntax {
    let name = try name("the name of the entity")
    let parent = accept(.colon) ? try self.name("the parent entity") : nil
    let attributes = try attributes()
    var members: [MemberSyntax] = []
    let brokenBefore = layout.broken.count
    let closingBrace = try block("the properties") { parser throws(Recovery) in
      let documentation = parser.documentation()
      members.append(try parser.member(documentation, in: .entity))
    }
    let broken = layout.broken[min(brokenBefore, layout.broken.count)...]
    return EntitySyntax(
      documentation: documentation, isAbstract: isAbstract, name: name, parent: parent,
      attributes: attributes, members: members, span: span(from: start),
      closingBrace: closingBrace,
      isClosedOnOwnLine: closingBrace != nil && tokens[index - 1].startsLine,
      brokenNames: Set(broken.flatMap(identifiers)))
  }

  /// Returns the names in a range of tokens.
  func identifiers(in range: Range<Int>) -> [String] {
    range.filter { tokens[$0].kind == .identifier }.map(text(at:)).filter { $0 != NameIndex.probe }
  }

  mutating func configuration(
    _ documentation: String?, from start: Int
  ) throws(Recovery) -> ConfigurationSyntax {
    let name = try name("the name of the configuration")
    let attributes = try attributes()
    guard kind == .leftBrace else { throw unexpected("expected '{' and the entities") }
    layout.roles[index] = .listStart
    advance()
    // The names can be on one line or on several lines, so line endings have no
    // meaning here.
    parentheses += 1
    var entities: [NameSyntax] = []
    while kind != .rightBrace {
      entities.append(try self.name("an entity"))
      guard accept(.comma) else { break }
    }
    guard kind == .rightBrace else { throw unexpected("expected ',' or '}'") }
    layout.roles[index] = .listEnd
    parentheses -= 1
    advance()
    return ConfigurationSyntax(
      documentation: documentation, name: name, attributes: attributes, entities: entities,
      span: span(from: start))
  }

  mutating func query(
    _ documentation: String?, from start: Int
  ) throws(Recovery) -> QuerySyntax {
    let name = try name("the name of the query")
    let parameters = try parameters()
    try expect(.arrow, "'->' and what the query gives back")
    let result = try result()
    try expectWord("sql")
    let sql = try textValue()
    return QuerySyntax(
      documentation: documentation, name: name, parameters: parameters, result: result, sql: sql,
      span: span(from: start))
  }
}
