// The decisions of a policy are applied to the context: objects get the current
// versions of their rows, so that the next attempt overwrites a known state.

extension SaveOperation {
  /// Returns whether an error may be caused by conflicts.
  static func isConflict(_ error: any Error) -> Bool {
    // References are checked at the commit, which fails if a row refers to an object
    // deleted by others.
    if let error = error as? SQLiteError {
      return error.isUniquenessViolation || error.isForeignKeyViolation || error.isKeyViolation
    }
    return (error as? StoreError)?.reason == .conflict
  }

  /// Finds the conflicts that made a save fail, and resolves them using the policy.
  ///
  /// - Throws: `StoreError` with all conflicts if the policy refuses to resolve one, an
  ///   error thrown by the policy, or the original failure if there is no conflict.
  func resolveConflicts(of changes: ChangeSet, behind failure: any Error) throws {
    let found = try findConflicts(changes)
    guard !found.isEmpty else {
      // The objects may exchange unique values with each other, which must be written
      // in two steps.
      let isExchange = (failure as? SQLiteError)?.isUniquenessViolation == true
      guard isExchange, !clearsUniqueValues else { throw failure }
      clearsUniqueValues = true
      return
    }
    // All resolutions are determined before any of them is applied, so that a refusal
    // leaves the context unchanged.
    let resolutions = try found.map { try policy.resolution(of: $0.conflict) }
    guard !resolutions.contains(.refuse) else { throw StoreError(found, failure) }
    returned = []
    context.mayBeBehind = true
    for (found, resolution) in zip(found, resolutions) { try apply(resolution, to: found) }
    forgetReplaced()
    try cutOneWayLinks(found)
    // At this point, all objects that are inserted again are known.
    for object in returned where object._flags.contains(.inserted) {
      try clearReferencesToGoneRows(object)
      try joinAgain(object)
      adoptMembers(object)
    }
    // The rows of objects that were read again may turn out to be deleted.
    try settleInaccessible()
    // The undo steps are based on a saved state that no longer exists.
    context.recorder?.removeAll()
  }

  private func apply(_ resolution: ConflictResolution, to found: FoundConflict) throws {
    let object = found.object
    let isMine = resolution != .theirs
    switch found.conflict.kind {
    case .update: try merge(found, resolution)
    case .updateOfDeleted: isMine ? insertAgain(object) : drop(object)
    case .deletionOfUpdated where isMine:
      // With the version of the row, the deletion applies to it.
      object._version = found.conflict.versions.storedVersion
    case .deletionOfUpdated: revive(found)
    case .deletionOfReferenced: isMine ? try deleteReferences(to: object) : revive(found)
    case .referenceToDeleted:
      try settleReferences(of: object) { name in
        if case .merged(let names, _) = resolution { return names.contains(name) }
        return isMine
      }
    case .uniqueUpdate(let names):
      // Two rows would have the same unique value, so no statement could write the
      // object.
      guard resolution != .mine else { throw StoreError([found]) }
      takeBack(resolution == .theirs ? nil : Set(names), of: object)
    case .uniqueInsert:
      if let other = found.other { replace(object, by: other, found.conflict, resolution) }
    }
  }

  // MARK: Conflicts of two updates

