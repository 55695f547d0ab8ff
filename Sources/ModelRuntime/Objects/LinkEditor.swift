// Both ends of a relationship change together: setting a one-to-one relationship takes
// the partner from its previous owner, and setting a one-to-many relationship moves the
// member.

extension ManagedObject {
  /// Sets a to-one relationship and its inverse.
  final func relate(_ relationship: CompiledRelationship, to object: ManagedObject?) {
    if _flags.contains(.fault) { fire() }
    let oldKey = _reference(relationship.number)
    let newKey = object?._key ?? 0
    guard oldKey != newKey else { return }
    // Rows inserted by a batch operation or a policy are linked in SQL, once all rows
    // exist.
    if _flags.contains(.carrier) { return _setReference(relationship.number, to: newKey) }
    // A deleted object neither gains nor loses partners.
    if isGone { return setReference(relationship.number, newKey) }
    let old = partnerEnd(of: relationship)
    let new = object?.end(of: relationship)
    // The old partners are unlinked first, so that two objects never refer to the same
    // partner; an object that is to be deleted keeps its partner, so that the deletion
    // can be undone.
    if let old, !old.object._flags.contains(.deleted) {
      if !old.isToMany { old.learn(of: LinkEnd(self, relationship)) }
      old.leave(self)
    }
    if let new, !new.isToMany { new.releasePartner(for: self) }
    setReference(relationship.number, newKey)
    new?.join(self)
  }

  /// Returns the inverse end at the object to which a to-one relationship
  /// refers; nil if it refers to no object, or has no inverse.
  final func partnerEnd(of relationship: CompiledRelationship) -> LinkEnd? {
    let key = _reference(relationship.number)
    guard key != 0, relationship.inverse != nil, let context = _batch.context else { return nil }
    let entity = context.store.model.entities[relationship.destinationIndex]
    return (try? context.objectOrFault(key, of: entity))?.end(of: relationship)
  }

  /// Adds an object to a to-many relationship and to its inverse.
  final func add(_ object: ManagedObject, to relationship: CompiledRelationship) {
    requireSameContext(object, relationship)
    let own = LinkEnd(self, relationship)
    if _flags.contains(.carrier) { return own.join(object) }
    let end = object.end(of: relationship)
    if let end, !end.isToMany { return object.relate(end.relationship, to: self) }
    guard end != nil || relationship.inverse == nil else { return }
    if isGone || object.isGone { return }
    settleDoubt(about: object, in: relationship)
    own.join(object)
    end?.join(self)
  }

  /// Removes an object from a to-many relationship and from its inverse.
  final func remove(_ object: ManagedObject, from relationship: CompiledRelationship) {
    let end = object.end(of: relationship)
    if let end, !end.isToMany {
      // The object may already belong to another owner.
      if end.names(self) { object.relate(end.relationship, to: nil) }
      return
    }
    settleDoubt(about: object, in: relationship)
    LinkEnd(self, relationship).leave(object)
    if !isGone { end?.leave(self) }
  }

  /// Reads the members at both ends if an object is added and removed, in
  /// either order, before the members have been read.
  private final func settleDoubt(
    about object: ManagedObject, in relationship: CompiledRelationship
  ) {
    if _state?.knownLink(relationship.number)?.isDoubtful(object._key) == true {
      _ = members(relationship)
    }
    guard let end = object.end(of: relationship), end.link?.isDoubtful(_key) == true else { return }
    _ = object.members(end.relationship)
  }
}

/// An editor of the links of one object, which changes both ends.
///
/// Callers, such as conflicts, refreshes, deletions and undo, decide which
/// links are changed. Only `LinkEnd` depends on whether an end is stored as a
/// key or as members.
struct LinkEditor {
  let object: ManagedObject
  let context: _ObjectContext

  init(_ object: ManagedObject, in context: _ObjectContext) {
    self.object = object
    self.context = context
  }

  // MARK: Finding partners

  /// Returns the object with the given key, in any state; nil if the key is 0
  /// or the object cannot be found.
  func named(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    guard key != 0 else { return nil }
    let entity = context.store.model.entities[relationship.destinationIndex]
    return try? context.objectOrFault(key, of: entity)
  }

  /// Returns the object with the given key; nil if it does not exist or is to
  /// be deleted.
  func present(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    guard let object = named(key, relationship), !object.isDeleted else { return nil }
    if object._flags.contains(.fault) { object.fire() }
    return object._flags.contains(.inaccessible) ? nil : object
  }

  /// Returns the object with the given key; nil if it is not in the context.
  func known(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    context.map(ofDestination: relationship).object(key)
  }

  // MARK: Moving

  /// Sets a to-one relationship to a key, even if the object with this key has
  /// been deleted; in that case, the save finds a conflict.
  func move(
    _ relationship: CompiledRelationship, to key: Int64, _ partner: ManagedObject?
  ) {
    object.relate(relationship, to: partner)
    let number = relationship.number
    if object._reference(number) != key { object.setReference(number, key) }
  }

  // MARK: Reversing changes

  /// Restores the previous destinations of changed to-one relationships.
  ///
  /// - Parameters:
  ///   - changed: The properties that were changed.
  ///   - base: The object's previous values.
  ///   - isTakenBack: A closure that returns true if a relationship is to be
  ///     restored.
  func takeBack(
    _ changed: PropertySet, to base: AnyObject, where isTakenBack: (CompiledRelationship) -> Bool
  ) {
    let saved = object.twin(base)
    for relationship in object._batch.entity.relationships
    where changed.contains(relationship.number) && isTakenBack(relationship) {
      object.relate(
        relationship, to: present(saved._reference(relationship.number), relationship))
    }
  }

