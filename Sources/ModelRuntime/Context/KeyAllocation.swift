/// The primary keys that a context assigns to new objects.
///
/// The key of an object is permanent when it is created. When all reserved keys
/// of a hierarchy have been assigned, the context reserves another range in its
/// source. If this fails, because the store is read-only or locked for too
/// long, objects get negative keys. The next save tries again, and replaces the
/// negative keys everywhere.
struct KeyAllocation {
  // Invariants:
  // 1. No key is assigned twice: a range contains only keys that no other context has.
  // 2. `failure` is set as long as any object in the context has a negative key.

  /// The ranges of reserved keys, by the index of the root entity.
  private var ranges: [KeyRange]
  private var lastTemporary: Int64 = 0
  /// The error that prevented a key from being reserved; nil if all objects
  /// have reserved keys.
  private(set) var failure: (any Error)?

  init(entityCount: Int) {
    ranges = Array(repeating: KeyRange(), count: entityCount)
  }

  /// Returns the key for a new object; a negative key if none can be reserved.
  mutating func next(
    for entity: CompiledEntity, in context: ManagedObjectContext
  ) -> Int64 {
    if let key = ranges[entity.rootIndex].take() { return key }
    do {
      return try reserved(for: entity, in: context)
    } catch {
      failure = context.connection.storeError(error)
      // An object in a child context gets the parent's next negative key, because the
      // child also shows the parent's objects.
      let parent = context.source.parentContext
      lastTemporary = parent?.keys.lastTemporary ?? lastTemporary - 1
      return lastTemporary
    }
  }

  /// Returns a reserved key for a new object, after reserving another range if
  /// necessary.
  fileprivate mutating func reserved(
    for entity: CompiledEntity, in context: ManagedObjectContext
  ) throws -> Int64 {
    if let key = ranges[entity.rootIndex].take() { return key }
    if context.source.hasRows, context.isRunningBatch {
      throw StoreError(
        .busy, "objects cannot be created while a batch operation is running; create them after it")
    }
    return try context.source.reserveKey(for: entity, in: &ranges[entity.rootIndex])
  }

  /// Clears `failure`. It is called when no object has a negative key.
  mutating func forgetFailure() { failure = nil }

  /// Records that a child context has restored an object with a negative key.
  mutating func noteNegativeKey() {
    failure =
      failure ?? StoreError(.busy, "no key could be reserved yet for an object that was restored")
  }
}

// MARK: - Replacing negative keys

extension ManagedObjectContext {
  /// Reserves keys for objects with negative keys, if there are any.
  ///
  /// The undo history, whose steps can contain negative keys, is cleared.
  ///
  /// - Throws: `StoreError` if keys still cannot be reserved; in that case, nothing is
  ///   changed.
  func reserveMissingKeys() throws {
    guard keys.failure != nil else { return }
    // The parent's objects that are shown in a child get their keys in the parent.
    try source.parentContext?.reserveMissingKeys()
    var new: [Int: [Int64: Int64]] = [:]
    try connection.translating {
      for object in listed where object._key < 0 {
        let entity = object._batch.entity
        new[entity.rootIndex, default: [:]][object._key] = try keys.reserved(for: entity, in: self)
      }
    }
    keys.forgetFailure()
    if !new.isEmpty { replaceKeys(new, of: listed) }
  }

  /// Replaces the keys of objects, and of their copies in child contexts.
  private func replaceKeys(
    _ new: [Int: [Int64: Int64]], of objects: some Sequence<ManagedObject>
  ) {
    for object in objects { object.replaceKeys(new, in: self) }
    // Lists identify objects by their keys.
    journal?.noteUnknownChanges()
    recorder?.removeAll()
    // The unchanged copies also have the old keys.
    for child in children.compactMap(\.ownContext) {
      child.replaceKeys(new, of: child.maps.flatMap(\.objects))
    }
  }
}

extension ManagedObject {
  /// Replaces the object's own key, and the keys to which its relationships
  /// refer.
  ///
  /// - Parameter keys: For the index of each root entity, the new keys by old
  ///   key.
  fileprivate final func replaceKeys(
    _ keys: [Int: [Int64: Int64]], in context: ManagedObjectContext
  ) {
    let entity = _batch.entity
    if let key = keys[entity.rootIndex]?[_key] {
      context.maps[entity.rootIndex].remove(_key)
      _key = key
      context.maps[entity.rootIndex].insert(self)
    }
    if let committed {
      // Only values that a child has read from its parent contain such keys.
      let present = _copyValues()
      _restore(committed)
      replaceReferences(keys)
      keepValues()
      _restore(present)
    }
    replaceReferences(keys)
    for relationship in entity.relationships where relationship.isToMany {
      guard let keys = keys[relationship.destinationRootIndex] else { continue }
      knownLink(relationship.number)?.replaceKeys(keys)
    }
  }

  private final func replaceReferences(_ keys: [Int: [Int64: Int64]]) {
    for relationship in _batch.entity.relationships where !relationship.isToMany {
      let key = keys[relationship.destinationRootIndex]?[_reference(relationship.number)]
      if let key { _setReference(relationship.number, to: key) }
    }
  }
}
