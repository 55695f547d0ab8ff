/// A type alias with its syntax and, once the alias is resolved, its
/// description.
final class AliasSymbol {
  let syntax: TypeAliasSyntax
  var state = ResolutionState.untouched
  var description: TypeAliasDescription?

  init(_ syntax: TypeAliasSyntax) { self.syntax = syntax }
}

/// The progress of resolving a declaration that can refer back to itself.
enum ResolutionState {
  case untouched
  case underWay
  case done
}

/// An enumeration with its syntax and its description, to which the cases are
/// added when they are resolved.
final class EnumerationSymbol {
  let syntax: EnumerationSyntax
  var description: EnumerationDescription

  init(_ syntax: EnumerationSyntax) {
    self.syntax = syntax
    description = EnumerationDescription(
      name: syntax.name.text, documentation: syntax.documentation, rawType: .string, cases: [])
  }

  /// Returns the stored value of the case with the given name, or nil if there
  /// is no such case.
  func value(of name: NameSyntax, in symbols: SymbolTable) -> ConstantValue? {
    guard let found = description.cases.first(where: { $0.name == name.text }) else { return nil }
    if let declaration = syntax.cases.first(where: { $0.name.text == name.text }) {
      symbols.diagnostics.use(name, of: declaration.name)
    }
    return found.rawValue
  }

  /// The type of an attribute of the enumeration.
  var attributeType: AttributeType {
    .enumeration(description.name, raw: description.rawType)
  }
}

/// A composite with its syntax and its description, to which the elements are
/// added when they are resolved.
final class CompositeSymbol {
  let syntax: CompositeSyntax
  var state = ResolutionState.untouched
  var description: CompositeDescription

  init(_ syntax: CompositeSyntax) {
    self.syntax = syntax
    description = CompositeDescription(
      name: syntax.name.text, documentation: syntax.documentation, elements: [])
  }

  func element(named name: String) -> AttributeDescription? {
    description.elements.first { $0.name == name }
  }
}

/// An entity with its syntax, its properties and its description, which are
/// completed by the passes.
final class EntitySymbol {
  let syntax: EntitySyntax
  /// The parent, or nil if it is unknown or would close a cycle.
  var parent: EntitySymbol?
  /// The entity's own properties, in the order in which they were declared.
  var properties: [PropertySymbol] = []
  /// The first of the entity's own properties with each name.
  var ownProperties: [String: PropertySymbol] = [:]
  /// The names of the entity's own full-text indexes.
  var fullTextIndexes: [NameSyntax] = []
  var description: EntityDescription

  init(_ syntax: EntitySyntax) {
    self.syntax = syntax
    description = EntityDescription(
      name: syntax.name.text, documentation: syntax.documentation,
      isAbstract: syntax.isAbstract)
  }

  var name: String { syntax.name.text }

  /// The entity and its parents, starting with the entity itself.
  var lineage: [EntitySymbol] {
    var lineage = [self]
    while let parent = lineage[lineage.count - 1].parent { lineage.append(parent) }
    return lineage
  }

  /// Returns the property of the entity or its parents with the given name; nil
  /// if there is none.
  func property(named name: String) -> PropertySymbol? {
    var entity: EntitySymbol? = self
    while let current = entity {
      if let property = current.ownProperties[name] { return property }
      entity = current.parent
    }
    return nil
  }

  /// Returns the declared name of a full-text index of the entity or its
  /// parents; nil if there is no such index.
  func fullTextIndex(named name: String) -> NameSyntax? {
    lineage.lazy.compactMap { $0.fullTextIndexes.first { $0.text == name } }.first
  }

  /// All properties, starting with those of the root.
  var allProperties: [PropertySymbol] { lineage.reversed().flatMap(\.properties) }

  /// Returns whether a declaration with the given name could not be read.
  func isBroken(_ name: String) -> Bool {
    lineage.contains { $0.syntax.brokenNames.contains(name) }
  }

  /// Returns whether either entity inherits from the other.
  func isRelated(to other: EntitySymbol) -> Bool {
    lineage.contains { $0 === other } || other.lineage.contains { $0 === self }
  }
}

/// A property of an entity with its syntax and, once the property is resolved,
/// its description.
final class PropertySymbol {
  /// The kind of a property, with its description.
  indirect enum Kind {
    /// A wrong declaration, which has already been reported.
    case broken
    case attribute(AttributeDescription)
    case relationship(RelationshipDescription)
    case fetched(FetchedPropertyDescription)
  }

  unowned let owner: EntitySymbol
  let name: NameSyntax
  let documentation: String?
  let attributes: [AttributeSyntax]
  /// The declaration of the property, or nil for a fetched property.
  let syntax: PropertySyntax?
  /// The declaration of the fetched property, or nil for any other property.
  let fetch: FetchSyntax?
  var kind = Kind.broken
  /// The entity that the relationship leads to, or that the fetched property
  /// fetches; nil for any other property. It is unowned because symbols refer
  /// to each other in cycles; the table keeps all symbols alive.
  unowned var destination: EntitySymbol?
  /// The inverse relationship, or nil if there is none or it is not resolved yet.
  unowned var inverse: PropertySymbol?

  init(_ syntax: PropertySyntax, owner: EntitySymbol) {
    self.owner = owner
    self.syntax = syntax
    fetch = nil
    name = syntax.name
    documentation = syntax.documentation
    attributes = syntax.attributes
  }

  init(_ fetch: FetchSyntax, owner: EntitySymbol) {
    self.owner = owner
    self.fetch = fetch
    syntax = nil
    name = fetch.name
    documentation = fetch.documentation
    attributes = fetch.attributes
  }

  /// The relationship, or nil for any other property.
  var relationship: RelationshipDescription? {
    if case .relationship(let relationship) = kind { relationship } else { nil }
  }

  /// The attribute, or nil for any other property.
  var attribute: AttributeDescription? {
    if case .attribute(let attribute) = kind { attribute } else { nil }
  }

  /// The name of the property in messages, such as `Entity.property`.
  var title: String { "\(owner.name).\(name.text)" }

  /// Returns the attribute with the given name, such as `@column`, without its
  /// `@`; nil if there is none.
  func attribute(_ name: String) -> AttributeSyntax? {
    attributes.first { $0.name.text == name }
  }
}
