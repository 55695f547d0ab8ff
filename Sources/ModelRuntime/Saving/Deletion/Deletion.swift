extension ManagedObjectContext {
  /// Marks an object to be deleted by the next save.
  ///
  /// What the delete rules of its relationships say happens at once: objects
  /// forget it, or are deleted with it. An object that was never saved is simply
  /// gone. `PrepareForDeletionHook` may call the delete off, by `rollback()` for
  /// example. Saves of other contexts that wait are merged first, where they are
  /// merged at all: the rules are about whoever refers to the object by now.
  ///
  /// - Precondition: The object is of this context.
  public func delete(_ object: ManagedObject) {
    guard object._batch.home === reference else {
      preconditionFailure(
        "\(object.objectID) cannot be deleted here: it is an object of another context")
    }
    if notificationQueue != nil { mergePendingChanges() }
    Deletion(context: self).delete(object)
  }
}

/// The delete rules of relationships, followed at once and taken back.
///
/// 1. An object is marked before its rules are followed, so that a circle of
///    them ends.
/// 2. Its own references and members stay as they are: by them the delete is
///    taken back.
/// 3. A rule that denies is noted and not obeyed: the save asks who is in the
///    way by then.
/// 4. Its hooks, and those of objects that its rules read, may take it back, by
///    `rollback()` for example: whose deletion does not stand any more leads to
///    nothing.
/// 5. Rows go with the save, those of tables of pairs along with the object's:
///    `DELETE FROM ZBANK WHERE Z_PK = ? AND ifNull(Z_OPT, 0) << 32 = ?`.
struct Deletion {
  let context: ManagedObjectContext

  /// Deletes an object and what its delete rules lead to.
  func delete(_ object: ManagedObject) {
    follow(object) { $0.prepareForDeletion() }
  }

  /// Deletes what a child has deleted, and what its delete rules lead to here.
  ///
  /// The hooks of what the child has deleted were called there.
  func receiveDelete(_ object: ManagedObject, from child: ManagedObjectContext) {
    follow(object) { doomed in
      let copy = child.maps[doomed._batch.entity.rootIndex].object(doomed._key)
      if copy?._flags.contains(.deleted) != true { doomed.prepareForDeletion() }
    }
  }

  /// Follows the delete rules of an object again that is to be deleted: what it
  /// leads to could not be read then.
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
    // A list and no recursion: a chain of objects can be longer than the stack is deep.
    var doomed: [(object: ManagedObject, cause: ManagedObject?)] = [(object, nil)]
    var unsaved: [ManagedObject] = []
    while let (next, cause) = doomed.popLast() {
      guard !next._flags.contains(.deleted), cause.map(stands) != false else {
        continue
      }
      // Before its hook, which may delete it once more, and before the way leads round to it.
      mark(next)
      prepare(next)
      for relationship in next._batch.entity.relationships {
        for other in propagate(relationship, of: next) { doomed.append((other, next)) }
      }
      if next.isVoid { unsaved.append(next) }
    }
    clearReferences(to: unsaved)
  }

  /// Clears references without an inverse to objects that were never saved, of which no row will
  /// tell: such a reference is unsaved itself.
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

  /// Takes objects away that an undone step had made, or a redone one deleted.
  ///
  /// The step holds everything else that its delete rules led to, so nothing is
  /// deleted with them: an object that came to refer to one since forgets it, or
  /// denies the delete.
  func withdraw(_ objects: [ManagedObject]) {
    let objects = objects.filter { !$0._flags.contains(.deleted) }
    // All are marked before any lets go, so that none denies for another that goes as well.
    for object in objects { mark(object) }
    context.openDeletions += 1
    defer { context.openDeletions -= 1 }
    for object in objects where stands(object) {
      object.prepareForDeletion()
      for relationship in object._batch.entity.relationships { letGo(of: object, relationship) }
    }
  }

  /// Marks an object as deleted.
  private func mark(_ object: ManagedObject) {
    // The references are needed to follow the rules, and the version to delete the row.
    if object._flags.contains(.fault) { object.fire() }
    // An undo gives the members back, and after the save nobody could read them.
    if context.recorder != nil { object.loadAllMembers() }
    if object._flags.contains(.observed) { object.noteStateChange() }
    object._flags.insert(.deleted)
    context.list(object)
  }

  /// Makes the objects at the other end of a relationship that refer to a
  /// withdrawn object forget it, or denies the deletion.
  private func letGo(of object: ManagedObject, _ relationship: CompiledRelationship) {
    guard stands(object), relationship.inverse != nil, relationship.deleteRule != .noAction else {
      return
    }
    for end in object.relatedEnds(relationship)
    where !end.object._flags.contains(.deleted) && end.names(object) && stands(object) {
      if relationship.deleteRule == .deny {
        return context.denials.append(Denial(object: object, relationship: relationship))
      }
      end.leave(object)
    }
  }

  /// Follows the delete rule of one relationship.
  ///
  /// - Returns: The objects that are deleted too.
  private func propagate(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    guard stands(object) else { return [] }
    switch relationship.deleteRule {
    case .noAction: return []
    case .cascade: return object.related(relationship)
    case .deny:
      // Whoever is in the way may go before the save, which looks again.
      context.denials.append(Denial(object: object, relationship: relationship))
      return []
    case .nullify:
      guard relationship.inverse != nil else { return [] }
      // The rows of a join table go with the object's own row: only those objects need to know that
      // are in memory. But an undo has to know all that forgot it.
      let isOfPairs = relationship.storage == .joinTable && context.recorder == nil
      let ends =
        isOfPairs ? context.ends(of: object, relationship) : object.relatedEnds(relationship)
      for end in ends where isOfPairs || !end.object._flags.contains(.deleted) && stands(object) {
        end.leave(object)
      }
      return []
    }
  }

  /// A Boolean value that says whether the deletion of an object was not taken back; nobody is told
  /// that it is asked for.
  private func stands(_ object: ManagedObject) -> Bool {
    object._flags.isSuperset(of: [.deleted, .listed])
  }

  /// The deletes that are forbidden by objects which stay.
  var standingDenials: [(denial: Denial, blocking: [ManagedObject])] {
    context.denials.compactMap { denial in
      let blocking = denial.object.related(denial.relationship).filter {
        !$0._flags.contains(.deleted)
      }
      return blocking.isEmpty || !denial.object.isDeleted ? nil : (denial, blocking)
    }
  }
}

