extension Parser {
  /// Reads a type, with an optional `?`.
  mutating func type() throws(Recovery) -> TypeSyntax {
    try nested { parser throws(Recovery) in try parser.typeBody() }
  }

  private mutating func typeBody() throws(Recovery) -> TypeSyntax {
    let start = index
    let kind = self.kind == .leftBracket ? try arrayType() : try namedType()
    var isOptional = false
    let span = span(from: start)
    if self.kind == .question {
      layout.roles[index] = .typeEnd
      advance()
      isOptional = true
    }
    try refuseForeignMarks()
    return TypeSyntax(kind: kind, isOptional: isOptional, span: span)
  }

  private mutating func arrayType() throws(Recovery) -> TypeSyntax.Kind {
    layout.roles[index] = .typeStart
    advance()
    parentheses += 1
    let element = try type()
    guard kind == .rightBracket else { throw unexpected("expected ']'") }
    layout.roles[index] = .typeEnd
    parentheses -= 1
    advance()
    return .array(element)
  }

  private mutating func namedType() throws(Recovery) -> TypeSyntax.Kind {
    let start = index
    var path = [try name("a type")]
    while accept(.dot) { path.append(try name("a type after '.'")) }
    if kind == .integer, path[0].text.lowercased() == "integer" { return try spacedInteger(start) }
    guard accept(.less, as: .typeStart) else { return .named(path, argument: nil) }
    let argument = try type()
    try expect(.greater, "'>'", as: .typeEnd)
    return .named(path, argument: argument)
  }

  /// Reads `Integer 32`, the spelling used in Core Data's editor.
  private mutating func spacedInteger(_ start: Int) throws(Recovery) -> TypeSyntax.Kind {
    let bits = text
    advance()
    let span = span(from: start)
    let diagnostic = SourceDiagnostic(
      .unknownType,
      "unknown type 'Integer \(bits)'; Core Data's 'Integer \(bits)' is written 'Int\(bits)' here",
      at: span)
    diagnostics.add(diagnostic.edit(span, "Int\(bits)"))
    return .missing
  }

  /// Reports the `!` of GraphQL and a second `?`.
  private mutating func refuseForeignMarks() throws(Recovery) {
    if kind == .not {
      let diagnostic = SourceDiagnostic(
        .foreignSyntax, "no '!' is needed: a type without '?' is required", at: span)
      diagnostics.add(diagnostic.edit(span, ""))
      layout.roles[index] = .typeEnd
      advance()
    } else if kind == .coalesce || kind == .question {
      diagnostics.add(SourceDiagnostic(.foreignSyntax, "one '?' is enough", at: span))
      layout.roles[index] = .typeEnd
      advance()
    }
  }
}
