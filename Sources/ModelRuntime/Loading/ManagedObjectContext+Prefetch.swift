internal import ModelSchema

extension ManagedObjectContext {
  /// Loads what is behind a path of relationships for all objects, with a
  /// bounded number of statements for each step.
  func prefetch(_ keyPath: [String], of objects: [ManagedObject]) throws {
    var sources = objects
    for name in keyPath {
      guard let first = sources.first else { return }
      guard let property = first._batch.entity.property(named: name),
        let relationship = first._batch.entity.relationship(property.number)
      else {
        throw StoreError(
          .unknownName, "'\(first.entityName)' has no relationship '\(name)' to prefetch",
          propertyNames: [name])
      }
      sources = try prefetch(relationship, of: sources)
    }
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
    let map = maps[destination.rootIndex]
    return keys.compactMap { map.object($0) }
  }
}
