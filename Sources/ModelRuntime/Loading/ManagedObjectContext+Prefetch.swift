extension ManagedObjectContext {
  /// Loads the objects at the end of a path of relationships for all given objects,
  /// with a bounded number of statements for each step.
  func prefetch(_ keyPath: [String], of objects: [ManagedObject]) throws {
    var sources = objects
    for name in keyPath {
      // Sibling entities can have different relationships with the same name, or none.
      let known = byEntity(sources).compactMap { entity, objects in
        entity.relationship(named: name).map { ($0, objects) }
      }
      guard !known.isEmpty || sources.isEmpty else {
        throw StoreError(
          .unknownName, "'\(sources[0].entityName)' has no relationship '\(name)' to prefetch",
          propertyNames: [name])
      }
      sources = try known.flatMap { try prefetch($0, of: $1) }
    }
  }

  /// Groups objects of one hierarchy by entity, in the order of the model.
  private func byEntity(_ objects: [ManagedObject]) -> [(CompiledEntity, [ManagedObject])] {
    guard let first = objects.first?._batch.entity else { return [] }
    guard store.model.entities[first.rootIndex].isHierarchical else { return [(first, objects)] }
    return Dictionary(grouping: objects) { $0._batch.entity.index }
      .sorted { $0.key < $1.key }
      .map { (store.model.entities[$0], $1) }
  }

  private func prefetch(
    _ relationship: CompiledRelationship, of sources: [ManagedObject]
  ) throws -> [ManagedObject] {
    let destination = store.model.entities[relationship.destinationIndex]
    var keys = KeyList()
    for source in sources {
      if relationship.isToMany {
        for key in source.members(relationship) { keys.append(key) }
      } else {
        if source._flags.contains(.fault) { source.fire() }
        let key = source._reference(relationship.number)
        if key != 0 { keys.append(key) }
      }
    }
    try loadMissing(keys, of: destination)
    return maps[destination.rootIndex].objects(keys)
  }
}
