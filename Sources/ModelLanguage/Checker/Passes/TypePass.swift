extension Checker {
  /// Resolves all type aliases.
  func resolveAliases() {
    for alias in aliasList { _ = resolve(alias) }
  }

  /// The type that an alias stands for; resolves it first where nobody has.
  func resolve(_ alias: AliasSymbol) -> TypeAliasDescription? {
    switch alias.state {
    case .done: return alias.description
    case .underWay:
      // Asked for while it is being resolved: it stands for itself, by way of others perhaps.
      let name = alias.syntax.name
      diagnostics.add(
        SourceDiagnostic(.aliasCycle, "'\(name.text)' stands for itself", at: name.span)
          .fix("write a type of the language, such as 'String', in one of them"))
      return nil
    case .untouched: break
    }
    alias.state = .underWay
    defer { alias.state = .done }
    let syntax = alias.syntax
    let resolved = resolve(syntax.type)
    guard case .attribute(let type, let base) = resolved else {
      if case .broken = resolved { return nil }
      refuseEntity(syntax)
      return nil
    }
    if syntax.type.isOptional {
      report(
        .typeNotAllowed, "a type alias is never optional; write '?' where it is used",
        at: syntax.type.span)
    }
    checkAttributes(
      syntax.attributes, on: [.typeAlias], type: type, describedAs: "a type alias")
    let rules = (base?.description?.rules ?? []) + rules(in: syntax.attributes, for: type)
    alias.description = TypeAliasDescription(
      name: syntax.name.text, documentation: syntax.documentation, type: type, rules: rules)
    return alias.description
  }

  private func refuseEntity(_ syntax: TypeAliasSyntax) {
    report(
      .typeNotAllowed, "a type alias names a scalar, not an entity", at: syntax.type.span)
  }

  /// Resolves raw types and cases.
  func resolveEnumerations() {
    // Raw types first: aliases and composites may name any enumeration.
    for symbol in enumerationList {
      checkAttributes(symbol.syntax.attributes, on: [.enumeration], describedAs: "an enum")
      let cases = EnumerationCases(symbol, checker: self)
      symbol.description.cases = cases.resolved()
      symbol.description.userInfo = userInfo(in: symbol.syntax.attributes)
      symbol.description.unknownCase = unknownCase(of: symbol)
    }
  }

  private func unknownCase(of symbol: EnumerationSymbol) -> String? {
    guard let attribute = symbol.syntax.attributes.named("unknown") else { return nil }
    guard case .caseName(let name)? = attribute.arguments.first?.expression?.kind else {
      reportArguments(attribute, "a case", example: "@unknown(.other)")
      return nil
    }
    guard symbol.value(of: name, in: self) != nil else {
      reportUnknownCase(name, of: symbol)
      return nil
    }
    return name.text
  }

  /// Reports a case that an enumeration does not have.
  func reportUnknownCase(_ name: NameSyntax, of symbol: EnumerationSymbol) {
    let names = symbol.description.cases.map(\.name)
    let enumeration = symbol.syntax.name
    reportUnknown(
      name, .unknownCase, "'\(enumeration.text)' has no case '\(name.text)'", among: names,
      as: .enumerationCase, prefix: ".", owner: enumeration.text
    ) { diagnostic, _ in
      guard !names.isEmpty, names.count <= 8 else { return diagnostic }
      return diagnostic.note(
        Suggestions.inventory("its case", "its cases", names),
        // An older version's text is not among those that notes point into.
        at: enumerations[enumeration.text] === symbol ? enumeration.span : nil)
    }
  }

  /// Resolves the elements of composites.
  func resolveComposites() {
    for symbol in compositeList { resolve(symbol) }
  }

  private func resolve(_ symbol: CompositeSymbol) {
    guard symbol.state == .untouched else { return }
    symbol.state = .underWay
    defer { symbol.state = .done }
    checkAttributes(symbol.syntax.attributes, on: [.composite], describedAs: "a composite")
    symbol.description.userInfo = userInfo(in: symbol.syntax.attributes)
    var first: [String: NameSyntax] = [:]
    for syntax in symbol.syntax.elements {
      checkReserved(syntax.name, of: syntax.type, in: syntax.span)
      guard isNew(syntax.name, in: &first, owner: symbol.syntax.name.text) else { continue }
      if let element = element(syntax, of: symbol) {
        symbol.description.elements.append(element)
      }
    }
  }

  private func element(
    _ syntax: PropertySyntax, of symbol: CompositeSymbol
  ) -> AttributeDescription? {
    switch resolve(syntax.type) {
    case .attribute(let type, let alias):
      if case .composite(let name) = type, let other = composites[name] {
        // It is under way: the type of this element, or one around that.
        guard other.state != .underWay else {
          report(
            .compositeCycle, "'\(symbol.syntax.name.text)' would hold itself",
            at: syntax.type.span)
          return nil
        }
        resolve(other)
      }
      return attribute(syntax, type: type, alias: alias, on: .element)
    case .toOne, .toMany:
      report(
        .typeNotAllowed, "a composite holds values; a relationship belongs to an entity",
        at: syntax.type.span)
      return nil
    case .broken: return nil
    }
  }

  /// Enters a name into a table; reports where it is taken.
  func isNew(
    _ name: NameSyntax, in first: inout [String: NameSyntax], owner: String
  ) -> Bool {
    guard let other = first[name.text] else {
      first[name.text] = name
      return true
    }
    diagnostics.add(
      SourceDiagnostic(
        .duplicateName, "'\(name.text)' is already declared in '\(owner)'", at: name.span
      )
      .note("first declared here", at: other.span))
    return false
  }
}
