/// An entity with everything that the model says by names turned into numbers.
package final class CompiledEntity: Sendable {
  package let description: EntityDescription
  /// Place among the model's entities in store order.
  package let index: Int
  /// The class of its objects, as whoever makes objects knows it; nil where nobody does.
  package let objectClass: (any ObjectClass)?
  /// Index of the root of its hierarchy; its own where it stands alone.
  package let rootIndex: Int
  /// The number of its parents.
  package let depth: Int
  /// Indexes of the entities from the root down to this one.
  package let lineage: [Int]
  /// Names of the same.
  package let lineageNames: [String]
  /// Indexes of this entity and all below it, in store order.
  package let family: [Int]
  /// All properties by number, inherited ones first.
  package let properties: [CompiledProperty]
  /// The relationships among the properties.
  package let relationships: [CompiledRelationship]
  /// The conditions that objects have to meet, inherited ones first.
  package let checks: [CheckDescription]
  /// The rules of single values that are predicates, inherited ones first.
  package let predicateRules: [PredicateRule]
  /// The full-text indexes, inherited ones first.
  package let fullTextIndexes: [FullTextIndexDescription]
  /// The number of the property by which messages name an object; nil for none.
  package let titleNumber: Int?
  /// A Boolean value that says whether a save has more to check than single
  /// values.
  package let hasGraphRules: Bool
  /// A Boolean value that says whether it has attributes that are not stored.
  package let hasTransients: Bool
  @usableFromInline let numbers: [String: Int]
  @usableFromInline let relationshipsByNumber: [CompiledRelationship?]

  init(
    _ description: EntityDescription, index: Int, model: ManagedObjectModel,
    indexes: [String: Int], classOf: CompiledModel.ClassFinder
  ) {
    self.description = description
    self.index = index
    let lineage = model.lineage(of: description)
    depth = lineage.count - 1
    self.lineage = lineage.compactMap { indexes[$0.name] }
    lineageNames = lineage.map(\.name)
    rootIndex = indexes[lineage[0].name] ?? index
    family = Self.family(of: description, in: model).compactMap { indexes[$0.name] }
    var properties: [CompiledProperty] = []
    // Parents' properties first, so that a number means one property in all subentities.
    for (depth, entity) in lineage.enumerated() {
      for property in entity.properties {
        properties.append(
          CompiledProperty(number: properties.count, depth: depth, description: property))
      }
    }
    self.properties = properties
    objectClass = classOf(lineage, properties)
    let checks = lineage.flatMap(\.checks)
    self.checks = checks
    let predicateRules = properties.flatMap { PredicateRule.rules(of: $0, in: model) }
    self.predicateRules = predicateRules
    fullTextIndexes = lineage.flatMap(\.fullTextIndexes)
    uniqueKeyPaths = lineage.flatMap { $0.allUniquenessConstraints.flatMap(\.keyPaths) }
    titleNumber = properties.titleNumber
    hasTransients = properties.contains { $0.description.attribute?.isTransient == true }
    hasGraphRules =
      !checks.isEmpty || !predicateRules.isEmpty
      || properties.contains { $0.description.relationship?.hasCount == true }
    numbers = Dictionary(first: properties.map { ($0.name, $0.number) })
    relationshipsByNumber = properties.map {
      CompiledRelationship($0, source: description, model: model, indexes: indexes)
    }
    relationships = relationshipsByNumber.compactMap(\.self)
  }

  package var name: String { description.name }

  /// A Boolean value that says whether rows of several entities share its
  /// table.
  package var isHierarchical: Bool { depth > 0 || family.count > 1 }

  /// The key paths of all uniqueness constraints, inherited ones included.
  package let uniqueKeyPaths: [String]

  /// The property of a name, or nil.
  @inlinable package func property(named name: String) -> CompiledProperty? {
    numbers[name].map { properties[$0] }
  }

  /// The full-text index of a name; the first where none is given.
  package func fullTextIndex(named name: String?) -> FullTextIndexDescription? {
    name.map { name in fullTextIndexes.first { $0.name == name } } ?? fullTextIndexes.first
  }

  /// A Boolean value that says whether a key sorts by the rank of a search for
  /// words.
  package func isRank(_ key: SortKey) -> Bool {
    key.keyPath.count == 2 && key.keyPath[1] == FullTextIndexDescription.rank
      && property(named: key.keyPath[0]) == nil
      && fullTextIndexes.contains { $0.name == key.keyPath[0] }
  }

  /// The relationship of a number, or nil.
  @inlinable package func relationship(_ number: Int) -> CompiledRelationship? {
    relationshipsByNumber[number]
  }

  /// The relationship that is the inverse of another entity's; nil where that one does not lead to
  /// objects of this entity.
  package func relationship(_ inverse: CompiledRelationship.Inverse) -> CompiledRelationship? {
    guard index == inverse.entityIndex || lineage.contains(inverse.entityIndex) else { return nil }
    return relationshipsByNumber[inverse.number]
  }

  private static func family(
    of entity: EntityDescription, in model: ManagedObjectModel
  ) -> [EntityDescription] {
    [entity] + model.subentities(of: entity).flatMap { family(of: $0, in: model) }
  }
}

extension CompiledEntity: Hashable {
  package static func == (left: CompiledEntity, right: CompiledEntity) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A property with its number.
package struct CompiledProperty: Sendable {
  /// Place among all properties of the entity.
  package let number: Int
  /// Depth of the entity that declares it.
  package let depth: Int
  package let description: PropertyDescription

  package var name: String { description.name }

  /// A Boolean value that says whether it has columns in the entity's own
  /// table.
  package var isStoredInRow: Bool {
    switch description {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isToMany && !relationship.isTransient
    case .fetched: false
    }
  }
}

extension [CompiledProperty] {
  /// The number of the property that a list would show; nil where there is none.
  var titleNumber: Int? {
    let texts = filter { property in
      property.description.attribute.map {
        $0.type == .string && !$0.isTransient && !$0.isSensitive
      } ?? false
    }
    let named = ["name", "title", "label", "subject"].lazy.compactMap { name in
      texts.first { $0.name == name }
    }
    return (named.first ?? texts.first { $0.description.attribute?.isOptional == false })?.number
  }
}
