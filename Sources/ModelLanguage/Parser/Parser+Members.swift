extension Parser {
  /// The kind of declaration that contains a member.
  enum MemberOwner {
    case entity
    case composite

    var words: Set<String> {
      switch self {
      case .entity:
        [
          "var", "let", "transient", "derived", "fetched", "fetch", "index", "unique", "fulltext",
          "check",
        ]
      case .composite: ["var", "let"]
      }
    }
  }

  /// Reads a line in the braces of an entity or a composite.
  mutating func member(
    _ documentation: String?, in owner: MemberOwner
  ) throws(Recovery) -> MemberSyntax {
    let start = index
    if kind == .attribute { throw leadingAttribute() }
    guard kind == .identifier else { throw unexpected("expected a property") }
    let word = try memberWord(text, in: owner)
    advance()
    switch word {
    case "var": return .property(try property(documentation, .variable, from: start))
    case "let": return .property(try property(documentation, .constant, from: start))
    case "transient":
      try expectWord("var")
      return .property(try property(documentation, .transient, from: start))
    case "derived":
      try expectWord("var")
      return .property(try property(documentation, .derived, from: start))
    case "fetched": return .fetched(try fetchedProperty(documentation, from: start))
    case "fetch": return .fetch(try fetch(documentation, from: start))
    case "index": return .index(try index(documentation, from: start))
    case "unique": return .unique(try index(documentation, from: start))
    case "fulltext": return .fullText(try index(documentation, from: start))
    default: return .check(try check(documentation, from: start))
    }
  }

  /// Reports an attribute before its property, as in SwiftData, and returns the
  /// error to throw.
  private func leadingAttribute() -> Recovery {
    guard let cure = ForeignWords.attributes[String(text.dropFirst())] else {
      return fail(
        .syntaxError, "'\(text)' stands behind the property that it belongs to", at: span)
    }
    let place = cure.hasPrefix("SwiftData") ? ", and stands behind the property" : ""
    return fail(.foreignSyntax, cure + place, at: span)
  }

  /// Returns the type after a name without a colon, as in Prisma and SQL, and
  /// its last token: `String`, `Int?`, `Post[]`. The result is nil if there is
  /// no type.
  private func typeWithoutColon(at first: Int) -> (text: String, last: Int)? {
    func kind(_ index: Int) -> Token.Kind? {
      index < tokens.count && !tokens[index].startsLine ? tokens[index].kind : nil
    }
    guard kind(first) == .identifier else { return nil }
    let name = text(at: first)
    let builtin = BuiltinType(rawValue: name) == nil ? ForeignWords.types[name]?.type : name
    // Otherwise the type is an entity, and its name ends the declaration.
    guard builtin != nil || name.first?.isUppercase == true else { return nil }
    switch (kind(first + 1), kind(first + 2)) {
    case (.question, _): return ((builtin ?? name) + "?", first + 1)
    case (.leftBracket, .rightBracket): return (Self.list(of: builtin ?? name), first + 2)
    case (.attribute, _), (.rightBrace, _), (nil, _): return (builtin ?? name, first)
    default: return builtin.map { ($0, first) }
    }
  }

  /// Returns the type of several values, in this language.
  private static func list(of type: String) -> String {
    BuiltinType(rawValue: type) == nil ? "Set<\(type)>" : "[\(type)]"
  }

  /// Reports `Post[]`, and returns the error to throw.
  private mutating func trailingBrackets(_ start: Int) -> Recovery {
    let name = text(at: start)
    let span = Span(file: file, start: tokens[start].start, end: tokens[index + 1].end)
    let many =
      BuiltinType(rawValue: name) == nil
      ? "a to-many is written 'Set<\(name)>', or '[\(name)]' in order"
      : "a list is written '[\(name)]'"
    return fail(
      .foreignSyntax, many, at: span, edit: .init(span: span, replacement: Self.list(of: name)))
  }

  private func memberWord(_ word: String, in owner: MemberOwner) throws(Recovery) -> String {
    if nextKind == .colon, !owner.words.contains(word) {
      throw fail(
        .foreignSyntax, "a property starts with 'var' or 'let': write 'var \(word): ...'",
        at: span,
        edit: .init(span: Span(file: file, start: span.start, end: span.start), replacement: "var ")
      )
    }
    guard !owner.words.contains(word) else { return word }
    if ForeignWords.members[word] == nil, let type = typeWithoutColon(at: index + 1) {
      throw fail(
        .foreignSyntax, "a property starts with 'var' or 'let': write 'var \(word): \(type.text)'",
        at: span,
        edit: .init(
          span: Span(file: file, start: span.start, end: tokens[type.last].end),
          replacement: "var \(word): \(type.text)"))
    }
    if MemberOwner.entity.words.contains(word) {
      throw fail(.syntaxError, "a composite holds 'var' and 'let' only", at: span)
    }
    diagnostics.add(
      unknownDeclaration(word, words: owner.words, foreign: ForeignWords.members))
    let meant = Suggestions.matches(for: word, among: owner.words)
    guard meant.count == 1, nextKind == .identifier, ForeignWords.members[word] == nil else {
      throw Recovery()
    }
    return meant[0]
  }

  private mutating func property(
    _ documentation: String?, _ kind: PropertySyntax.Kind, from start: Int
  ) throws(Recovery) -> PropertySyntax {
    let name = try name("the name of the property")
    guard accept(.colon) else { throw missingType(of: name, kind) }
    let typeStart = index
    let type = try type()
    if self.kind == .leftBracket, nextKind == .rightBracket { throw trailingBrackets(typeStart) }
    let value = accept(.assign) ? try expression() : nil
    let attributes = try attributes()
    return PropertySyntax(
      documentation: documentation, kind: kind, name: name, type: type, value: value,
      attributes: attributes, span: span(from: start))
  }

  private mutating func missingType(
    of name: NameSyntax, _ property: PropertySyntax.Kind
  ) -> Recovery {
    let word = property == .constant ? "let" : "var"
    if let type = typeWithoutColon(at: index) {
      let end = Span(file: file, start: name.span.end, end: tokens[type.last].end)
      return fail(
        .missingType,
        "a ':' stands before the type: write '\(word) \(name.text): \(type.text)'",
        at: name.span, edit: .init(span: end, replacement: ": \(type.text)"))
    }
    guard kind == .assign else {
      return fail(
        .missingType, "'\(name.text)' needs a type: write '\(word) \(name.text): String'",
        at: name.span)
    }
    let property = "\(word) \(name.text): \(missingType(for: name.text))"
    let type = typeOfLiteral
    advance()
    return fail(
      .missingType, "'\(name.text)' needs a type: write '\(property)'", at: name.span,
      edit: type.map { .init(span: name.span.behind, replacement: ": \($0)") })
  }

  /// The type of the literal after the `=`, or nil for any other value.
  private var typeOfLiteral: String? {
    switch nextKind {
    case .integer: "Int64"
    case .float: "Double"
    case .string: "String"
    case .identifier: ["true", "false"].contains(text(at: index + 1)) ? "Bool" : nil
    default: nil
    }
  }

  /// Returns the missing type and the value of a property, as source text. The
  /// current token is the `=`.
  private func missingType(for name: String) -> String {
    let value = text(at: index + 1)
    switch nextKind {
    case .integer: return "Int64 = \(value)"
    case .float: return "Double = \(value)"
    case .minus:
      let number = text(at: index + 2)
      return "\(number.contains(".") ? "Double" : "Int64") = -\(number)"
    case .dot: return "\(name.prefix(1).uppercased() + name.dropFirst()) = .\(text(at: index + 2))"
    case .leftBracket: return "[\(missingElement(text(at: index + 2)))]"
    case .identifier: return missingType(called: value)
    default: return "String = \(value)"
    }
  }

  /// Returns the element type of a list that begins with a token.
  private func missingElement(_ first: String) -> String {
    if first.first?.isUppercase == true { return first }
    if first == "true" || first == "false" { return "Bool" }
    return Int(first) != nil ? "Int64" : Double(first) != nil ? "Double" : "String"
  }

  /// Returns the type of a value that begins with a word, such as Swift's
  /// `UUID()`.
  private func missingType(called word: String) -> String {
    switch word {
    case "true", "false": "Bool = \(word)"
    case "UUID", "uuid": "UUID = uuid()"
    case "Date", "now": "Date = now()"
    case "date", "url", "data", "decimal":
      "\(word == "url" ? "URL" : word.prefix(1).uppercased() + word.dropFirst()) = \(word)(...)"
    case _ where word.first?.isUppercase == true: word
    default: "String"
    }
  }

  private mutating func index(
    _ documentation: String?, from start: Int
  ) throws(Recovery) -> IndexSyntax {
    let name = try name("a name")
    guard kind == .leftParenthesis else { throw unexpected("expected '(' and properties") }
    layout.roles[index] = .call
    advance()
    parentheses += 1
    let keys = try keys()
    try closeParenthesis()
    let attributes = try attributes()
    let condition = acceptWord("where") ? try expression() : nil
    return IndexSyntax(
      documentation: documentation, name: name, keys: keys, attributes: attributes,
      condition: condition, span: span(from: start))
  }

  private mutating func check(
    _ documentation: String?, from start: Int
  ) throws(Recovery) -> CheckSyntax {
    let name = try name("the name of the check")
    guard kind == .leftParenthesis else { throw unexpected("expected '(' and a condition") }
    layout.roles[index] = .call
    advance()
    parentheses += 1
    let condition = try expression()
    guard accept(.comma) else {
      throw unexpectedOperator("expected ',' and the message of the check")
    }
    let message = try textValue()
    try closeParenthesis()
    return CheckSyntax(
      documentation: documentation, name: name, condition: condition, message: message,
      span: span(from: start))
  }

  /// Reads keys such as `a.b desc, c`.
  mutating func keys() throws(Recovery) -> [KeySyntax] {
    var keys: [KeySyntax] = []
    repeat {
      let path = try path("a property")
      let options = kind == .leftParenthesis ? try keyOptions() : []
      var isAscending = true
      if acceptWord("desc") { isAscending = false } else { _ = acceptWord("asc") }
      keys.append(KeySyntax(path: path, isAscending: isAscending, options: options))
    } while accept(.comma)
    return keys
  }

  /// Reads options such as `(.caseInsensitive, .localized)` after the path of a key.
  private mutating func keyOptions() throws(Recovery) -> [NameSyntax] {
    layout.roles[index] = .call
    let arguments = try arguments()
    var options: [NameSyntax] = []
    for argument in arguments {
      guard case .caseName(let name)? = argument.expression?.kind else {
        throw fail(.syntaxError, "expected an option such as '.caseInsensitive'", at: argument.span)
      }
      options.append(name)
    }
    return options
  }

  /// Reads a path such as `a.b.c`.
  mutating func path(_ what: String) throws(Recovery) -> [NameSyntax] {
    var path = [try name(what)]
    while accept(.dot) { path.append(try name("a name after '.'")) }
    return path
  }
}
