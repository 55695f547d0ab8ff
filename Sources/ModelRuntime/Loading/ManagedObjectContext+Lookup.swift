extension ManagedObjectContext {
  /// Returns the object with the given ID, with its values loaded; nil if its row has
  /// been deleted.
  ///
  /// - Throws: `StoreError` if the ID belongs to another store or class, or the store
  ///   cannot be read.
  public func existingObject<Object: ManagedObject>(
    _ type: Object.Type, with id: ObjectID
  ) throws -> Object? {
    guard let entity = store.entity(of: id) else {
      throw StoreError(
        .unknownName, "\(id) is not of this store or model", objectIDs: [id])
    }
    guard let object = try existingObject(id.key, of: entity) else { return nil }
    guard let typed = object as? Object else {
      throw StoreError(.unknownName, "\(id) is no \(type)", objectIDs: [id])
    }
    return typed
  }

  /// Returns the object that has the given unique value; nil if there is none.
  /// Generated finders call this method.
  ///
  /// Unsaved objects are included.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public func _find<Object: ManagedObject>(
    _ type: Object.Type, _ key: some PropertyKey, _ value: some AttributeValue
  ) throws -> Object? {
    let entity = entity(of: type)
    guard let object = try found(entity, key.rawValue, value.constantValue) else { return nil }
    return unsafeDowncast(object, to: type)
  }

  /// Returns the object of the named entity that has the given value for a
  /// unique attribute; nil if there is none.
  ///
  /// - Throws: `StoreError` if a name does not exist in the model, or the store cannot
  ///   be read.
  package func object(
    of entityName: String, where name: String, is value: ConstantValue
  ) throws -> ManagedObject? {
    let entity = try entity(named: entityName)
    guard let property = entity.property(named: name) else {
      throw StoreError(.unknownName, "'\(entityName)' has no attribute '\(name)'")
    }
    return try found(entity, property.number, value)
  }

  /// Returns the object of the named entity, or of one of its subentities, that
  /// has the given key; nil if there is none.
  ///
  /// Unsaved objects are included.
  ///
  /// - Throws: `StoreError` if the name does not exist in the model, or the store
  ///   cannot be read.
  package func object(of entityName: String, withKey key: Int64) throws -> ManagedObject? {
    let entity = try entity(named: entityName)
    guard let object = try existingObject(key, of: entity),
      entity.family.contains(object._batch.entity.index)
    else { return nil }
    return object
  }

  /// Returns the object that currently has the given unique value; nil if there
  /// is none.
  func found(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue
  ) throws -> ManagedObject? {
    if let pending = pendingObject(entity, number, value) { return pending }
    return try connection.translating {
      try source.object(entity, number, value).flatMap { isPending($0, number) ? nil : $0 }
    }
  }

  private func existingObject(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    if let known = maps[entity.rootIndex].object(key), !known._flags.contains(.fault) {
      return known._flags.isDisjoint(with: [.deleted, .inaccessible]) ? known : nil
    }
    return try connection.translating { try loadOne(key, of: entity) }
  }

  /// Returns the object with unsaved changes that currently has the given
  /// value; nil if there is none.
  private func pendingObject(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue
  ) -> ManagedObject? {
    // Values that have been set by the initialiser are not among the changes of a new
    // object.
    guard hasChanges, let constant = entity.bindings[number]?.constant else { return nil }
    let candidates = changes.candidates(entity, number, value, constant)
    return candidates.first { object in
      entity.family.contains(object._batch.entity.index) && !object._flags.contains(.deleted)
        && (object._changes.contains(number) || object._flags.contains(.inserted))
        && constant(object).isStored(as: value)
    }
  }

  /// Returns whether an object's current value may differ from the stored one.
  private func isPending(_ object: ManagedObject, _ number: Int) -> Bool {
    object._flags.contains(.deleted)
      || object._flags.contains(.changed) && object._changes.contains(number)
  }
}

// MARK: - By key

extension ManagedObjectContext {
  /// Reads one object; returns nil if it does not exist.
  @discardableResult
  func loadOne(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    try source.load(key, of: entity)
  }

  /// Reads the objects with the given keys that are not loaded yet. Afterwards,
  /// all of these objects that have a row are loaded.
  func loadMissing(_ keys: some Sequence<Int64>, of entity: CompiledEntity) throws {
    let map = maps[entity.rootIndex]
    var missing: [Int64] = []
    // The objects are retained here, because a sweep during the reads would release
    // objects without other references.
    var present: [ManagedObject] = []
    for key in keys {
      if let object = map.object(key), !object._flags.contains(.fault) {
        present.append(object)
      } else {
        missing.append(key)
      }
    }
    try withExtendedLifetime(present) { try load(missing, of: entity) }
  }

  /// Reads the objects with the given keys; loaded objects are updated.
  func load(_ keys: [Int64], of entity: CompiledEntity) throws {
    guard !keys.isEmpty else { return }
    var keys = keys
    // Usually the keys are already ascending, without duplicates.
    if !zip(keys, keys.dropFirst()).allSatisfy(<) {
      keys.sort()
      keys.dropRepeated()
    }
    try source.load(keys, of: entity)
  }
}

extension [Int64] {
  /// Removes adjacent duplicates from a list of keys.
  fileprivate mutating func dropRepeated() {
    var last: Int64?
    removeAll { key in
      defer { last = key }
      return key == last
    }
  }
}
