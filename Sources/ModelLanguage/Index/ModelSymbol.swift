/// The kind of something that has a name in a model's text.
package enum SymbolKind: String, Sendable, Hashable, CaseIterable {
  case model, entity, composite, enumeration, typeAlias, configuration, query, migration
  case attribute, relationship, fetchedProperty, fetch, index, uniqueConstraint, fullTextIndex
  case check, enumerationCase, parameter
  /// A type of the language.
  case builtinType
  /// A word of the language.
  case keyword
  /// `@name`
  case annotation
  case function
  /// `.name` that belongs to the language, such as a delete rule.
  case option
  /// `#Name`
  case warning
}

/// A declaration in a model's text.
package struct ModelSymbol: Sendable, Hashable {
  package let kind: SymbolKind
  package let name: String
  /// The type, the parent, or what else stands behind the name; nil for none.
  package let detail: String?
  /// The documentation, as lines joined by line feeds.
  package let documentation: String?
  /// The stretch of the name, with its back-ticks where it has some.
  package let nameSpan: Span
  /// The stretch of the whole declaration.
  package let span: Span
  /// The entity, composite or enumeration that holds it.
  package let owner: String?
  /// The declarations within, in the order of the text.
  package var children: [ModelSymbol]
}
