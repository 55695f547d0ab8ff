internal import ModelSchema

// An object whose changes are forgotten is as the store has it. So its links are
// taken back at both ends: else the other end would go on naming an object that
// names somebody else.

extension ManagedObjectContext {
  /// Takes an object's unsaved links back, and its deletion, at both ends.
  ///
  /// - Returns: The to-one relationships that lead to objects which are to be
  ///   deleted, so that they cannot be as the store has them.
  func takeBackLinks(of object: ManagedObject) -> [CompiledRelationship] {
    let relationships = object._batch.entity.relationships.filter { $0.inverse != nil }
    if object._flags.contains(.deleted) {
      object._flags.remove(.deleted)
      for relationship in relationships { rejoin(relationship, of: object) }
    }
    for relationship in relationships where relationship.isToMany {
      takeBackMembers(relationship, of: object)
    }
    guard let committed = object.committed else {
      return relationships.filter { leads($0, object) }
    }
    let saved = object.twin(committed)
    for relationship in relationships where !relationship.isToMany {
      let key = saved._reference(relationship.number)
      guard key != object._reference(relationship.number) else { continue }
      object.relate(relationship, to: present(key, relationship))
    }
    return relationships.filter { leads($0, saved) }
  }

  /// Whether a to-one relationship leads to an object that is to be deleted.
  private func leads(_ relationship: CompiledRelationship, _ object: ManagedObject) -> Bool {
    guard !relationship.isToMany else { return false }
    return registered(object._reference(relationship.number), relationship)?.isDeleted == true
  }

  /// Joins an object whose deletion is taken back with those that forgot it; who
  /// has found another partner since is left to `takeBackLinks(of:)`.
  private func rejoin(_ relationship: CompiledRelationship, of object: ManagedObject) {
    guard let inverse = relationship.inverse else { return }
    let number = relationship.number
    let keys =
      relationship.isToMany
      ? Array(object._state?.knownLink(number)?.members ?? KeyList()) : [object._reference(number)]
    for key in keys {
      guard let other = registered(key, relationship) else { continue }
      if !other.isDeleted, other.takesBack(object, inverse) { continue }
      if relationship.isToMany {
        object.removeLink(key, number)
      } else if !other.isDeleted {
        object.setReference(number, 0)
      }
    }
  }

  private func takeBackMembers(_ relationship: CompiledRelationship, of object: ManagedObject) {
    guard let link = object._state?.knownLink(relationship.number), link.hasChanges else { return }
    for key in Array(link.inserted) {
      if let member = registered(key, relationship) { object.remove(member, from: relationship) }
    }
    for key in Array(link.removed) {
      if let member = present(key, relationship) { object.add(member, to: relationship) }
    }
  }

  /// The object of a key that is there and stays.
  private func present(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    guard key != 0 else { return nil }
    let entity = store.model.entities[relationship.destinationIndex]
    guard let object = try? objectOrFault(key, of: entity), !object.isDeleted else { return nil }
    if object._flags.contains(.fault) { object.fire() }
    return object._flags.contains(.inaccessible) ? nil : object
  }

  private func registered(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    guard key != 0 else { return nil }
    return maps[store.model.entities[relationship.destinationIndex].rootIndex].object(key)
  }
}

extension ManagedObject {
  /// Names an object again that it forgot.
  ///
  /// - Returns: Whether it does; not where it names another one by now.
  fileprivate final func takesBack(
    _ object: ManagedObject, _ inverse: CompiledRelationship.Inverse
  ) -> Bool {
    if inverse.isToMany {
      addLink(object._key, inverse.number)
      return true
    }
    if _flags.contains(.fault) { fire() }
    let key = _reference(inverse.number)
    if key == 0 { setReference(inverse.number, object._key) }
    return key == 0 || key == object._key
  }
}
