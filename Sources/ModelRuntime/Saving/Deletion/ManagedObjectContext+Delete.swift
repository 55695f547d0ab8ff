internal import ModelSchema

/// A delete that objects at the other end of a relationship forbid.
struct Denial {
  let object: ManagedObject
  let relationship: CompiledRelationship
}

extension ManagedObjectContext {
  /// Marks an object to be deleted by the next save.
  ///
  /// What the delete rules of its relationships say happens at once (C19):
  /// objects forget it, or are deleted with it. An object that was never saved
  /// is simply gone.
  public func delete(_ object: ManagedObject) {
    follow(object) { $0.prepareForDeletion() }
  }

  /// Deletes what a child has deleted; its hooks were called there.
  func receiveDelete(_ object: ManagedObject) {
    follow(object) { _ in }
  }

  /// Deletes an object and what its delete rules lead to.
  private func follow(_ object: ManagedObject, prepare: (ManagedObject) -> Void) {
    var doomed = [object]
    while let next = doomed.popLast() {
      guard !next._flags.contains(.deleted) else { continue }
      if next._flags.contains(.fault) { next.fire() }
      if undoHistory != nil { next.loadAllMembers() }
      if next._flags.contains(.observed) { next.noteStateChange() }
      next._flags.insert(.deleted)
      list(next)
      prepare(next)
      for relationship in next._batch.entity.relationships {
        doomed += propagate(relationship, of: next)
      }
    }
  }

  /// Follows the delete rule of one relationship.
  ///
  /// - Returns: The objects that are deleted too.
  private func propagate(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    switch relationship.deleteRule {
    case .noAction: return []
    case .cascade: return related(relationship, of: object)
    case .deny:
      denials.append(Denial(object: object, relationship: relationship))
      return []
    case .nullify:
      guard let inverse = relationship.inverse else { return [] }
      if relationship.storage == .joinTable, undoHistory == nil {
        // The rows of the join table go with the object's own row; only those
        // objects need to know that are in memory.
        for other in registeredMembers(relationship, of: object) { other.forget(object, inverse) }
      } else {
        for other in related(relationship, of: object) where !other._flags.contains(.deleted) {
          other.forget(object, inverse)
        }
      }
      return []
    }
  }

  /// The objects at the other end of a relationship, loaded.
  func related(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    if relationship.isToMany { return object.objects(of: relationship) }
    let key = object._reference(relationship.number)
    guard key != 0 else { return [] }
    return destination(of: object, relationship, key: key).map { [$0] } ?? []
  }

  private func registeredMembers(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    let destination = store.model.entities[relationship.destinationIndex]
    let map = maps[destination.rootIndex]
    guard map.count > 0 else { return [] }
    return object.members(relationship).compactMap { map.object($0) }
  }

  /// The deletes that are forbidden by objects which stay.
  func standingDenials() -> [(denial: Denial, blocking: [ManagedObject])] {
    denials.compactMap { denial in
      let blocking = related(denial.relationship, of: denial.object).filter {
        !$0._flags.contains(.deleted)
      }
      return blocking.isEmpty || !denial.object.isDeleted ? nil : (denial, blocking)
    }
  }
}

extension ManagedObject {
  /// Calls what wants to know that the object is about to be deleted.
  fileprivate final func prepareForDeletion() {
    guard let hooks = _batch.entity.hooks else { return }
    for call in hooks.prepareForDeletion { call(self) }
  }

  /// Loads the members of all relationships, since an undo brings them back.
  fileprivate final func loadAllMembers() {
    for relationship in _batch.entity.relationships where relationship.isToMany {
      _ = members(relationship)
    }
  }
}
