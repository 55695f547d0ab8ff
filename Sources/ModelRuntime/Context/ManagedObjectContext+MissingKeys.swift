internal import ModelSchema

// Objects that were made while no key could be reserved, because the store was
// locked for too long, have negative keys. A save tries again, and replaces
// those keys everywhere: only objects with changes can know of them.

extension ManagedObjectContext {
  /// Gives objects without a key of the store one, where there are any.
  ///
  /// - Throws: `StoreError` when keys still cannot be reserved; nothing has
  ///   changed then.
  func reserveMissingKeys() throws {
    guard keyFailure != nil else { return }
    var keys: [Int: [Int64: Int64]] = [:]
    do {
      for object in listed where object._key < 0 {
        let entity = object._batch.entity
        keys[entity.rootIndex, default: [:]][object._key] = try reservedKey(for: entity)
      }
    } catch {
      throw connection.storeError(error)
    }
    for object in listed { object.replaceKeys(keys, in: maps) }
    keyFailure = nil
  }
}

extension ManagedObject {
  /// Takes new keys for itself and the objects that it is related to.
  ///
  /// - Parameter keys: New keys by old ones, by the root entity's index.
  fileprivate final func replaceKeys(
    _ keys: [Int: [Int64: Int64]], in maps: ContiguousArray<IdentityMap>
  ) {
    let entity = _batch.entity
    if let key = keys[entity.rootIndex]?[_key] {
      maps[entity.rootIndex].remove(_key)
      _key = key
      maps[entity.rootIndex].insert(self)
    }
    for relationship in entity.relationships {
      let model = _batch.context?.store.model
      guard let root = model?.entities[relationship.destinationIndex].rootIndex,
        let keys = keys[root]
      else { continue }
      if relationship.isToMany {
        _state?.knownLink(relationship.number)?.replaceKeys(keys)
      } else if let key = keys[_reference(relationship.number)] {
        _setReference(relationship.number, to: key)
      }
    }
  }
}

extension LinkState {
  /// Takes new keys for members.
  fileprivate func replaceKeys(_ keys: [Int64: Int64]) {
    replaceKeys { keys[$0] ?? $0 }
  }
}
