internal import ModelSchema

extension ManagedObjectContext {
  /// Puts the changes into the parent, as unsaved ones.
  ///
  /// The child wins over what the parent has changed itself, property by
  /// property. What the parent has deleted and the child changed is a conflict.
  func save(into parent: ManagedObjectContext, _ policy: any MergePolicy) throws {
    tellFollowers()
    guard hasChanges else { return }
    try callWillSave()
    try check(ChangeSet(listed))
    try resolveDeletions(in: parent, policy)
    let changes = ChangeSet(listed)
    try check(changes)
    let receivers = try receivers(of: changes, in: parent)
    for object in changes.inserts { parent.receiveNew(object) }
    for (object, properties) in changes.updates {
      if let receiver = receivers[object._key, object] { receiver.receive(properties, of: object) }
    }
    for object in changes.linked {
      let map = parent.maps[object._batch.entity.rootIndex]
      map.object(object._key)?.receiveLinks(of: object)
    }
    for object in changes.deletes {
      if let receiver = receivers[object._key, object] { parent.receiveDelete(receiver) }
    }
    let report = report(of: changes)
    settle()
    if store.model.hasDidSaveHooks { callDidSave(changes.written) }
    changeHandlers.call(ContextChange(saved: report))
    if !parent.changeHandlers.isEmpty {
      var merged = changes.report
      merged.author = transactionAuthor
      parent.changeHandlers.call(ContextChange(merged: merged))
    }
    tellFollowers()
    parent.tellFollowers()
  }

  /// The parent's objects of everything that is not new, loaded before the
  /// first of them changes.
  private func receivers(
    of changes: ChangeSet, in parent: ManagedObjectContext
  ) throws -> Receivers {
    var receivers = Receivers()
    let known = changes.updates.map(\.object) + changes.deletes + changes.linked
    for object in known where !object._flags.contains(.inserted) {
      receivers[object._key, object] = try parent.shown(object._key, of: object._batch.entity)
    }
    return receivers
  }

  /// Lets the policy decide about objects that are changed here and deleted in
  /// the parent.
  private func resolveDeletions(
    in parent: ManagedObjectContext, _ policy: any MergePolicy
  ) throws {
    var found: [FoundConflict] = []
    for object in listed
    where object._flags.isDisjoint(with: [.inserted, .deleted]) && object.hasPersistentChangedValues
    {
      if try parent.shown(object._key, of: object._batch.entity) == nil {
        found.append(conflict(.updateOfDeleted, object, theirs: nil))
      }
    }
    let resolutions = try found.map { try policy.resolution(of: $0.conflict) }
    guard !resolutions.contains(.refuse) else { throw conflictError(found) }
    for (found, resolution) in zip(found, resolutions) {
      if resolution == .theirs {
        drop(found.object)
      } else {
        parent.takeBackDeletion(of: found.object)
      }
    }
  }

  /// Brings an object back that a child has changed.
  private func takeBackDeletion(of changed: ManagedObject) {
    let entity = changed._batch.entity
    if let own = maps[entity.rootIndex].object(changed._key), own._flags.contains(.listed) {
      noteReplacedValues(of: own)
      own._flags.remove(.deleted)
      denials.removeAll { $0.object === own }
      reviveRelated(own)
    } else {
      receiveNew(changed)
    }
  }

  /// Takes a new object of a child in.
  private func receiveNew(_ object: ManagedObject) {
    let entity = object._batch.entity
    let own = entity.type.init(
      _batch: loneBatch(entity), key: object._key, flags: .inserted)
    own._restore(object._copyValues())
    own._changes = object._changes
    enter(own)
  }
}

extension ManagedObject {
  /// Takes changed values of a child's object over.
  fileprivate final func receive(_ properties: PropertySet, of object: ManagedObject) {
    for property in _batch.entity.properties
    where property.isStoredInRow && properties.contains(property.number) {
      take(property, from: object)
    }
  }

  /// Takes over what joined and left the relationships of a child's object.
  fileprivate final func receiveLinks(of object: ManagedObject) {
    for (number, change) in object._state?.links ?? [] where change.hasChanges {
      let own = link(number)
      for key in change.removed { own.remove(key) }
      for key in change.inserted { own.insert(key) }
      if change.isOrdered, let relationship = _batch.entity.relationship(number) {
        let present = members(relationship)
        let order = object.members(relationship).filter { present.contains($0) }
        own.reorder(order + present.filter { !order.contains($0) })
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

extension ChangeSet {
  /// The objects as reports name them.
  var report: SaveReport {
    var report = SaveReport()
    report.inserted = inserts.map(\.objectID)
    report.updated = updated.map(\.objectID)
    report.deleted = deletes.map(\.objectID)
    return report
  }
}
