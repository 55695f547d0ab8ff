/// Explanations of the language's own words, for editors.
package enum LanguageWords {
  /// The declarations that an attribute can stand at; nil for no attribute.
  package static func explanation(ofAnnotation name: String) -> String? {
    AttributeKind(rawValue: name).map { "Stands behind \($0.targetText)." }
  }

  /// The reason for a message; nil for no message.
  package static func explanation(ofWarning name: String) -> String? {
    DiagnosticCatalog.entry(named: name)?.why
  }
}

extension ModelIndex {
  /// The column and the table that hold a property, as a sentence; nil for
  /// what no column holds.
  package func storage(of symbol: ModelSymbol) -> String? {
    guard version(of: symbol) == nil, let owner = symbol.owner, let root = root(of: owner),
      let property = property(of: symbol)
    else { return nil }
    switch property {
    case .attribute(let attribute):
      guard !attribute.isTransient else { return "Not stored." }
      let column = attribute.columnName ?? attribute.name
      if case .composite = attribute.type {
        return "A column for each element in table `\(Self.stored(root))`."
      }
      return "Column `\(Self.stored(column))` of table `\(Self.stored(root))`."
    case .relationship(let relationship):
      guard !relationship.isToMany else { return nil }
      let column = relationship.columnName ?? relationship.name
      return "Column `\(Self.stored(column))` of table `\(Self.stored(root))`."
    case .fetched: return "Not stored."
    }
  }

  /// Core Data's name of a table or column: `Z` and capitals.
  private static func stored(_ name: String) -> String { "Z" + name.uppercased() }
}
