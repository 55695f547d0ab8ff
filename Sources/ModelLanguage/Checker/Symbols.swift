/// A type alias of the model.
final class AliasSymbol {
  let syntax: TypeAliasSyntax
  var state = ResolutionState.untouched
  var description: TypeAliasDescription?

  init(_ syntax: TypeAliasSyntax) { self.syntax = syntax }
}

/// The progress of resolving a declaration that can lead back to itself.
enum ResolutionState {
  case untouched
  case underWay
  case done
}

/// An enumeration of the model.
final class EnumerationSymbol {
  let syntax: EnumerationSyntax
  var description: EnumerationDescription

  init(_ syntax: EnumerationSyntax) {
    self.syntax = syntax
    description = EnumerationDescription(
      name: syntax.name.text, documentation: syntax.documentation, rawType: .string, cases: [])
  }

  /// The stored value of the case that a name stands for; nil for none.
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

/// A composite of the model.
final class CompositeSymbol {
  let syntax: CompositeSyntax
  var state = ResolutionState.untouched
  var description: CompositeDescription

  init(_ syntax: CompositeSyntax) {
    self.syntax = syntax
    description = CompositeDescription(
      name: syntax.name.text, documentation: syntax.documentation, elements: [])
  }

  /// The element of a name.
  func element(named name: String) -> AttributeDescription? {
    description.elements.first { $0.name == name }
  }
}

/// An entity of the model.
final class EntitySymbol {
  let syntax: EntitySyntax
  /// The parent, unless that would close a circle.
  var parent: EntitySymbol?
  /// Own properties, in the order they were declared.
  var properties: [PropertySymbol] = []
  /// The first own property of every name.
  var ownProperties: [String: PropertySymbol] = [:]
  /// The names of its own full-text indexes.
  var fullTextIndexes: [NameSyntax] = []
  var description: EntityDescription

  init(_ syntax: EntitySyntax) {
    self.syntax = syntax
    description = EntityDescription(
      name: syntax.name.text, documentation: syntax.documentation,
      isAbstract: syntax.isAbstract)
  }

  var name: String { syntax.name.text }

  /// The entity and its parents, itself first.
  var lineage: [EntitySymbol] {
    var lineage = [self]
    while let parent = lineage[lineage.count - 1].parent { lineage.append(parent) }
    return lineage
  }

  /// The property of a name, inherited ones included.
  func property(named name: String) -> PropertySymbol? {
    var entity: EntitySymbol? = self
    while let current = entity {
      if let property = current.ownProperties[name] { return property }
      entity = current.parent
    }
    return nil
  }

  /// The declared name of a full-text index, inherited ones included; nil where there is none.
  func fullTextIndex(named name: String) -> NameSyntax? {
    lineage.lazy.compactMap { $0.fullTextIndexes.first { $0.text == name } }.first
  }

  /// All properties, the root's first.
  var allProperties: [PropertySymbol] { lineage.reversed().flatMap(\.properties) }

  /// Returns whether a name stands in something that could not be read.
  func isBroken(_ name: String) -> Bool {
    lineage.contains { $0.syntax.brokenNames.contains(name) }
  }

  /// Returns whether one of the two inherits from the other.
  func isRelated(to other: EntitySymbol) -> Bool {
    lineage.contains { $0 === other } || other.lineage.contains { $0 === self }
  }
}

/// A property of an entity.
final class PropertySymbol {
  /// The kind of a property, with its description.
  indirect enum Kind {
    /// A mistake that has been reported.
    case broken
    case attribute(AttributeDescription)
    case relationship(RelationshipDescription)
    case fetched(FetchedPropertyDescription)
  }

  unowned let owner: EntitySymbol
  let name: NameSyntax
  let documentation: String?
  let attributes: [AttributeSyntax]
  /// The text of the property, where it is no fetched property.
  let syntax: PropertySyntax?
  /// The text of the fetched property, where it is one.
  let fetch: FetchSyntax?
  var kind = Kind.broken
  /// The entity that the relationship leads to, or that the fetched property
  /// fetches. The table keeps all symbols: among each other they would form circles, which nobody
  /// lets go of.
  unowned var destination: EntitySymbol?
  /// The relationship that leads back.
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

  /// The relationship, where it is one.
  var relationship: RelationshipDescription? {
    if case .relationship(let relationship) = kind { relationship } else { nil }
  }

  /// The attribute, where it is one.
  var attribute: AttributeDescription? {
    if case .attribute(let attribute) = kind { attribute } else { nil }
  }

  /// `Entity.property`, as messages name it.
  var title: String { "\(owner.name).\(name.text)" }

  /// The attribute of the language of a name.
  func attribute(_ name: String) -> AttributeSyntax? {
    attributes.first { $0.name.text == name }
  }
}