  /// Reverses the unsaved changes of a to-many relationship: removes the
  /// members that were added, and adds the members that were removed.
  func takeBackMembers(_ relationship: CompiledRelationship) {
    guard let link = object._state?.knownLink(relationship.number), link.hasChanges else { return }
    // An object that was removed before the members were read may not have been a
    // member, and must not be added.
    if link.isUncertain { _ = object.members(relationship) }
    let (joined, left) = (link.inserted, link.removed)
    for member in joined.compactMap({ known($0, relationship) }) {
      object.remove(member, from: relationship)
    }
    for member in left.compactMap({ present($0, relationship) }) {
      object.add(member, to: relationship)
    }
  }

  // MARK: Undoing a deletion

  /// Links an object whose deletion is undone with the partners from which it
  /// was unlinked. Partners that have been linked to another object in the
  /// meantime, or are to be deleted themselves, stay separate from it.
  func comeBack() {
    for relationship in object._batch.entity.relationships { comeBack(relationship) }
  }

  private func comeBack(_ relationship: CompiledRelationship) {
    if relationship.isToMany, object.loadedMembers(relationship.number) == nil { return }
    let own = LinkEnd(object, relationship)
    for end in context.ends(of: object, relationship) {
      let isDeleted = end.object.isDeleted
      if !own.isToMany, !end.isToMany, hasLost(end, own) { continue }
      if !isDeleted, end.takesBack(object, relationship) { continue }
      if own.isToMany || !isDeleted { own.forget(end.object._key) }
    }
  }

  /// Reads an object whose deletion is undone again if another context has
  /// separated it from its partner in the meantime. An object with its own
  /// changes stays as it is.
  ///
  /// - Returns: True if the object is no longer linked to the partner.
  private func hasLost(_ partner: LinkEnd, _ own: LinkEnd) -> Bool {
    if partner.object._flags.contains(.fault) { partner.object.fire() }
    own.learn(of: partner)
    return own.key != partner.object._key || own.disagrees(with: partner)
  }

  // MARK: Partners that disappear

  /// Removes an object whose row has been deleted from the unsaved changes that
  /// refer to it. Saved references were cleared when the row was deleted.
  func detach() {
    for relationship in object._batch.entity.relationships {
      for end in context.changedEnds(of: relationship)
      where end.object !== object
        && (end.isToMany ? end.newKeys.contains(object._key) : end.key == object._key)
      { end.leave(object) }
    }
  }
}

extension LinkEnd {
  /// Makes the end at the partner agree with this end. If the object at one end
  /// has been linked to another partner, both ends are left unlinked.
  func lead(_ partner: LinkEnd) {
    let isNamed = names(partner.object)
    guard partner.names(object) != isNamed else { return }
    if !isNamed {
      partner.leave(object)
    } else if partner.isToMany || partner.key == 0 {
      partner.join(object)
    } else {
      forget(partner.object._key)
    }
  }

  /// Adds a reference to an object whose deletion is undone.
  ///
  /// - Parameters:
  ///   - other: The object whose deletion is undone.
  ///   - relationship: The relationship of that object which leads to this end.
  ///
  /// - Returns: True if the reference exists; false if the object already refers to
  ///   another object.
  fileprivate func takesBack(
    _ other: ManagedObject, _ relationship: CompiledRelationship
  ) -> Bool {
    if isToMany {
      if !hasMember(other, isNew: other.isNewIn(relationship, object)) {
        returnBack(other)
        // Another context has separated the two in the meantime, so each end writes
        // that they are a pair again.
        if relationship.isToMany, object.link(number).inserted.contains(other._key) {
          LinkEnd(other, relationship).joinAgain(object)
        }
      }
      return true
    }
    if object._flags.contains(.fault) { object.fire() }
    if key == 0 { join(other) }
    return key == other._key
  }

  /// Returns whether an object is a member of the end's relationship. The
  /// members are not read for this: if they are not known, an object whose link
  /// is saved counts as a member unless it was removed, and any other object
  /// only if it was added.
  private func hasMember(_ other: ManagedObject, isNew: Bool) -> Bool {
    guard let link = object.knownLink(number) else { return !isNew }
    if link.isLoaded { return link.contains(other._key) }
    return isNew ? link.inserted.contains(other._key) : !link.removed.contains(other._key)
  }
}

extension _ObjectContext {
  /// Redirects unsaved relationships without an inverse to the objects that
  /// replace their destinations. Which objects refer to a removed object is not
  /// recorded, but a link to a new object is always unsaved.
  ///
  /// - Parameter heir: A closure that returns the new key for a key to which a
  ///   relationship refers: 0 to clear the reference, or nil to keep it.
  final func redirectOneWayLinks(_ heir: (CompiledRelationship, Int64) -> Int64?) {
    for owner in listed where !owner._flags.contains(.deleted) {
      for relationship in owner._batch.entity.relationships where relationship.inverse == nil {
        let end = LinkEnd(owner, relationship)
        for key in end.newKeys {
          if let heir = heir(relationship, key) { end.replace(key, with: heir) }
        }
      }
    }
  }
}
