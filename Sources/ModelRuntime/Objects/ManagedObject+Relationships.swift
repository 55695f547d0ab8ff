extension ManagedObject {
  /// Returns the object to which a reference leads; nil if the reference is
  /// empty, or if the object cannot be read or has been deleted.
  public final func _object<Destination: ManagedObject>(
    _ reference: Reference<Destination>, _ key: some PropertyKey
  ) -> Destination? {
    guard !reference.isEmpty, let object = destination(key.rawValue, key: reference.key) else {
      return nil
    }
    return unsafeDowncast(object, to: Destination.self)
  }

  /// Returns the object to which a required reference leads, or an inaccessible object
  /// if its row has been deleted.
  public final func _requiredObject<Destination: ManagedObject>(
    _ reference: Reference<Destination>, _ key: some PropertyKey
  ) -> Destination {
    if let object = _object(reference, key) { return object }
    // A new object without a partner is incomplete, which is reported by validation.
    let isIncomplete = reference.isEmpty && _flags.contains(.inserted)
    if !isIncomplete, !_flags.contains(.inaccessible) {
      markInaccessible(
        "the required relationship '\(entityName).\(key)' has no object", .unreachable)
    }
    let batch = _batch.context.map { $0.loneBatch($0.entity(of: Destination.self)) } ?? _batch
    let placeholder = Destination(_batch: batch, key: reference.key, flags: [])
    placeholder.markInaccessible("its row is gone")
    return placeholder
  }

  /// Returns the object to which a to-one relationship refers; nil if there is
  /// none.
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

  /// Sets a to-one relationship and its inverse.
  ///
  /// - Precondition: Both objects belong to the same context.
  public final func _relate(_ key: some PropertyKey, to object: ManagedObject?) {
    guard let relationship = _batch.entity.relationship(key.rawValue) else { return }
    requireSameContext(object, relationship)
    relate(relationship, to: object)
  }

  /// Reads the object again, and keeps the change of one relationship.
  ///
  /// If other properties have also changed, the object is not read. It keeps
  /// its version, so that the next save finds the conflict.
  ///
  /// - Parameter number: The number of the relationship.
  final func readAnew(besides number: Int) {
    guard let context = _batch.context else { return }
    guard persistentChanges.isSubset(of: PropertySet([number])) else {
      return context.noteOutdated(self)
    }
    context.services.catchUp(self)
  }

  /// Sets the key of a to-one relationship, and records this as a change.
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
  /// Changes the members of a to-many relationship, and records this as a
  /// change.
  final func changeLink(_ number: Int, _ change: (LinkState) -> Void) {
    change(link(number))
    noteLinkChange(number)
  }

  final func noteLinkChange(_ number: Int) {
    if isGone { return }
    if _flags.contains(.observed) { noteObservedChange(number) }
    _changes.insert(number)
    _flags.insert(.linksChanged)
    _batch.context?.list(self)
  }
}

extension ManagedObject {
  /// Returns whether a link to the given object has not been saved yet.
  final func isNewIn(
    _ relationship: CompiledRelationship, _ other: ManagedObject
  ) -> Bool {
    guard !_flags.contains(.inserted) else { return true }
    guard !relationship.isToMany else {
      return _state?.knownLink(relationship.number)?.inserted.contains(other._key) == true
    }
    return committed.map { twin($0)._reference(relationship.number) != other._key } ?? false
  }
}