  private func merge(_ found: FoundConflict, _ resolution: ConflictResolution) throws {
    let (object, versions) = (found.object, found.conflict.versions)
    guard let mine = versions.mine, let theirs = versions.theirs, let base = versions.base else {
      return
    }
    // If both sides have inserted the object again, it already has a row.
    object._flags.remove(.inserted)
    var kept = Set(found.conflict.properties.map(\.name))
    if resolution == .theirs { kept = [] }
    if case .merged(let names, _) = resolution { kept = names }
    let links = LinkEditor(object, in: context)
    // The object may already have been read again as a partner of another one, and now
    // have other values.
    let changed = object.twin(mine)._changes(since: base)
    links.takeBack(changed, to: base) { !kept.contains($0.name) }
    if resolution == .theirs { revertLinks(of: object) }
    for (link, merge) in try orderMerges(of: object) {
      if resolution == .theirs {
        link.takeOrder(of: merge)
      } else if merge.isConflict {
        link.take(merge, kept.contains(link.relationship.name) ? .mine : .theirs)
      }
      context.arrivals.append(.members(object, link.relationship))
    }
    forgetMovedLinks(of: object, from: base, to: theirs)
    // The stored row becomes the base, so that the next attempt uses its version.
    rebase(object, on: theirs, version: versions.storedVersion)
    let twin = object.twin(mine)
    for property in object._batch.entity.properties
    where kept.contains(property.name) && property.isStoredInRow {
      if let relationship = object._batch.entity.relationship(property.number) {
        let key = twin._reference(relationship.number)
        guard key != object._reference(relationship.number) else { continue }
        links.move(relationship, to: key, key == 0 ? nil : try partner(key, relationship)?.object)
      } else {
        object.take(property, from: twin)
      }
    }
    set(resolution, on: object)
  }

  /// Adds an object that is inserted again to the to-many relationships that no
  /// longer contain it in the store. These are pairs, at both ends, and ordered
  /// relationships, which need a position. Owners whose rows have been deleted
  /// are skipped.
  private func joinAgain(_ object: ManagedObject) throws {
    for relationship in object._batch.entity.relationships {
      guard let inverse = relationship.inverse, inverse.isToMany else { continue }
      if relationship.isToMany {
        joinPairs(object, relationship)
      } else if !inverse.isOrdered {
        continue
      }
      let owners =
        relationship.isToMany
        ? Array(object.link(relationship.number).inserted)
        : [object._reference(relationship.number)].filter { $0 != 0 }
      for key in owners {
        guard let owner = try partner(key, relationship) else {
          if relationship.isToMany { forgetGone(key, by: LinkEnd(object, relationship)) }
          continue
        }
        owner.joinAgain(object)
      }
    }
  }

  /// Adds an object that is inserted again to the relationships of objects that
  /// have added it as a member.
  private func joinPairs(_ object: ManagedObject, _ relationship: CompiledRelationship) {
    for end in context.changedEnds(of: relationship)
    where !end.object._flags.contains(.deleted)
      && end.link?.inserted.contains(object._key) == true
    {
      LinkEnd(object, relationship).joinAgain(end.object)
    }
  }

  /// Sets the members of an object that is inserted again to the objects that
  /// still refer to it. All previous members were unlinked or deleted together
  /// with its row.
  private func adoptMembers(_ object: ManagedObject) {
    for relationship in object._batch.entity.relationships
    where relationship.storage == .inverseColumn {
      let link = object.link(relationship.number)
      let order = Array(link.keys)
      link.rollBack()
      link.unload()
      let members = context.changedEnds(of: relationship).filter { end in
        end.object._flags.isDisjoint(with: .deleted) && end.key == object._key
          && (end.object._flags.contains(.inserted) || end.object._changes.contains(end.number))
      }.map(\.object._key)
      for key in KeyList(members).ordered(as: order) { link.joinAgain(key) }
      if link.hasChanges { object.noteLinkChange(relationship.number) }
    }
  }

  /// Returns the end at the object with the given key, to which a relationship
  /// refers; nil if the object is deleted or will be deleted. The partner in a
  /// one-to-one relationship is updated from the store, and keeps its changes.
  private func partner(
    _ key: Int64, _ relationship: CompiledRelationship
  ) throws -> LinkEnd? {
    let entity = store.model.entities[relationship.destinationIndex]
    if let known = context.maps[entity.rootIndex].object(key), known.isInserted {
      return known.end(of: relationship)
    }
    guard try context.source.hasRow(key, of: entity),
      let partner = try context.objectOrFault(key, of: entity)?.end(of: relationship),
      !partner.object._flags.contains(.deleted)
    else { return nil }
    if !partner.isToMany { partner.object.readAnew(besides: partner.number) }
    return partner
  }

