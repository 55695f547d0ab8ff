/// The declarations of a text by name, of which the first counts.
struct NamedSymbols {
  private let byName: [String: ModelSymbol]

  init(_ symbols: some Sequence<ModelSymbol>) {
    byName = Dictionary(symbols.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The declaration of a name within another, such as an entity's property,
  /// inherited ones included; without an owner, one of the model's own.
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
