// A save to the parent applies the child's changes to the parent's objects. The child's
// changes override the parent's own, property by property. If the parent has deleted an
// object that the child has changed, there is a conflict.

extension ParentSource {
  func write(_ operation: SaveOperation) throws -> ChangeSet {
    var changes = try operation.checkedChanges()
    // The policy may have discarded or restored objects, so the changes are checked
    // again.
    if try resolveDeletions(operation) { changes = try operation.checkedChanges() }
    let receivers = try receivers(of: changes)
    for object in changes.linked { object.loadOrders() }
    // New objects come first, so that the links of all objects can be received
    // together.
    var received: [ManagedObject: PropertySet] = [:]
    for object in changes.inserts {
      // If the child deleted the object, saved, and undid the deletion, the parent's
      // object is restored, unless the parent has discarded the deletion itself.
      let receiver = receivers[object] ?? takeBackDeletion(of: object)
      receiver?.receive(.all, of: object)
      if receiver != nil { received[object] = .all }
    }
    for (object, properties) in changes.updates {
      receivers[object]?.receive(properties, of: object)
      if receivers[object] != nil { received[object] = properties }
    }
    for object in changes.linked {
      let map = parent.maps[object._batch.entity.rootIndex]
      map.object(object._key)?.receiveLinks(of: object) {
        received[$0.object]?.contains($0.number) == true
      }
    }
    for object in operation.context.listed
    where object._batch.entity.hasTransients && !object._flags.contains(.deleted) {
      let map = parent.maps[object._batch.entity.rootIndex]
      map.object(object._key)?.receiveTransients(of: object)
    }
    // Deletions come last, so that objects that the child has moved away from a deleted
    // object are not deleted with it.
    for object in changes.deletes {
      if let receiver = receivers[object] {
        Deletion(context: parent).receiveDelete(receiver, from: operation.context)
      }
    }
    return changes
  }

  /// Does nothing, because the parent's changes have not been saved yet.
  func publish(_ report: SaveReport, of operation: SaveOperation) {}

  func tellObservers(of report: SaveReport) {
    guard !parent.changeHandlers.isEmpty else { return }
    parent.changeHandlers.call(ContextChange(merged: report))
  }

  func tellFollowers() { parent.tellFollowers() }

  /// Returns the parent's objects that receive the changes of the existing objects
  /// of a change set, by the child's objects. They are loaded before the first of them is changed.
  private func receivers(of changes: ChangeSet) throws -> [ManagedObject: ManagedObject] {
    var receivers: [ManagedObject: ManagedObject] = [:]
    let known =
      changes.updates.map(\.object) + changes.deletes + changes.linked + changes.inserts
    // The parent may still contain objects that are inserted again.
    for object in known where !object._flags.contains(.inserted) || object._version != 0 {
      receivers[object] = try parent.shown(object._key, of: object._batch.entity)
    }
    return receivers
  }

  /// Resolves conflicts of objects that are changed in the child and deleted in the
  /// parent.
  ///
  /// - Returns: True if there are conflicts. In this case, the changes of the
  ///   child may be different now.
  private func resolveDeletions(_ operation: SaveOperation) throws -> Bool {
    var found: [FoundConflict] = []
    // An object that is deleted in the child and changed in the parent is not a
    // conflict: the child's deletion applies.
    for object in operation.context.listed
    where object._flags.isDisjoint(with: [.inserted, .deleted]) && object.hasPersistentChangedValues
    {
      if try parent.shown(object._key, of: object._batch.entity) == nil {
        found.append(FoundConflict(.updateOfDeleted, object, theirs: nil))
      }
    }
    let resolutions = try found.map { try operation.policy.resolution(of: $0.conflict) }
    guard !resolutions.contains(.refuse) else { throw StoreError(found) }
    for (found, resolution) in zip(found, resolutions) {
      if resolution == .theirs {
        operation.drop(found.object)
      } else {
        takeBackDeletion(of: found.object)
      }
    }
    return !found.isEmpty
  }