// MARK: - Taking back

extension Deletion {
  /// Makes a deleted object one that stays, and what was deleted with it.
  func takeBack(_ object: ManagedObject) {
    object._flags.remove(.deleted)
    var kept: Set<ManagedObject> = []
    var next = [object]
    while let object = next.popLast() {
      kept.insert(object)
      next += takeBackRules(of: object)
    }
    for other in kept where other !== object { context.receiveBack(other) }
    // Those that stay ask for nothing that could be denied.
    context.denials.removeAll { kept.contains($0.object) }
  }

  /// Lets the objects that an object's delete rules led to remember it, or stay.
  ///
  /// - Returns: Those that were deleted with it.
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
          // It may have found another partner since.
          LinkEnd(object, relationship).settle(with: end, in: context)
        }
      }
    }
    return kept
  }

  /// Lets an object that a delete made forget another one remember it.
  private func restore(
    _ object: ManagedObject, _ relationship: CompiledRelationship, at end: LinkEnd
  ) {
    let other = end.object
    // What had joined since the last save the other one has forgotten without a trace.
    let hadJoined = object.isNewIn(relationship, other)
    if !end.isToMany {
      // Only what was so, and only while nobody else has taken the place.
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
  /// The objects at the other end of a relationship, loaded.
  ///
  /// Those that are known are left as they are: what others have made of them
  /// since is for the save to find.
  final func related(_ relationship: CompiledRelationship) -> [ManagedObject] {
    if relationship.isToMany { return objects(of: relationship, isWalk: false) }
    let key = _reference(relationship.number)
    guard key != 0, let context = _batch.context else { return [] }
    return destination(relationship, key: key, in: context).map { [$0] } ?? []
  }

  /// The ends at the other side of a relationship, of objects that are loaded.
  final func relatedEnds(_ relationship: CompiledRelationship) -> [LinkEnd] {
    related(relationship).compactMap { $0.end(of: relationship) }
  }

  /// Calls what wants to know that the object is about to be deleted.
  fileprivate final func prepareForDeletion() {
    guard let hooks else { return }
    for call in hooks.prepareForDeletion { call(self) }
  }

  /// Loads the members of all relationships, since an undo brings them back.
  fileprivate final func loadAllMembers() {
    for relationship in _batch.entity.relationships where relationship.isToMany {
      _ = members(relationship)
    }
  }
}
