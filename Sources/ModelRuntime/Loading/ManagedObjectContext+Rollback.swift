extension ManagedObjectContext {
  /// Forgets all changes: new objects are gone, deleted ones are back, changed
  /// ones have their saved values again.
  ///
  /// Nothing can be undone after it; `discardChanges()` keeps what was saved.
  public func rollback() {
    forgetChanges { $0.removeAll() }
  }

  /// Forgets all changes since the last save, as `rollback()` does, and leaves
  /// what can be undone and redone as it was then.
  ///
  /// For programs with a user interface: a save that is refused is no reason to
  /// forget the steps before it.
  public func discardChanges() {
    forgetChanges { $0.returnToSave() }
  }

  private func forgetChanges(_ settle: (any ChangeRecorder) -> Void) {
    let objects = listed
    // Before the lists are empty, from which it is made.
    let change = rollbackChange
    changes.removeAll()
    denials = []
    keys.forgetFailure()
    unsettledSave = nil
    var returned: [ManagedObject] = []
    for object in objects {
      noteReplacedValues(of: object)
      if object._flags.contains(.deleted), !object._flags.contains(.inserted) {
        returned.append(object)
      }
      if object._flags.contains(.inserted) {
        maps[object._batch.entity.rootIndex].remove(object._key)
        object._flags.insert(.deleted)
      } else {
        if let committed = object.committed { receive(object) { object._restore(committed) } }
        object.dropValues()
        object._flags.remove([.deleted, .linksChanged])
      }
      object._flags.remove([.listed, .inserted, .indexed])
      object._changes = PropertySet()
      object._state?.rollBack()
    }
    for object in objects where object._flags.contains(.outdated) { renew(object) }
    for object in returned { receiveBack(object) }
    settleArrivals()
    // Before anybody is told, who may change something or save: that is a step of its own.
    if let recorder { settle(recorder) }
    tellFollowers()
    if let change { changeHandlers.call(change) }
  }

  /// The change that a rollback makes, for observers; nil without any.
  private var rollbackChange: ContextChange? {
    guard !changeHandlers.isEmpty, hasChanges else { return nil }
    var change = ContextChange(kind: .rolledBack)
    change.deleted = insertedObjects.map(\.objectID)
    change.inserted = deletedObjects.map(\.objectID)
    change.updated = updatedObjects.map(\.objectID)
    return change
  }
}

extension ManagedObjectContext {
  /// Reads an object whose changes are gone as it is by now.
  func renew(_ object: ManagedObject) {
    refresh(object, mergeChanges: false)
    do {
      if try loadOne(object._key, of: object._batch.entity) == nil {
        forget(object, "it was deleted by somebody else")
      }
    } catch {
      // It stays a fault, and says why it cannot be read when it is touched.
    }
  }
}

extension ObjectState {
  /// Makes the saved state the present one; the values were restored already.
  final func rollBack() {
    for link in links { link.rollBack() }
  }
}
