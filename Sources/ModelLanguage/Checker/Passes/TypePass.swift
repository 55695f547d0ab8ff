/// Resolves type aliases, enumerations and composites.
struct TypePass: CheckPass {
  let symbols: SymbolTable

  func run() {
    // Enumerations come before all declarations that can refer to them and copy
    // their raw type.
    resolveEnumerations()
    for alias in symbols.aliasList { _ = types.resolve(alias) }
    for symbol in symbols.compositeList { resolve(symbol) }
  }

  /// Resolves the raw types and the cases of enumerations.
  private func resolveEnumerations() {
    for symbol in symbols.enumerationList {
      annotations.checkAttributes(
        symbol.syntax.attributes, on: [.enumeration], describedAs: "an enum")
      let cases = EnumerationCases(symbol, symbols)
      symbol.description.cases = cases.resolved()
      symbol.description.userInfo = annotations.userInfo(in: symbol.syntax.attributes)
      symbol.description.unknownCase = unknownCase(of: symbol)
    }
  }

  private func unknownCase(of symbol: EnumerationSymbol) -> String? {
    guard let attribute = symbol.syntax.attributes.named("unknown") else { return nil }
    guard case .caseName(let name)? = attribute.arguments.first?.expression?.kind else {
      return annotations.refuseArguments(attribute, "a case", example: "@unknown(.other)")
    }
    guard symbol.value(of: name, in: symbols) != nil else {
      symbols.reportUnknownCase(name, of: symbol)
      return nil
    }
    return name.text
  }

  private func resolve(_ symbol: CompositeSymbol) {
    guard symbol.state == .untouched else { return }
    symbol.state = .underWay
    defer { symbol.state = .done }
    annotations.checkAttributes(
      symbol.syntax.attributes, on: [.composite], describedAs: "a composite")
    symbol.description.userInfo = annotations.userInfo(in: symbol.syntax.attributes)
    var first: [String: NameSyntax] = [:]
    for syntax in symbol.syntax.elements {
      SpecialNameCheck(symbols: symbols).checkReserved(
        syntax.name, of: syntax.type, in: syntax.span)
      guard symbols.isNew(syntax.name, in: &first, owner: symbol.syntax.name.text) else { continue }
      if let element = element(syntax, of: symbol) {
        symbol.description.elements.append(element)
      }
    }
  }

  private func element(
    _ syntax: PropertySyntax, of symbol: CompositeSymbol
  ) -> AttributeDescription? {
    switch types.resolve(syntax.type) {
    case .attribute(let type, let alias):
      if case .composite(let name) = type, let other = symbols.composites[name] {
        // The composite is already being resolved, so this element would
        // contain itself.
        guard other.state != .underWay else {
          return refuse(
            .compositeCycle, "'\(symbol.syntax.name.text)' would hold itself",
            at: syntax.type.span)
        }
        resolve(other)
      }
      return PropertyPass(symbols: symbols).attribute(
        syntax, type: type, alias: alias, on: .element)
    case .toOne, .toMany:
      return refuse(
        .typeNotAllowed, "a composite holds values; a relationship belongs to an entity",
        at: syntax.type.span)
    case .broken: return nil
    }
  }
}
