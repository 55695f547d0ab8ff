// The objects from which a path leads to a changed object are searched for step by
// step, from the end of the path:
//
//   article.price changed    → lines whose article is in {…}    → orders with any of these lines
//
// In each step, the store finds objects by their rows, and unsaved objects are examined
// in memory. A condition on the whole path would require reading all objects, because
// any of them may have changed in memory.

extension DerivedValues {
  /// Returns the keys of the objects that a search finds, either in the store or among
  /// the unsaved objects.
  func owners(_ search: OwnerSearch) throws -> [Int64] {
    guard let path = search.path else {
      let stored = try context.source.objectIDs(FetchPlan(), search.entity)
      let new = listed(of: search.entity).filter { $0._flags.contains(.inserted) }
      return stored.map(\.key) + new.map(\._key)
    }
    var ids = search.ids
    for step in search.entity.steps(along: path, in: context.store.model).reversed() {
      ids = try objects(of: step.entity, by: step.relationship, leadingTo: ids)
    }
    return ids.map(\.key)
  }

  private func objects(
    of entity: CompiledEntity, by relationship: CompiledRelationship, leadingTo ids: Set<ObjectID>
  ) throws -> Set<ObjectID> {
    let map = context.map(ofDestination: relationship)
    var found: Set<ObjectID> = []
    // No row refers to an object that never had a row.
    let stored = ids.filter { map.object($0.key)?.hadNoRow != true }
    if !stored.isEmpty {
      let search = OwnerSearch(entity: entity, path: [relationship.name], ids: stored)
      let plan = search.plan(in: context.store.model)
      found.formUnion(try context.source.objectIDs(plan, entity))
    }
    let keys = Set(ids.map(\.key))
    for object in listed(of: entity) where object.leads(to: keys, by: relationship) {
      found.insert(object.objectID)
    }
    return found
  }

  /// Returns the unsaved objects of an entity that are not about to be deleted.
  private func listed(of entity: CompiledEntity) -> [ManagedObject] {
    context.listed.filter {
      entity.family.contains($0._batch.entity.index) && !$0._flags.contains(.deleted)
    }
  }
}

extension ManagedObject {
  /// True if there has never been a row for the object in the store.
  fileprivate final var hadNoRow: Bool { _flags.contains(.inserted) && _version == 0 }

  /// Returns whether an unsaved change of a relationship leads to one of the
  /// given keys.
  fileprivate final func leads(to keys: Set<Int64>, by relationship: CompiledRelationship) -> Bool {
    if relationship.isToMany {
      let joined = _state?.knownLink(relationship.number)?.inserted ?? KeyList()
      return joined.contains { keys.contains($0) }
    }
    return !_flags.contains(.fault) && keys.contains(_reference(relationship.number))
  }
}
