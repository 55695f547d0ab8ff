// The objects from which a path leads to one that changed, step by step from its end:
//
//   article.price changed    → lines whose article is in {…}    → orders with any of these lines
//
// Of each step the store finds those whose rows lead there, and the unsaved objects are asked
// themselves. A condition on the whole path would have all objects read, for any of them may lead
// there by now.

extension DerivedValues {
  /// The keys of the objects that a search is for, in the store or now.
  func owners(_ search: OwnerSearch) throws -> [Int64] {
    guard let path = search.path else {
      let stored = try context.source.objectIDs(FetchPlan(), search.entity, for: context)
      let new = listed(of: search.entity).filter { $0._flags.contains(.inserted) }
      return stored.map(\.key) + new.map(\._key)
    }
    var ids = search.ids
    for step in steps(of: path, from: search.entity).reversed() {
      ids = try objects(of: step.entity, by: step.relationship, leadingTo: ids)
    }
    return ids.map(\.key)
  }

  /// The relationships of a path, each with the entity from which it leads on.
  private func steps(
    of path: [String], from start: CompiledEntity
  ) -> [(entity: CompiledEntity, relationship: CompiledRelationship)] {
    var entity = start
    var steps: [(entity: CompiledEntity, relationship: CompiledRelationship)] = []
    for name in path {
      guard let property = entity.property(named: name),
        let relationship = entity.relationship(property.number)
      else { break }
      steps.append((entity: entity, relationship: relationship))
      entity = context.store.model.entities[relationship.destinationIndex]
    }
    return steps
  }

  private func objects(
    of entity: CompiledEntity, by relationship: CompiledRelationship, leadingTo ids: Set<ObjectID>
  ) throws -> Set<ObjectID> {
    let map = context.map(ofDestination: relationship)
    var found: Set<ObjectID> = []
    // No row leads to what never had one.
    let stored = ids.filter { map.object($0.key)?.hadNoRow != true }
    if !stored.isEmpty {
      var plan = FetchPlan()
      plan.predicate = .compare(
        .keyPath([relationship.name], of: .evaluatedObject), .in,
        .constant(.list(stored.map(ConstantValue.objectID))),
        quantifier: relationship.isToMany ? .any : .direct)
      found.formUnion(try context.source.objectIDs(plan, entity, for: context))
    }
    let keys = Set(ids.map(\.key))
    for object in listed(of: entity) where object.leads(to: keys, by: relationship) {
      found.insert(object.objectID)
    }
    return found
  }

  /// The unsaved objects of an entity that are not about to be deleted.
  private func listed(of entity: CompiledEntity) -> [ManagedObject] {
    context.listed.filter {
      entity.family.contains($0._batch.entity.index) && !$0._flags.contains(.deleted)
    }
  }
}

extension ManagedObject {
  /// A Boolean value that says whether no store knows the object, nor did before.
  fileprivate final var hadNoRow: Bool { _flags.contains(.inserted) && _version == 0 }

  /// A Boolean value that says whether a relationship leads to one of some keys by a change.
  fileprivate final func leads(
    to keys: Set<Int64>, by relationship: CompiledRelationship
  ) -> Bool {
    if relationship.isToMany {
      let joined = _state?.knownLink(relationship.number)?.inserted ?? KeyList()
      return joined.contains { keys.contains($0) }
    }
    return !_flags.contains(.fault) && keys.contains(_reference(relationship.number))
  }
}
