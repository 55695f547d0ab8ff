extension ManagedObjectContext {
  /// Discards all changes: new objects are removed, deleted objects are restored, and
  /// changed objects get back their saved values.
  ///
  /// Afterwards, nothing can be undone; to keep the steps before the last save, use
  /// `discardChanges()`.
  public func rollback() {
    forgetChanges { $0.removeAll() }
  }

  /// Discards all changes since the last save, like `rollback()`, and restores the undo
  /// and redo steps from that time.
  ///
  /// It is intended for programs with a user interface: after a failed save, the steps
  /// before it can still be undone.
  public func discardChanges() {
    forgetChanges { $0.returnToSave() }
  }

  private func forgetChanges(_ settle: (any ChangeRecorder) -> Void) {
    let objects = listed
    // The change is created from the lists before they are emptied.
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
    // This happens before observers are notified, because changes or saves that they
    // make form a separate step.
    if let recorder { settle(recorder) }
    tellFollowers()
    if let change { changeHandlers.call(change) }
  }

  /// The change that a rollback reports to observers; nil if there are no
  /// observers or no changes.
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
  /// Reads the current state of an object whose changes have been discarded.
  func renew(_ object: ManagedObject) {
    refresh(object, mergeChanges: false)
    do {
      if try loadOne(object._key, of: object._batch.entity) == nil {
        forget(object, "it was deleted by another context or program")
      }
    } catch {
      // The object stays a fault, and reports the reason when it is accessed.
    }
  }
}

extension ObjectState {
  /// Makes the saved state of the object its current state, after its saved
  /// values have been restored.
  final func rollBack() {
    for link in links { link.rollBack() }
  }
}
