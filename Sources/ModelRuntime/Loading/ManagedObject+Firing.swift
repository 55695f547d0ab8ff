// Firing faults. Values that are needed for one object are also loaded for the other
// objects in its batch, so that following a relationship for all objects of a result
// takes only a bounded number of statements:
//
//   SELECT t0.Z_PK, t0.Z_OPT, ... FROM ZPET t0 WHERE t0.Z_PK IN (?, ... 512 of them)
//
// Because a property cannot throw, a failed read makes the object inaccessible, and is
// reported to the context's `accessErrorHandler`.

extension ManagedObjectContext: ObjectServices {
  func load(_ fault: ManagedObject) {
    do {
      let batch = fault._batch
      if batch.keys.count > 1 {
        try loadMissing(batch.keys(from: fault._key, limit: KeyBatch.limit), of: batch.entity)
      } else {
        try loadOne(fault._key, of: batch.entity)
      }
      if fault._flags.contains(.fault) {
        fault.blank()
        fault.failAccess(.gone, "its row is gone")
      }
    } catch {
      fault.blank()
      fault.failAccess(.unreadable, error)
    }
  }

  // MARK: To-one

  func loadDestination(
    _ relationship: CompiledRelationship, of object: ManagedObject, key: Int64
  ) -> ManagedObject? {
    do {
      try loadDestinations(relationship, of: object)
      if let loaded = map(ofDestination: relationship).object(key), fits(loaded, relationship) {
        if object.inaccessibilityKind == .unreachable { object.becomeAccessible() }
        return loaded
      }
      tell(
        accessError: object.accessError(
          "'\(object.entityName).\(relationship.name)' leads to a row that is gone",
          relationship.name))
    } catch {
      object.failAccess(.unreachable, error, relationship.name)
    }
    return nil
  }

  private func loadDestinations(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) throws {
    let entity = store.model.entities[relationship.destinationIndex]
    let own = object._reference(relationship.number)
    let batch = object._batch
    guard batch.keys.count > 1 else {
      try loadOne(own, of: entity)
      return
    }
    let sourceMap = maps[batch.entity.rootIndex]
    var keys = [own]
    for key in batch.keys(from: object._key, limit: KeyBatch.limit) {
      guard let neighbour = sourceMap.object(key), !neighbour._flags.contains(.fault) else {
        continue
      }
      let reference = neighbour._reference(relationship.number)
      if reference != 0, reference != own { keys.append(reference) }
    }
    try loadMissing(keys, of: entity)
  }

  // MARK: To-many

  func loadMembers(
    _ relationship: CompiledRelationship, of object: ManagedObject, withObjects: Bool
  ) throws {
    let entity = object._batch.entity
    let owners = object.owners(without: relationship, in: self)
    let lists = try source.readMembers(
      relationship, of: entity, owners: owners.map(\._key), withObjects: withObjects)
    maps[entity.rootIndex].add(lists, of: owners, relationship.number)
    lookForOthers()
    settle(lists, of: owners, relationship)
  }

  func catchUp(_ object: ManagedObject) { ObjectRefresh(object, in: self).catchUp() }

  func memberCount(_ relationship: CompiledRelationship, of object: ManagedObject) throws -> Int {
    try source.memberCount(relationship, of: object)
  }

  func loadObjects(
    behind members: ArraySlice<Int64>, _ relationship: CompiledRelationship,
    of object: ManagedObject
  ) throws {
    let map = map(ofDestination: relationship)
    // Loaded objects are included, so that they stay in memory in the meantime.
    var wanted = Array(members)
    guard !wanted.allSatisfy(map.isLoaded) else { return }
    let batch = object._batch
    let owners = maps[batch.entity.rootIndex]
    for key in batch.keys(from: object._key, limit: KeyBatch.limit) {
      guard let others = owners.object(key)?.loadedMembers(relationship.number, in: owners) else {
        continue
      }
      for key in others where !map.isLoaded(key) { wanted.append(key) }
    }
    try loadMissing(wanted, of: store.model.entities[relationship.destinationIndex])
  }
}

extension ManagedObject {
  /// Sets the values of an object that cannot be read to the defaults of their types,
  /// replacing any values from before it became a fault.
  fileprivate final func blank() {
    let blank = _batch.entity.type.init(_batch: _batch, key: _key, flags: .fault)
    _restore(blank._copyValues())
    _flags.remove(.fault)
  }

  /// Returns the object and the other objects in its batch whose members of the
  /// relationship are not loaded, in the order of their keys.
  fileprivate final func owners(
    without relationship: CompiledRelationship, in context: ManagedObjectContext
  ) -> [ManagedObject] {
    guard _batch.keys.count > 1 else { return [self] }
    let map = context.maps[_batch.entity.rootIndex]
    var owners = [self]
    for key in _batch.keys(from: _key, limit: KeyBatch.limit) where key != _key {
      guard let owner = map.object(key), owner.loadedMembers(relationship.number, in: map) == nil
      else { continue }
      owners.append(owner)
    }
    // Most fetches return objects in key order.
    let isSorted = zip(owners, owners.dropFirst()).allSatisfy { $0._key < $1._key }
    return isSorted ? owners : owners.sorted { $0._key < $1._key }
  }
}
