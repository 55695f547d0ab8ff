extension ManagedObjectModel {
  /// Returns the full-text index with the given name, declared by an entity or
  /// one of its ancestors; nil if there is none.
  package func fullTextIndex(
    _ name: String, of entity: EntityDescription
  ) -> FullTextIndexDescription? {
    lineage(of: entity).lazy.flatMap(\.fullTextIndexes).first { $0.name == name }
  }

  /// Returns the entity with the given name; nil if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entities. For many
  ///   look-ups, store `entitiesByName`.
  public func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }

  /// The entities by name. If several entities have the same name, the first is
  /// kept.
  public var entitiesByName: [String: EntityDescription] {
    Dictionary(first: entities.map { ($0.name, $0) })
  }

  /// Returns the enumeration with the given name; nil if there is none.
  public func enumeration(named name: String) -> EnumerationDescription? {
    enumerations.first { $0.name == name }
  }

  /// Returns the composite type with the given name; nil if there is none.
  public func composite(named name: String) -> CompositeDescription? {
    composites.first { $0.name == name }
  }

  /// Returns the paths of elements that lead from a value of a type to each of
  /// its scalars: an empty path for a scalar type, one or more elements for the
  /// parts of a composite.
  package func elementPaths(of type: AttributeType) -> [[AttributeDescription]] {
    elementPaths(of: type, within: [])
  }

  private func elementPaths(
    of type: AttributeType, within composites: Set<String>
  ) -> [[AttributeDescription]] {
    guard case .composite(let name) = type else { return [[]] }
    // A composite that contains itself, which is possible only in an unchecked
    // model, has no parts.
    guard !composites.contains(name) else { return [] }
    return (composite(named: name)?.elements ?? []).flatMap { element in
      elementPaths(of: element.type, within: composites.union([name])).map { [element] + $0 }
    }
  }

  /// Returns the entity and its parents, the root first.
  ///
  /// A cycle, which is possible only in an unchecked model, ends at the entity
  /// that closes it.
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

  /// Returns the entities whose parent is the given entity, sorted by name.
  public func subentities(of entity: EntityDescription) -> [EntityDescription] {
    entities.filter { $0.parentName == entity.name }.sorted { $0.name < $1.name }
  }

  /// Returns all properties of an entity, inherited properties first, the
  /// properties of each parent in the order in which they were declared.
  ///
  /// The index in this list is the property's number, which is used for the bit
  /// that marks it as changed, and as the key in generated tables.
  public func properties(of entity: EntityDescription) -> [PropertyDescription] {
    lineage(of: entity).flatMap(\.properties)
  }

  /// Returns the names in stores of properties that an entity declares or
  /// inherits; a path into a property is returned unchanged.
  package func storedNames(of keyPaths: [String], in entity: EntityDescription) -> [String] {
    let properties = properties(of: entity)
    return keyPaths.map { path in properties.first { $0.name == path }?.storedName ?? path }
  }

  /// All entities in the order in which Core Data numbers them: the roots by
  /// name, each followed, depth first, by its subentities by name; case is
  /// ignored. The number of the first entity is 1.
  public var entitiesInStoreOrder: [EntityDescription] {
    // The keys are strings that are not optional, because other dictionaries
    // also have this key type. Roots are excluded, since they must not become
    // children of an entity without a name.
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
