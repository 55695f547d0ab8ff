internal import ModelSQLite
public import ModelSchema

extension ManagedObjectContext {
  /// The object of an ID, loaded, or nil where its row is gone.
  ///
  /// - Throws: `StoreError` when the ID is of another store or class, or the
  ///   store cannot be read.
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

  /// The object of a unique value, or nil: what generated finders call.
  ///
  /// Unsaved objects count.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  public func _find<Object: ManagedObject>(
    _ type: Object.Type, _ key: some PropertyKey, _ value: some AttributeValue
  ) throws -> Object? {
    let entity = entity(of: type)
    guard let object = try found(entity, key.rawValue, value.constantValue) else { return nil }
    return unsafeDowncast(object, to: type)
  }

  /// The object that has a unique value now.
  private func found(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue
  ) throws -> ManagedObject? {
    if let pending = pendingObject(entity, number, value) { return pending }
    do {
      guard let object = try storedObject(entity, number, value), !isPending(object, number) else {
        return nil
      }
      return object
    } catch {
      throw connection.storeError(error)
    }
  }

  private func existingObject(
    _ key: Int64, of entity: CompiledEntity
  ) throws -> ManagedObject? {
    if let known = maps[entity.rootIndex].object(key), !known._flags.contains(.fault) {
      return known._flags.isDisjoint(with: [.deleted, .inaccessible]) ? known : nil
    }
    do {
      return try loadOne(key, of: entity)
    } catch {
      throw connection.storeError(error)
    }
  }

  /// The changed object that has a value now.
  private func pendingObject(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue
  ) -> ManagedObject? {
    guard !listed.isEmpty, let constant = entity.bindings[number]?.constant else { return nil }
    return listed.first { object in
      entity.family.contains(object._batch.entity.index) && !object._flags.contains(.deleted)
        && object._changes.contains(number) && constant(object) == value
    }
  }

  /// Whether a stored value of an object is no longer its value.
  private func isPending(_ object: ManagedObject, _ number: Int) -> Bool {
    object._flags.contains(.deleted)
      || object._flags.contains(.changed) && object._changes.contains(number)
  }

  private func storedObject(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue
  ) throws -> ManagedObject? {
    if let parent {
      return try parent.found(entity, number, value).flatMap { adopt([$0]).first }
    }
    let mapping = store.mapping.mapping(of: entity)
    let statement = try connection.selectByValue(entity, number)
    statement.bind(value)
    if mapping.starts != nil { return try load(statement, mapping).first }
    return try loadNext(statement, mapping)
  }
}

extension PersistentStore {
  /// The entity that an ID of this store is of, or nil.
  func entity(of id: ObjectID) -> CompiledEntity? { entity(of: id.entity) }

  /// The entity that is part of object IDs; nil for another store's.
  func entity(of reference: EntityReference) -> CompiledEntity? {
    references.firstIndex(of: reference).map { model.entities[$0] }
  }
}
