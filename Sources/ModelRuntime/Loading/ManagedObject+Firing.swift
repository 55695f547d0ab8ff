// Firing faults. What one object needs is loaded for the objects of its batch
// too, so that walking a result over a relationship takes a bounded number of
// statements:
//
//   SELECT t0.Z_PK, t0.Z_OPT, ... FROM ZPET t0 WHERE t0.Z_PK IN (?, ... 512 of them)
//
// What cannot be read makes the object inaccessible, since a property cannot
// throw, and the context's program is told.

extension ManagedObject {
  /// Loads the values of a fault, or marks the object as inaccessible.
  final func fire() {
    guard let context = _batch.context else {
      markInaccessible("its context is gone")
      return
    }
    do {
      let entity = _batch.entity
      if _batch.keys.count > 1 {
        try context.loadMissing(_batch.keys(from: _key, limit: KeyBatch.limit), of: entity)
      } else {
        try context.loadOne(_key, of: entity)
      }
      if _flags.contains(.fault) {
        blank()
        failAccess(.gone, "its row is gone")
      }
    } catch {
      blank()
      failAccess(.unreadable, error)
    }
  }

  /// Makes an object that cannot be read one that reads as its types' defaults,
  /// whatever it held before it became a fault.
  private final func blank() {
    let blank = _batch.entity.type.init(_batch: _batch, key: _key, flags: .fault)
    _restore(blank._copyValues())
    _flags.remove(.fault)
  }
}

// MARK: - To-one

extension ManagedObject {
  /// The object that the key of a to-one relationship leads to; nil where its row
  /// is gone, which leaves the object what it was, or cannot be read.
  final func destination(
    _ relationship: CompiledRelationship, key: Int64, in context: ManagedObjectContext
  ) -> ManagedObject? {
    let map = context.map(ofDestination: relationship)
    if let known = map.object(key), context.fits(known, relationship) { return known }
    do {
      try loadDestinations(relationship, in: context)
      if let loaded = map.object(key), context.fits(loaded, relationship) {
        if inaccessibilityKind == .unreachable { becomeAccessible() }
        return loaded
      }
      context.tell(
        accessError: accessError(
          "'\(entityName).\(relationship.name)' leads to a row that is gone", relationship.name))
    } catch {
      failAccess(.unreachable, error, relationship.name)
    }
    return nil
  }

  private final func loadDestinations(
    _ relationship: CompiledRelationship, in context: ManagedObjectContext
  ) throws {
    let entity = context.store.model.entities[relationship.destinationIndex]
    let own = _reference(relationship.number)
    guard _batch.keys.count > 1 else {
      try context.loadOne(own, of: entity)
      return
    }
    let sourceMap = context.maps[_batch.entity.rootIndex]
    var keys = [own]
    for key in _batch.keys(from: _key, limit: KeyBatch.limit) {
      guard let neighbour = sourceMap.object(key), !neighbour._flags.contains(.fault) else {
        continue
      }
      let reference = neighbour._reference(relationship.number)
      if reference != 0, reference != own { keys.append(reference) }
    }
    try context.loadMissing(keys, of: entity)
  }
}

// MARK: - To-many

extension ManagedObject {
  /// Loads the keys of the members of a to-many relationship, also for the
  /// objects of the batch.
  final func loadMembers(
    _ relationship: CompiledRelationship, in context: ManagedObjectContext,
    withObjects: Bool = false
  ) throws {
    let owners = owners(without: relationship, in: context)
    let lists = try context.source.readMembers(
      relationship, of: _batch.entity, owners: owners.map(\._key),
      objectsFor: withObjects ? context : nil)
    context.maps[_batch.entity.rootIndex].add(lists, of: owners, relationship.number)
    guard context.hasChanges else { return }
    for (place, owner) in owners.enumerated() {
      owner.leaveDeleted(lists[place], relationship, in: context)
    }
  }

  /// The object and those of its batch whose members are not loaded, by key.
  private final func owners(
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
    // Most fetches come by key.
    let isSorted = zip(owners, owners.dropFirst()).allSatisfy { $0._key < $1._key }
    return isSorted ? owners : owners.sorted { $0._key < $1._key }
  }

  /// Takes members out that are to be deleted: their deletion could not, while
  /// the owner was unknown.
  private final func leaveDeleted(
    _ members: KeyList, _ relationship: CompiledRelationship, in context: ManagedObjectContext
  ) {
    // Who is to be deleted keeps them: a deletion that is taken back brings them back too.
    guard !_flags.contains(.deleted) else { return }
    let map = context.map(ofDestination: relationship)
    for key in members where map.object(key)?.isDeleted == true {
      removeLink(key, relationship.number)
    }
  }

  /// Loads the objects behind members of the object, and behind those of the
  /// objects of the batch.
  final func loadObjects(
    behind members: ArraySlice<Int64>, _ relationship: CompiledRelationship,
    in context: ManagedObjectContext
  ) throws {
    let map = context.map(ofDestination: relationship)
    // Those that are there too, so that they stay meanwhile.
    var wanted = Array(members)
    guard !wanted.allSatisfy(map.isLoaded) else { return }
    let owners = context.maps[_batch.entity.rootIndex]
    for key in _batch.keys(from: _key, limit: KeyBatch.limit) {
      guard let others = owners.object(key)?.loadedMembers(relationship.number, in: owners) else {
        continue
      }
      for key in others where !map.isLoaded(key) { wanted.append(key) }
    }
    try context.loadMissing(
      wanted, of: context.store.model.entities[relationship.destinationIndex])
  }
}
