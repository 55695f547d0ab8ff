/// The declarations of a source text by name. If a name is declared several times,
/// the first declaration is used.
struct NamedSymbols {
  private let byName: [String: ModelSymbol]

  init(_ symbols: some Sequence<ModelSymbol>) {
    byName = Dictionary(symbols.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the declaration with the given name in an owner, such as a
  /// property that an entity declares or inherits, or, if the owner is nil, a
  /// declaration of the model itself. The result is nil if there is none.
  func declaration(of name: String, in owner: String?) -> ModelSymbol? {
    guard let owner else { return byName[name] }
    var current = byName[owner]
    var seen: Set<String> = []
    while let symbol = current, seen.insert(symbol.name).inserted {
      if let child = symbol.children.first(where: { $0.name == name }) { return child }
      current = symbol.kind == .entity ? symbol.detail.flatMap { byName[$0] } : nil
    }
    return nil
  }
}
