internal import ModelSchema

// A child context has no rows: what it loads are copies of its parent's objects,
// with the parent's unsaved changes (C-04). It has the parent's connection, keys
// and isolation.

extension ManagedObjectContext {
  /// A new context that loads from this one and saves into it.
  ///
  /// It belongs to the same isolation domain. A save of the child validates,
  /// and puts its changes into this context as unsaved ones; only a save of the
  /// outermost context writes. New objects keep their IDs throughout.
  public func makeChild() -> ManagedObjectContext {
    ManagedObjectContext(parent: self)
  }

  /// An object as a child is shown it; nil where it is gone or deleted.
  func shown(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    if let known = maps[entity.rootIndex].object(key), !known._flags.contains(.fault) {
      return known._flags.contains(.deleted) ? nil : known
    }
    return try loadOne(key, of: entity)
  }

  /// The objects of a plan, copied from the parent's.
  func adoptedObjects(
    _ plan: FetchPlan, _ entity: CompiledEntity, from parent: ManagedObjectContext
  ) throws -> [ManagedObject] {
    // A copy of an object is whole.
    var plan = plan
    plan.loadedPropertyNames = nil
    return adopt(try parent.objects(plan, entity))
  }

  /// Copies of the parent's objects of some keys.
  func adopt(
    keys: [Int64], of entity: CompiledEntity, from parent: ManagedObjectContext
  ) throws {
    try parent.loadMissing(keys, of: entity)
    let map = parent.maps[entity.rootIndex]
    _ = adopt(keys.compactMap { map.object($0) }.filter { !$0._flags.contains(.deleted) })
  }

  /// The members of a relationship of several objects, as the parent has them.
  func adoptMembers(
    _ relationship: CompiledRelationship, of source: CompiledEntity,
    into owners: inout [Int64: KeyList], from parent: ManagedObjectContext
  ) throws {
    let map = parent.maps[parent.store.model.entities[relationship.destinationIndex].rootIndex]
    for key in owners.keys.sorted() {
      guard let owner = try parent.shown(key, of: source) else { continue }
      owners[key] = KeyList(
        owner.members(relationship).filter { map.object($0)?._flags.contains(.deleted) != true })
    }
  }

  /// Copies of objects of the parent, in their order.
  func adopt(_ originals: [ManagedObject]) -> [ManagedObject] {
    var batches: [Int: FaultBatch] = [:]
    return originals.map { original in
      let entity = original._batch.entity
      let batch = batches[entity.index] ?? FaultBatch(context: self, entity: entity)
      batches[entity.index] = batch
      batch.keys.append(original._key)
      return adopt(original, batch)
    }
  }

  /// The child's object of one of the parent; a clean one is brought up to date.
  private func adopt(_ original: ManagedObject, _ batch: FaultBatch) -> ManagedObject {
    if original._flags.contains(.fault) { original.fire() }
    let map = maps[batch.entity.rootIndex]
    let known = map.object(original._key)
    if let known, !known._flags.isDisjoint(with: [.changed, .deleted, .inserted]) { return known }
    let isNews = known?._flags.contains(.fault) ?? true
    let object =
      known ?? batch.entity.type.init(_batch: batch, key: original._key, flags: [])
    if known == nil { map.insert(object) } else { noteReplacedValues(of: object) }
    object._batch = batch
    object._restore(original._copyValues())
    object._version = original._version
    object._flags.remove([.fault, .inaccessible])
    object._flags.insert(.recent)
    object._state?.unloadLinks()
    if original._flags.contains(.inaccessible) {
      object.markInaccessible(original._state?.inaccessibleReason ?? "it cannot be read")
    }
    if isNews { awake(object) }
    return object
  }

  /// Whether this context, or one that it loads from, has unsaved changes.
  var seesChanges: Bool { hasChanges || parent?.seesChanges == true }
}
