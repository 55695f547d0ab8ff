// Both sides of a relationship change at once: a one-to-one steals, a
// one-to-many moves.

extension ManagedObject {
  /// The object that a reference leads to.
  public final func _object<Destination: ManagedObject>(
    _ reference: Reference<Destination>, _ key: some PropertyKey
  ) -> Destination? {
    guard !reference.isEmpty, let object = destination(key.rawValue, key: reference.key) else {
      return nil
    }
    return unsafeDowncast(object, to: Destination.self)
  }

  /// The object that a required reference leads to; where its row is gone, one
  /// that is inaccessible.
  public final func _requiredObject<Destination: ManagedObject>(
    _ reference: Reference<Destination>, _ key: some PropertyKey
  ) -> Destination {
    if let object = _object(reference, key) { return object }
    // A new object that has none yet is not complete: that is for its validation.
    let isIncomplete = reference.isEmpty && _flags.contains(.inserted)
    if !isIncomplete, !_flags.contains(.inaccessible) {
      markInaccessible("'\(entityName).\(key)' leads nowhere, but is required", .unreachable)
    }
    let batch = _batch.context.map { $0.loneBatch($0.entity(of: Destination.self)) } ?? _batch
    let placeholder = Destination(_batch: batch, key: reference.key, flags: [])
    placeholder.markInaccessible("its row is gone")
    return placeholder
  }

  /// The object that a to-one relationship leads to.
  final func destination(_ number: Int) -> ManagedObject? {
    if _flags.contains(.fault) { fire() }
    let key = _reference(number)
    return key == 0 ? nil : destination(number, key: key)
  }

  private final func destination(_ number: Int, key: Int64) -> ManagedObject? {
    guard let context = _batch.context, let relationship = _batch.entity.relationship(number)
    else { return nil }
    return destination(relationship, key: key, in: context)
  }

  /// Sets a to-one relationship, and its inverse.
  ///
  /// - Precondition: Both objects are of the same context.
  public final func _relate(_ key: some PropertyKey, to object: ManagedObject?) {
    guard let relationship = _batch.entity.relationship(key.rawValue) else { return }
    requireSameContext(object, relationship)
    relate(relationship, to: object)
  }

  final func relate(_ relationship: CompiledRelationship, to object: ManagedObject?) {
    if _flags.contains(.fault) { fire() }
    let oldKey = _reference(relationship.number)
    let newKey = object?._key ?? 0
    guard oldKey != newKey else { return }
    // What a batch or a policy makes is linked in SQL, when all rows are there.
    if _flags.contains(.carrier) { return _setReference(relationship.number, to: newKey) }
    // Nobody gets, or loses, a partner for one that is not there any more.
    if isGone { return setReference(relationship.number, newKey) }
    let old = partnerEnd(of: relationship)
    let new = object?.end(of: relationship)
    // The old partners let go first, so that at no time two lead to one; one that will be deleted
    // keeps whom it led to, by which the delete is taken back.
    if let old, !old.object._flags.contains(.deleted) {
      if !old.isToMany { old.learn(of: LinkEnd(self, relationship)) }
      old.leave(self)
    }
    if let new, !new.isToMany { new.releasePartner(for: self) }
    setReference(relationship.number, newKey)
    new?.join(self)
  }

  /// The end of the object to which a to-one relationship leads.
  final func partnerEnd(of relationship: CompiledRelationship) -> LinkEnd? {
    let key = _reference(relationship.number)
    guard key != 0, relationship.inverse != nil, let context = _batch.context else { return nil }
    let entity = context.store.model.entities[relationship.destinationIndex]
    return (try? context.objectOrFault(key, of: entity))?.end(of: relationship)
  }

  /// Reads the object anew, and keeps one changed relationship. Where something else is changed too
  /// it stays tied to the version that was seen: the save finds the conflict, or reads it anew when
  /// nothing is changed any more.
  final func readAnew(besides number: Int) {
    guard let context = _batch.context else { return }
    guard persistentChanges.isSubset(of: PropertySet([number])) else {
      return context.noteOutdated(self)
    }
    context.services.catchUp(self)
  }

  /// Sets the key of a to-one relationship as a change.
  final func setReference(_ number: Int, _ key: Int64) {
    _prepareChange(number)
    _changes.insert(number)
    _setReference(number, to: key)
  }

  final func requireSameContext(_ object: ManagedObject?, _ relationship: CompiledRelationship) {
    guard let object, object._batch.home !== _batch.home else { return }
    preconditionFailure(
      """
      '\(entityName).\(relationship.name)' cannot lead from \(objectID) to \(object.objectID): \
      they are of different contexts
      """)
  }
}

// MARK: - To-many

extension ManagedObject {
  /// Notes that a member joined.
  final func addLink(_ key: Int64, _ number: Int) {
    // A batch insert writes no relationships to many; its end finds the change and says so.
    if _flags.contains(.carrier) { return _flags.formUnion(.linksChanged) }
    link(number).insert(key)
    noteLinkChange(number)
  }

  /// Notes that a member is back that should not have left.
  final func returnLink(_ key: Int64, _ number: Int) {
    link(number).insertBack(key)
    noteLinkChange(number)
  }

  /// Notes that a member left.
  final func removeLink(_ key: Int64, _ number: Int) {
    link(number).remove(key)
    noteLinkChange(number)
  }

  /// Notes that a member that joined is another object now, or none.
  final func replaceLink(_ key: Int64, with other: Int64?, _ number: Int) {
    link(number).replace(key, with: other)
    noteLinkChange(number)
  }

  final func noteLinkChange(_ number: Int) {
    if isGone { return }
    if _flags.contains(.observed) { noteObservedChange(number) }
    _changes.insert(number)
    _flags.insert(.linksChanged)
    _batch.context?.list(self)
  }

  /// Adds an object to a to-many relationship, and to its inverse.
  final func add(_ object: ManagedObject, to relationship: CompiledRelationship) {
    requireSameContext(object, relationship)
    if _flags.contains(.carrier) { return addLink(object._key, relationship.number) }
    let end = object.end(of: relationship)
    if let end, !end.isToMany { return object.relate(end.relationship, to: self) }
    guard end != nil || relationship.inverse == nil else { return }
    if isGone || object.isGone { return }
    settleDoubt(about: object, in: relationship)
    addLink(object._key, relationship.number)
    end?.join(self)
  }

  /// Removes an object from a to-many relationship, and from its inverse.
  final func remove(_ object: ManagedObject, from relationship: CompiledRelationship) {
    let end = object.end(of: relationship)
    if let end, !end.isToMany {
      // It may have moved on to another owner.
      if end.names(self) { object.relate(end.relationship, to: nil) }
      return
    }
    settleDoubt(about: object, in: relationship)
    removeLink(object._key, relationship.number)
    if !isGone { end?.leave(self) }
  }

  /// Reads the members at both ends where one joined and leaves again, or the other way round,
  /// before anybody has read them.
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
