// A save into the parent: what changed becomes changes of the parent's objects.
// The child wins over what the parent has changed itself, property by property;
// what the parent has deleted and the child changed is a conflict.

extension ParentSource {
  func write(_ operation: SaveOperation) throws -> ChangeSet {
    var changes = try operation.checkedChanges()
    // What the policy dropped or brought back is not what was checked.
    if try resolveDeletions(operation) { changes = try operation.checkedChanges() }
    let receivers = try receivers(of: changes)
    for object in changes.linked { object.loadOrders() }
    // New objects first: their links are received like those of all others.
    for object in changes.inserts {
      // The child deleted it, saved, and undid that: the parent's object comes back, or is there as
      // ever, where the parent has forgotten the deletion.
      let receiver = receivers[object._key, object] ?? takeBackDeletion(of: object)
      receiver?.receive(object)
    }
    for (object, properties) in changes.updates {
      if let receiver = receivers[object._key, object] { receiver.receive(properties, of: object) }
    }
    for object in changes.linked {
      let map = parent.maps[object._batch.entity.rootIndex]
      map.object(object._key)?.receiveLinks(of: object)
    }
    for object in operation.context.listed
    where object._batch.entity.hasTransients && !object._flags.contains(.deleted) {
      let map = parent.maps[object._batch.entity.rootIndex]
      map.object(object._key)?.receiveTransients(of: object)
    }
    // Last, so that whoever the child moved away from a deleted object is not deleted with it.
    for object in changes.deletes {
      if let receiver = receivers[object._key, object] {
        Deletion(context: parent).receiveDelete(receiver, from: operation.context)
      }
    }
    return changes
  }

  /// Nothing: what is in the parent is not saved yet.
  func publish(_ report: SaveReport, of operation: SaveOperation) {}

  func tellObservers(of report: SaveReport) {
    guard !parent.changeHandlers.isEmpty else { return }
    parent.changeHandlers.call(ContextChange(merged: report))
  }

  func tellFollowers() { parent.tellFollowers() }

  /// The parent's objects of everything that is not new, loaded before the
  /// first of them changes.
  private func receivers(of changes: ChangeSet) throws -> Receivers {
    var receivers = Receivers()
    let known =
      changes.updates.map(\.object) + changes.deletes + changes.linked + changes.inserts
    // What is inserted again may never have gone from the parent.
    for object in known where !object._flags.contains(.inserted) || object._version != 0 {
      receivers[object._key, object] = try parent.shown(object._key, of: object._batch.entity)
    }
    return receivers
  }

  /// Lets the policy decide about objects that are changed here and deleted in
  /// the parent.
  ///
  /// - Returns: Whether there are any, so that the changes are others by now.
  private func resolveDeletions(_ operation: SaveOperation) throws -> Bool {
    var found: [FoundConflict] = []
    // Deleted here and changed in the parent is no conflict: the child wins.
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

  /// Brings an object back that a child has changed.
  ///
  /// - Returns: The parent's object, where it is still there.
  @discardableResult
  private func takeBackDeletion(of changed: ManagedObject) -> ManagedObject? {
    let entity = changed._batch.entity
    // Listed, it is deleted and not saved: there is an object to be taken back. Else it is made
    // anew.
    if let own = parent.maps[entity.rootIndex].object(changed._key), own._flags.contains(.listed) {
      parent.noteReplacedValues(of: own)
      Deletion(context: parent).takeBack(own)
      return own
    }
    receiveNew(changed)
    return nil
  }

  /// Takes a new object of the child in.
  private func receiveNew(_ object: ManagedObject) {
    let entity = object._batch.entity
    let own = entity.type.init(
      _batch: parent.loneBatch(entity), key: object._key, flags: .inserted)
    own._restore(object._copyValues())
    own._changes = object._changes
    own._version = object._flags.contains(.inserted) ? object._version : .ofReturnedRow
    // Made while no key could be reserved, and forgotten by the parent since.
    if own._key < 0 { parent.keys.noteNegativeKey() }
    parent.enter(own)
  }
}

extension ManagedObject {
  /// Reads ordered relationships that changed, before the parent takes the members in: it would show
  /// its own order.
  fileprivate final func loadOrders() {
    for change in changedLinks where change.isOrdered {
      if let relationship = _batch.entity.relationship(change.number) { _ = members(relationship) }
    }
  }

  /// Takes all values of a child's object over.
  fileprivate final func receive(_ object: ManagedObject) {
    receive(PropertySet(_batch.entity.properties.map(\.number)), of: object)
  }

  /// Takes changed values of a child's object over.
  fileprivate final func receive(_ properties: PropertySet, of object: ManagedObject) {
    for property in _batch.entity.properties
    where property.isStoredInRow && properties.contains(property.number) {
      if !relate(property, as: object) { take(property, from: object) }
    }
  }

  /// Takes over what was set and is not stored.
  fileprivate final func receiveTransients(of object: ManagedObject) {
    for (binding, value) in object.changedTransients { _ = binding.write?(self, value) }
  }

  /// Sets a to-one relationship with an inverse to what a child's object leads to, so that whoever
  /// had either end in the parent meanwhile loses it.
  ///
  /// - Returns: Whether there was such a relationship, and an object to lead to.
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

  /// Takes over what joined and left the relationships of a child's object.
  fileprivate final func receiveLinks(of object: ManagedObject) {
    for change in object.changedLinks {
      let number = change.number
      let own = link(number)
      for key in change.removed { own.remove(key) }
      for key in change.inserted { own.insert(key) }
      if change.isOrdered, let relationship = _batch.entity.relationship(number),
        let merge = change.merge(with: members(relationship))
      {
        own.reorder(members(relationship).ordered(as: merge.members()))
      }
      noteLinkChange(number)
    }
  }
}

/// Objects of the parent by key and hierarchy.
private struct Receivers {
  private var objects: [Int: [Int64: ManagedObject]] = [:]

  subscript(key: Int64, like: ManagedObject) -> ManagedObject? {
    get { objects[like._batch.entity.rootIndex]?[key] }
    set { objects[like._batch.entity.rootIndex, default: [:]][key] = newValue }
  }
}
