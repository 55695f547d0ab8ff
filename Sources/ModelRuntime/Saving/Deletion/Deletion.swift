extension ManagedObjectContext {
  /// Marks an object to be deleted by the next save.
  ///
  /// Delete rules are applied immediately: references to the object are
  /// cleared, or objects are deleted with it. An unsaved object is removed from
  /// the context. A `PrepareForDeletionHook` can cancel the deletion, for
  /// example with `rollback()`. If the context merges saves of other contexts
  /// automatically, pending saves are merged first, so that the rules apply to
  /// all objects that currently refer to the deleted object.
  ///
  /// - Precondition: The object belongs to this context.
  public func delete(_ object: ManagedObject) {
    guard object._batch.home === reference else {
      preconditionFailure(
        "\(object.objectID) cannot be deleted here: it is an object of another context")
    }
    if notificationQueue != nil { mergePendingChanges() }
    Deletion(context: self).delete(object)
  }
}

/// An operation that deletes objects and applies their delete rules, or
/// reverses this.
///
/// 1. An object is marked before its rules are followed, so that cyclic rules
///    terminate.
/// 2. The object's own references and members are unchanged, because they are needed
///    for the reversal.
/// 3. A denying rule is only recorded: the save checks whether objects still deny the
///    deletion.
/// 4. Hooks of the object, and of objects that its rules read, can revert the deletion,
///    for example with `rollback()`. If the deletion of an object is reverted, its
///    rules are no longer followed.
/// 5. The save deletes the rows, including the rows in tables of pairs:
///    `DELETE FROM ZBANK WHERE Z_PK = ? AND ifNull(Z_OPT, 0) << 32 = ?`.
struct Deletion {
  let context: ManagedObjectContext

  /// Deletes an object and applies its delete rules.
  func delete(_ object: ManagedObject) {
    follow(object) { $0.prepareForDeletion() }
  }

  /// Deletes an object that a child context has deleted, and applies its delete rules
  /// in this context.
  ///
  /// The hooks of the objects that the child has deleted have already been called in
  /// the child.
  func receiveDelete(_ object: ManagedObject, from child: ManagedObjectContext) {
    follow(object) { doomed in
      let copy = child.maps[doomed._batch.entity.rootIndex].object(doomed._key)
      if copy?._flags.contains(.deleted) != true { doomed.prepareForDeletion() }
    }
  }

  /// Applies again the delete rules of a deleted object that could not be
  /// applied before, because related objects could not be read.
  func followAgain(_ object: ManagedObject) {
    for relationship in object._batch.entity.relationships {
      for other in propagate(relationship, of: object) where stands(object) {
        delete(other)
      }
    }
  }

  private func follow(_ object: ManagedObject, prepare: (ManagedObject) -> Void) {
    context.openDeletions += 1
    defer { context.openDeletions -= 1 }
    // The loop uses a list instead of recursion, because a chain of objects can be too
    // long for the stack.
    var doomed: [(object: ManagedObject, cause: ManagedObject?)] = [(object, nil)]
    var unsaved: [ManagedObject] = []
    while let (next, cause) = doomed.popLast() {
      guard !next._flags.contains(.deleted), cause.map(stands) != false else {
        continue
      }
      // The object is marked before its hook is called, which may delete it again, and
      // before a cycle of rules leads back to it.
      mark(next)
      prepare(next)
      for relationship in next._batch.entity.relationships {
        for other in propagate(relationship, of: next) { doomed.append((other, next)) }
      }
      if next.isVoid { unsaved.append(next) }
    }
    clearReferences(to: unsaved)
  }

  /// Clears references without an inverse to unsaved objects that are deleted.
  /// These references are unsaved themselves, so only objects in memory can
  /// have them.
  private func clearReferences(to gone: [ManagedObject]) {
    let keys = Dictionary(grouping: gone) { $0._batch.entity.rootIndex }
      .mapValues { Set($0.map(\._key)) }
    let relationships = context.store.model.entities.lazy.flatMap(\.relationships)
    guard
      relationships.contains(where: {
        $0.inverse == nil && keys[$0.destinationRootIndex] != nil
      })
    else { return }
    context.redirectOneWayLinks { relationship, key in
      keys[relationship.destinationRootIndex]?.contains(key) == true ? 0 : nil
    }
  }

  /// Deletes the objects that a step created, when it is undone, or that a step
  /// deleted, when it is redone.
  ///
  /// No other objects are deleted, because the step itself contains the other
  /// effects of delete rules. An object that got a reference to one of the
  /// objects after the step is unlinked, or denies the deletion.
  func withdraw(_ objects: [ManagedObject]) {
    let objects = objects.filter { !$0._flags.contains(.deleted) }
    // All objects are marked before links are removed, so that no object denies the
    // deletion because of another one that is deleted too.
    for object in objects { mark(object) }
    context.openDeletions += 1
    defer { context.openDeletions -= 1 }
    for object in objects where stands(object) {
      object.prepareForDeletion()
      for relationship in object._batch.entity.relationships { letGo(of: object, relationship) }
    }
  }

  /// Marks an object as deleted, after loading the values that are needed for
  /// its rules, the save and an undo.
  private func mark(_ object: ManagedObject) {
    // The references are needed for the rules, and the version is needed for deleting
    // the row.
    if object._flags.contains(.fault) { object.fire() }
    // An undo restores the members, which cannot be read after the save.
    for relationship in object._batch.entity.relationships
    where context.recorder != nil && relationship.isToMany {
      _ = object.members(relationship)
    }
    if object._flags.contains(.observed) { object.noteStateChange() }
    object._flags.insert(.deleted)
    context.list(object)
  }

