/// The kind of a named part of a model's source text.
package enum SymbolKind: String, Sendable, Hashable, CaseIterable {
  case model, entity, composite, enumeration, typeAlias, configuration, query, migration
  case attribute, relationship, fetchedProperty, fetch, index, uniqueConstraint, fullTextIndex
  case check, enumerationCase, parameter
  /// A type that is built into the language, such as `String`.
  case builtinType
  /// A keyword of the language.
  case keyword
  /// An attribute such as `@name`.
  case annotation
  case function
  /// A keyword such as a delete rule, written as `.name`.
  case option
  /// The name of a warning, written as `#Name`.
  case warning
}

/// A declaration in a model's source text.
package struct ModelSymbol: Sendable, Hashable {
  package let kind: SymbolKind
  package let name: String
  /// The type, the parent, or another detail that follows the name, or nil if
  /// there is none.
  package let detail: String?
  /// The documentation, as lines joined by line feeds, or nil if there is none.
  package let documentation: String?
  /// The span of the name, including back-ticks.
  package let nameSpan: Span
  /// The span of the whole declaration.
  package let span: Span
  /// The entity, composite or enumeration that contains the declaration, or nil
  /// for a declaration of the model itself.
  package let owner: String?
  /// The declarations within this declaration, in the order of the text.
  package var children: [ModelSymbol]
}