  /// Removes one-to-one links of which only one end refers to the other, after
  /// all objects have their final values.
  func cutOneWayLinks(_ found: [FoundConflict] = []) throws {
    let resolved = Set(found.map(\.object))
    var ends: [(own: LinkEnd, partner: LinkEnd)] = []
    for object in context.listed where !object._flags.contains(.deleted) {
      for relationship in object._batch.entity.relationships where !relationship.isToMany {
        guard let inverse = relationship.inverse, !inverse.isToMany,
          object._changes.contains(relationship.number) || resolved.contains(object)
        else { continue }
        let key = object._reference(relationship.number)
        guard key != 0, let partner = try partner(key, relationship) else { continue }
        ends.append((LinkEnd(object, relationship), partner))
      }
    }
    // All partners are read before the first one is examined.
    for (own, partner) in ends
    where own.key == partner.object._key && partner.key != own.object._key {
      own.leave(partner.object)
    }
  }

  /// Sets the properties of an object to the values that a policy has computed.
  func set(_ resolution: ConflictResolution, on object: ManagedObject) {
    guard case .merged(_, let values) = resolution else { return }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let property = object._batch.entity.property(named: name) else { continue }
      object.set(property, to: value)
    }
  }

  /// Makes the current state of the store the saved state of an object, and discards
  /// the object's changed values.
  func rebase(_ object: ManagedObject, on stored: AnyObject, version: Int32) {
    context.noteReplacedValues(of: object)
    object.dropValues()
    context.receive(object) { object._restore(stored) }
    object._version = version
    // To-many relationships are not merged by value: added and removed members remain
    // changes.
    object._changes = PropertySet(object.changedLinks.map(\.number))
  }

  /// Reverses the changes of to-many relationships whose inverse is not a
  /// to-one relationship. With a to-one inverse, the rows of the members
  /// determine their owner.
  private func revertLinks(of object: ManagedObject) {
    for link in object.changedLinks {
      guard link.isUncertain else { continue }
      // Reading the members also removes changes that others have made.
      _ = object.members(link.relationship)
      LinkEditor(object, in: context).takeBackMembers(link.relationship)
    }
  }

  /// Unloads or refreshes the previous and the new destinations of an object
  /// that another context or program has moved.
  private func forgetMovedLinks(of object: ManagedObject, from base: AnyObject, to new: AnyObject) {
    let (old, new) = (object.twin(base), object.twin(new))
    for relationship in object._batch.entity.relationships where !relationship.isToMany {
      let (from, to) = (old._reference(relationship.number), new._reference(relationship.number))
      guard from != to else { continue }
      let map = context.map(ofDestination: relationship)
      for end in [from, to].compactMap({ map.object($0)?.end(of: relationship) }) {
        if end.isToMany {
          end.object.unloadMembers(end.number)
        } else if !end.object._flags.contains(.listed) {
          context.refresh(end.object, mergeChanges: false)
        }
      }
    }
  }

  // MARK: Deletions

  /// Removes an object whose row has been deleted from the context, together
  /// with the references to it.
  func drop(_ object: ManagedObject) {
    detach(object)
    context.forget(object, "it was deleted by another context or program")
  }

  /// Removes an object from the unsaved changes of relationships that refer to
  /// it.
  func detach(_ object: ManagedObject) {
    LinkEditor(object, in: context).detach()
    // Members that were already loaded may still contain the object.
    context.forgetLinks(to: object.objectID.entity)
  }

  /// Turns an object whose row has been deleted into a new object with the same key.
  func insertAgain(_ object: ManagedObject) {
    object.becomeNew()
    context.list(object)
    returned.append(object)
  }

  /// Clears the references of an object that is inserted again to objects whose
  /// rows have also been deleted. The partner in a one-to-one relationship,
  /// which was unlinked by the deletion, is linked again unless it has another
  /// partner.
  private func clearReferencesToGoneRows(_ object: ManagedObject) throws {
    for relationship in object._batch.entity.relationships where !relationship.isToMany {
      let own = LinkEnd(object, relationship)
      guard own.key != 0 else { continue }
      let entity = store.model.entities[relationship.destinationIndex]
      if let inverse = relationship.inverse, !inverse.isToMany {
        if let partner = try partner(own.key, relationship) {
          own.lead(partner)
        } else {
          forgetGone(own.key, by: own)
        }
      } else if context.maps[entity.rootIndex].object(own.key)?.isInserted != true,
        try !context.source.hasRow(own.key, of: entity)
      {
        // If an object is inserted in this save, its row will exist in time.
        forgetGone(own.key, by: own)
      }
    }
  }

  /// Removes a key whose row has been deleted from an end, and removes the object with
  /// this key from the context.
  func forgetGone(_ key: Int64, by end: LinkEnd) {
    end.forget(key)
    let other = context.map(ofDestination: end.relationship).object(key)
    if let other, other._flags.isDisjoint(with: [.deleted, .inserted]) { drop(other) }
  }

  /// Reverses the deletion of an object, and sets its values to the values in
  /// the store.
  private func revive(_ found: FoundConflict) {
    guard let theirs = found.conflict.versions.theirs else { return }
    let object = found.object
    // The values are set first, so that the object returns to the relationships to
    // which it now belongs.
    rebase(object, on: theirs, version: found.conflict.versions.storedVersion)
    Deletion(context: context).takeBack(object)
    object.unloadMembers()
    for relationship in object._batch.entity.relationships { returnToLists(object, relationship) }
  }

  /// Adds an object again to the relationships from which it was left out,
  /// because it was deleted when their members were read.
  private func returnToLists(_ object: ManagedObject, _ relationship: CompiledRelationship) {
    let own = LinkEnd(object, relationship)
    for end in context.changedEnds(of: relationship)
    where end.link?.removed.contains(object._key) == true {
      let other = end.object
      if own.isToMany ? own.link?.removed.contains(other._key) != true : own.key == other._key {
        end.returnBack(object)
      }
    }
  }

  // MARK: Unique values

  /// Reverses the changes of a saved object.
  ///
  /// - Parameter names: The names of the properties to revert; nil for all
  ///   properties.
  private func takeBack(_ names: Set<String>?, of object: ManagedObject) {
    guard let base = object.committed else { return }
    LinkEditor(object, in: context).takeBack(object.persistentChanges, to: base) {
      names?.contains($0.name) ?? true
    }
    if names == nil { revertLinks(of: object) }
    let attributes = object._batch.entity.properties.filter {
      $0.description.attribute != nil && names?.contains($0.name) ?? true
    }
    object.take(PropertySet(attributes.map(\.number)), from: object.twin(base))
  }
}

extension ManagedObject {
  /// Turns an object without a row into a new object, which will be inserted.
  final func becomeNew() {
    dropValues()
    _flags.remove([.deleted, .inaccessible, .fault])
    _flags.insert(.inserted)
    _version = .ofReturnedRow
    _changes = .all
    for link in knownLinks {
      link.insertAll()
      if link.hasChanges { _flags.insert(.linksChanged) }
      _changes.insert(link.number)
    }
  }

  /// Sets an attribute or a to-one relationship to the value of a constant.
  final func set(_ property: CompiledProperty, to value: ConstantValue) {
    if let relationship = _batch.entity.relationship(property.number) {
      guard !relationship.isToMany, let context = _batch.context else { return }
      if case .objectID(let id) = value {
        relate(relationship, to: destination(relationship, key: id.key, in: context))
      } else if value == .null {
        relate(relationship, to: nil)
      }
    } else {
      _ = _batch.entity.bindings[property.number]?.write?(self, value.swiftValue)
    }
  }
}