  /// Restores an object that is deleted in the parent but has been changed in a
  /// child.
  ///
  /// - Returns: The object in the parent; nil if it no longer exists.
  @discardableResult
  private func takeBackDeletion(of changed: ManagedObject) -> ManagedObject? {
    let entity = changed._batch.entity
    // A listed object has an unsaved deletion, which is reverted. Otherwise, a new
    // object is created.
    if let own = parent.maps[entity.rootIndex].object(changed._key), own._flags.contains(.listed) {
      parent.noteReplacedValues(of: own)
      Deletion(context: parent).takeBack(own)
      return own
    }
    receiveNew(changed)
    return nil
  }

  /// Adds an object to the parent that is new in the child.
  private func receiveNew(_ object: ManagedObject) {
    let entity = object._batch.entity
    let own = entity.type.init(
      _batch: parent.loneBatch(entity), key: object._key, flags: .inserted)
    own._restore(object._copyValues())
    own._changes = object._changes
    own._version = object._flags.contains(.inserted) ? object._version : .ofReturnedRow
    // The object was created while no key could be reserved, and the parent has
    // discarded it since.
    if own._key < 0 { parent.keys.noteNegativeKey() }
    parent.enter(own)
  }
}

extension ManagedObject {
  /// Reads the ordered relationships that have been changed in the child,
  /// before the parent receives their members. Afterwards, the parent would
  /// return the new order.
  fileprivate final func loadOrders() {
    for change in changedLinks where change.isOrdered { _ = members(change.relationship) }
  }

  /// Sets the given properties of the object to the values in the child's
  /// object.
  fileprivate final func receive(_ properties: PropertySet, of object: ManagedObject) {
    for property in _batch.entity.properties
    where property.isStoredInRow && properties.contains(property.number) {
      if !relate(property, as: object) { take(property, from: object) }
    }
  }

  /// Sets the transient attributes of the object that were changed in the
  /// child's object.
  fileprivate final func receiveTransients(of object: ManagedObject) {
    for (binding, value) in object.changedTransients { _ = binding.write?(self, value) }
  }

  /// Sets a to-one relationship with an inverse to the destination of the child's
  /// object, and unlinks other partners of both ends in the parent.
  ///
  /// - Returns: True if the property is a to-one relationship with an inverse,
  ///   and the destination exists in the parent.
  private final func relate(_ property: CompiledProperty, as object: ManagedObject) -> Bool {
    guard let relationship = _batch.entity.relationship(property.number),
      relationship.inverse != nil, let context = _batch.context
    else { return false }
    let key = object._reference(property.number)
    if key == _reference(property.number) { return true }
    let target = key == 0 ? nil : destination(relationship, key: key, in: context)
    guard key == 0 || target?.isDeleted == false else { return false }
    relate(relationship, to: target)
    return true
  }

  /// Applies the changes of to-many relationships in the child's object to the
  /// object.
  ///
  /// - Parameter isReceived: A closure that returns true if a to-one end in the child has
  ///   been received, which has changed both ends in the parent.
  fileprivate final func receiveLinks(
    of object: ManagedObject, besides isReceived: (LinkEnd) -> Bool
  ) {
    for change in object.changedLinks {
      let own = link(change.number)
      let map = object._batch.context?.map(ofDestination: change.relationship)
      func isOpen(_ key: Int64) -> Bool {
        guard let member = map?.object(key)?.end(of: change.relationship), !member.isToMany else {
          return true
        }
        return !isReceived(member)
      }
      for key in change.removed where isOpen(key) { own.remove(key) }
      for key in change.inserted where isOpen(key) { own.insert(key) }
      if change.isOrdered, let merge = change.merge(with: members(change.relationship)) {
        own.reorder(members(change.relationship).ordered(as: merge.members()))
      }
      noteLinkChange(change.number)
    }
  }
}