  /// Removes an object that a step withdraws from the objects at the other end
  /// of a relationship. If the rule is `deny`, the denial is recorded.
  private func letGo(of object: ManagedObject, _ relationship: CompiledRelationship) {
    guard stands(object), relationship.inverse != nil, relationship.deleteRule != .noAction else {
      return
    }
    for end in object.relatedEnds(relationship)
    where !end.object._flags.contains(.deleted) && end.names(object) && stands(object) {
      if relationship.deleteRule == .deny {
        return context.denials.append(LinkEnd(object, relationship))
      }
      end.leave(object)
    }
  }

  /// Applies the delete rule of one relationship of a deleted object.
  ///
  /// - Returns: The objects that must also be deleted.
  private func propagate(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    guard stands(object) else { return [] }
    switch relationship.deleteRule {
    case .noAction: return []
    case .cascade: return object.related(relationship)
    case .deny:
      // The denying objects may be deleted before the save, which checks again.
      context.denials.append(LinkEnd(object, relationship))
      return []
    case .nullify:
      guard relationship.inverse != nil else { return [] }
      // The rows in a table of pairs are deleted with the object's row, so only objects
      // in memory need to be updated. An undo, however, needs all unlinked objects.
      let isOfPairs = relationship.storage == .joinTable && context.recorder == nil
      let ends =
        isOfPairs ? context.ends(of: object, relationship) : object.relatedEnds(relationship)
      for end in ends where isOfPairs || !end.object._flags.contains(.deleted) && stands(object) {
        end.leave(object)
      }
      return []
    }
  }

  /// Returns whether the deletion of an object has not been reversed. The check
  /// does not count as an access for observers.
  private func stands(_ object: ManagedObject) -> Bool {
    object._flags.isSuperset(of: [.deleted, .listed])
  }

  /// The recorded denials of deletions for which there are still remaining
  /// objects, with these objects.
  var standingDenials: [(denial: LinkEnd, blocking: [ManagedObject])] {
    context.denials.compactMap { denial in
      let blocking = denial.object.related(denial.relationship).filter {
        !$0._flags.contains(.deleted)
      }
      return blocking.isEmpty || !denial.object.isDeleted ? nil : (denial, blocking)
    }
  }
}

// MARK: - Reverting deletions

extension Deletion {
  /// Reverses the deletion of an object, and of the objects that were deleted
  /// with it.
  func takeBack(_ object: ManagedObject) {
    object._flags.remove(.deleted)
    var kept: Set<ManagedObject> = []
    var next = [object]
    while let object = next.popLast() {
      kept.insert(object)
      next += takeBackRules(of: object)
    }
    for other in kept where other !== object { context.receiveBack(other) }
    // Objects that are no longer deleted have no denials.
    context.denials.removeAll { kept.contains($0.object) }
  }

  /// Reverses the effects of an object's delete rules on its related objects.
  ///
  /// - Returns: The objects that were deleted with it.
  private func takeBackRules(of object: ManagedObject) -> [ManagedObject] {
    var kept: [ManagedObject] = []
    for relationship in object._batch.entity.relationships {
      let map = context.map(ofDestination: relationship)
      for other in object.keys(of: relationship).compactMap({ map.object($0) }) {
        if relationship.deleteRule == .cascade, other._flags.contains(.deleted) {
          context.noteReplacedValues(of: other)
          other._flags.remove(.deleted)
          kept.append(other)
        } else if let end = other.end(of: relationship) {
          restore(object, relationship, at: end)
          // The other object may have got another partner in the meantime.
          LinkEnd(object, relationship).settle(with: end, in: context)
        }
      }
    }
    return kept
  }

  /// Adds an object whose deletion is undone to the other end of a
  /// relationship, if the deletion removed it from there.
  private func restore(
    _ object: ManagedObject, _ relationship: CompiledRelationship, at end: LinkEnd
  ) {
    let other = end.object
    // The deletion of a member that was added after the last save leaves no trace at
    // the other end.
    let hadJoined = object.isNewIn(relationship, other)
    if !end.isToMany {
      // The link is restored only if it existed before and no other object has replaced
      // it.
      let wasOwn = other.committed != nil && end.savedKey == object._key
      if wasOwn || hadJoined, end.key == 0 { end.join(object) }
    } else if end.link?.removed.contains(object._key) == true {
      end.returnBack(object)
    } else if hadJoined, !other.link(end.number).inserted.contains(object._key) {
      end.join(object)
    }
  }
}

extension ManagedObject {
  /// Loads and returns the objects at the other end of a relationship.
  ///
  /// Objects in memory are not refreshed, because the save detects changes by
  /// other contexts and programs.
  final func related(_ relationship: CompiledRelationship) -> [ManagedObject] {
    if relationship.isToMany { return objects(of: relationship, isWalk: false) }
    let key = _reference(relationship.number)
    guard key != 0, let context = _batch.context else { return [] }
    return destination(relationship, key: key, in: context).map { [$0] } ?? []
  }

  /// Returns the ends at the other side of a relationship, after loading their
  /// objects.
  final func relatedEnds(_ relationship: CompiledRelationship) -> [LinkEnd] {
    related(relationship).compactMap { $0.end(of: relationship) }
  }

  /// Calls the `prepareForDeletion` hooks of the object.
  fileprivate final func prepareForDeletion() {
    for call in hooks?.prepareForDeletion ?? [] { call(self) }
  }
}
