extension ManagedObjectModel {
  /// The full-text index with a name, declared by an entity or one of its ancestors.
  package func fullTextIndex(
    _ name: String, of entity: EntityDescription
  ) -> FullTextIndexDescription? {
    lineage(of: entity).lazy.flatMap(\.fullTextIndexes).first { $0.name == name }
  }

  /// The entity with a name; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the number of entities; keep `entitiesByName` for many
  ///   look-ups.
  public func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }

  /// The entities by name. Of several entities with one name, the first is kept.
  public var entitiesByName: [String: EntityDescription] {
    Dictionary(first: entities.map { ($0.name, $0) })
  }

  /// The enumeration with a name; nil if there is none.
  public func enumeration(named name: String) -> EnumerationDescription? {
    enumerations.first { $0.name == name }
  }

  /// The composite type with a name; nil if there is none.
  public func composite(named name: String) -> CompositeDescription? {
    composites.first { $0.name == name }
  }

  /// The paths of elements that lead from a value of a type to each of its scalars: an
  /// empty path for a scalar type, one or more elements for the parts of a composite.
  package func elementPaths(of type: AttributeType) -> [[AttributeDescription]] {
    elementPaths(of: type, within: [])
  }

  private func elementPaths(
    of type: AttributeType, within composites: Set<String>
  ) -> [[AttributeDescription]] {
    guard case .composite(let name) = type else { return [[]] }
    // A composite inside itself, which only an unchecked model can have, has no parts.
    guard !composites.contains(name) else { return [] }
    return (composite(named: name)?.elements ?? []).flatMap { element in
      elementPaths(of: element.type, within: composites.union([name])).map { [element] + $0 }
    }
  }

  /// The entity and its parents, the root first.
  ///
  /// A circle, which only an unchecked model can have, ends at the entity that closes
  /// it.
  public func lineage(of entity: EntityDescription) -> [EntityDescription] {
    var chain = [entity]
    var seen: Set = [entity.name]
    while let parent = chain[0].parentName.flatMap(entity(named:)),
      seen.insert(parent.name).inserted
    {
      chain.insert(parent, at: 0)
    }
    return chain
  }

  /// The entities whose parent is the given entity, in name order.
  public func subentities(of entity: EntityDescription) -> [EntityDescription] {
    entities.filter { $0.parentName == entity.name }.sorted { $0.name < $1.name }
  }

  /// All properties of an entity, inherited ones first, each parent's in the
  /// order they were declared.
  ///
  /// The position in this list is the property's number: the bit that marks
  /// it as changed, and the key of generated tables.
  public func properties(of entity: EntityDescription) -> [PropertyDescription] {
    lineage(of: entity).flatMap(\.properties)
  }

  /// All entities in the order in which Core Data numbers them: the roots by
  /// name, each followed depth first by its subentities by name; upper and
  /// lower case count the same. The number of the first is 1.
  public var entitiesInStoreOrder: [EntityDescription] {
    // The entities are grouped by a string that is not optional, a type that is
    // the key of other dictionaries too; a root must not become a child of an
    // entity without a name.
    let children = entities.filter { $0.parentName != nil }
    let families = Dictionary(grouping: children) { $0.parentName ?? "" }
    var ordered: [EntityDescription] = []
    func append(_ entity: EntityDescription) {
      ordered.append(entity)
      inStoreOrder(families[entity.name] ?? []).forEach(append)
    }
    inStoreOrder(entities.filter { $0.parentName == nil }).forEach(append)
    return ordered
  }

  private func inStoreOrder(_ entities: [EntityDescription]) -> [EntityDescription] {
    entities.map { (key: $0.name.lowercased(), entity: $0) }
      .sorted { ($0.key, $0.entity.name) < ($1.key, $1.entity.name) }.map(\.entity)
  }
}
