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

  /// Returns the end of the object to which a to-one relationship refers.
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

  /// Reads the members at both ends if an object is added and removed again, or vice
  /// versa, before the members have been read.
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

/// Edits the links of one object at both ends. Conflicts, refreshes, deletions and undo
/// determine what happens to the links; only `LinkEnd` depends on whether an end is
/// stored as a key or as members.
struct LinkEditor {
  let object: ManagedObject
  let context: _ObjectContext

  init(_ object: ManagedObject, in context: _ObjectContext) {
    self.object = object
    self.context = context
  }

  // MARK: Finding partners

  /// Returns the object with the given key, in any state.
  func named(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    guard key != 0 else { return nil }
    let entity = context.store.model.entities[relationship.destinationIndex]
    return try? context.objectOrFault(key, of: entity)
  }

  /// Returns the object with the given key, if it exists and is not to be deleted.
  func present(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    guard let object = named(key, relationship), !object.isDeleted else { return nil }
    if object._flags.contains(.fault) { object.fire() }
    return object._flags.contains(.inaccessible) ? nil : object
  }

  /// Returns the object with the given key, if it is in the context.
  func known(_ key: Int64, _ relationship: CompiledRelationship) -> ManagedObject? {
    context.map(ofDestination: relationship).object(key)
  }

  // MARK: Moving

  /// Sets a to-one relationship to a key, even if its object has been deleted: the save
  /// then finds the conflict.
  func move(
    _ relationship: CompiledRelationship, to key: Int64, _ partner: ManagedObject?
  ) {
    object.relate(relationship, to: partner)
    let number = relationship.number
    if object._reference(number) != key { object.setReference(number, key) }
  }

  // MARK: Reversing changes

  /// Restores changed to-one relationships to their previous destinations.
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

  /// Removes the members that were added to a to-many relationship, and adds those that
  /// were removed.
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

  /// Links an object whose deletion is undone with the partners from which it was
  /// unlinked, and separates it from partners that have been linked to another object
  /// since or are to be deleted themselves.
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

  /// If another context has separated an object whose deletion is undone from its
  /// partner in the meantime, reads the object with its partner's current links. An
  /// object with its own changes stays as it is.
  ///
  /// - Returns: True if the object is no longer linked to the partner.
  private func hasLost(_ partner: LinkEnd, _ own: LinkEnd) -> Bool {
    if partner.object._flags.contains(.fault) { partner.object.fire() }
    own.learn(of: partner)
    return own.key != partner.object._key || own.disagrees(with: partner)
  }

  // MARK: Partners that disappear

  /// Removes an object whose row has been deleted from the changes that refer to it;
  /// saved references were cleared when the row was deleted.
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
  /// Makes the other end agree with this one; if the object there has got another
  /// partner, both ends are left unlinked.
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
  /// - Parameter relationship: The relationship of that object.
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

  /// Returns whether another object is a member. The members are not read for this: if
  /// they are not known, an object with a link in the store counts as a member unless
  /// it was removed, and any other object only if it was added.
  private func hasMember(_ other: ManagedObject, isNew: Bool) -> Bool {
    guard let link = object.knownLink(number) else { return !isNew }
    if link.isLoaded { return link.contains(other._key) }
    return isNew ? link.inserted.contains(other._key) : !link.removed.contains(other._key)
  }
}

extension _ObjectContext {
  /// Redirects unsaved relationships without an inverse to the objects that replace
  /// their destinations, or clears them if the new key is 0. The objects that refer to
  /// a removed object are not recorded, but a link to a new object is itself unsaved.
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
