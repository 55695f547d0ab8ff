/// Explanations of the keywords and names of the language, for editors.
package enum LanguageWords {
  /// Returns the kinds of declaration that an attribute belongs to, or nil for an
  /// unknown attribute.
  package static func explanation(ofAnnotation name: String) -> String? {
    AttributeKind(rawValue: name).map { "Stands behind \($0.targetText)." }
  }

  /// Returns the reason for a diagnostic, or nil for an unknown name.
  package static func explanation(ofWarning name: String) -> String? {
    DiagnosticCatalog.entry(named: name)?.why
  }
}

extension ModelIndex {
  /// Returns a sentence about the column and the table of a property, or nil for a
  /// property without a column.
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

  /// Returns the name that Core Data uses for a table or column, which is `Z`
  /// and the name in capitals.
  private static func stored(_ name: String) -> String { "Z" + name.uppercased() }
}
