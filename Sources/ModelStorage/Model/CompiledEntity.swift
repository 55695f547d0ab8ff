/// An entity whose names are resolved to numbers.
package final class CompiledEntity: Sendable {
  package let description: EntityDescription
  /// The index among the model's entities in store order.
  package let index: Int
  /// The class of the entity's objects; nil if the model has no classes.
  package let objectClass: (any ObjectClass)?
  /// The index of the root of the hierarchy; the entity's own index if it has no
  /// superentity.
  package let rootIndex: Int
  /// The number of superentities.
  package let depth: Int
  /// The indexes of the entities from the root down to this entity.
  package let lineage: [Int]
  /// The names of the entities from the root down to this entity.
  package let lineageNames: [String]
  /// The indexes of this entity and all its subentities, in store order.
  package let family: [Int]
  /// All properties by number, inherited properties first.
  package let properties: [CompiledProperty]
  /// The relationships among the properties.
  package let relationships: [CompiledRelationship]
  /// The conditions that objects must satisfy, inherited conditions first.
  package let checks: [CheckDescription]
  /// The rules of single values that are given as predicates, inherited rules
  /// first.
  package let predicateRules: [PredicateRule]
  /// The full-text indexes, inherited indexes first.
  package let fullTextIndexes: [FullTextIndexDescription]
  /// The number of the property that messages use as an object's name; nil if
  /// there is none.
  package let titleNumber: Int?
  /// True if a save must check more than single values.
  package let hasGraphRules: Bool
  /// True if the entity has attributes that are not stored.
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
    // The superentities' properties come first, so that a number identifies the
    // same property in all subentities.
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

  /// True if rows of several entities share the entity's table.
  package var isHierarchical: Bool { depth > 0 || family.count > 1 }

  /// The key paths of all uniqueness constraints, including inherited
  /// constraints.
  package let uniqueKeyPaths: [String]

  @inlinable package func property(named name: String) -> CompiledProperty? {
    numbers[name].map { properties[$0] }
  }

  /// Returns the full-text index with the given name, or the first index if the
  /// name is nil; nil if there is no such index.
  package func fullTextIndex(named name: String?) -> FullTextIndexDescription? {
    name.map { name in fullTextIndexes.first { $0.name == name } } ?? fullTextIndexes.first
  }

  /// Returns whether a sort key orders by the rank of a search for words.
  package func isRank(_ key: SortKey) -> Bool {
    key.keyPath.count == 2 && key.keyPath[1] == FullTextIndexDescription.rank
      && property(named: key.keyPath[0]) == nil
      && fullTextIndexes.contains { $0.name == key.keyPath[0] }
  }

  @inlinable package func relationship(_ number: Int) -> CompiledRelationship? {
    relationshipsByNumber[number]
  }

  /// Returns the relationship with the given name; nil if there is none.
  package func relationship(named name: String) -> CompiledRelationship? {
    numbers[name].flatMap { relationshipsByNumber[$0] }
  }

  /// Returns whether the entity itself declares the property with the given number.
  package func declares(_ number: Int) -> Bool { properties[number].depth == depth }

  /// Returns the relationship that is the inverse of another entity's relationship; nil
  /// if that relationship does not lead to objects of this entity.
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

package struct CompiledProperty: Sendable {
  /// The index among all properties of the entity.
  package let number: Int
  /// The depth of the entity that declares the property.
  package let depth: Int
  package let description: PropertyDescription

  package var name: String { description.name }

  /// True if the property has columns in the entity's own table.
  package var isStoredInRow: Bool {
    switch description {
    case .attribute(let attribute): !attribute.isTransient
    case .relationship(let relationship): !relationship.isToMany && !relationship.isTransient
    case .fetched: false
    }
  }
}

extension [CompiledProperty] {
  /// The number of the property that a list of objects would show for an
  /// object; nil if there is none.
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
