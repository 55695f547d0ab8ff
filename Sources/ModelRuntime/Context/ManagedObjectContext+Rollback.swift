extension ManagedObjectContext {
  /// Forgets all changes: new objects are gone, deleted ones are back, changed
  /// ones have their saved values again (U-03).
  public func rollback() {
    let objects = listed
    let change = rollbackChange
    defer {
      undoHistory?.removeAll()
      if let change { changeHandlers.call(change) }
    }
    listed = []
    denials = []
    keyFailure = nil
    for object in objects {
      if object._flags.contains(.inserted) {
        maps[object._group.entity.rootIndex].remove(object._key)
        object._flags.insert(.deleted)
      } else {
        if let committed = object.committed { object._restore(committed) }
        object.dropValues()
        object._flags.remove([.deleted, .linksChanged])
      }
      object._flags.remove([.listed, .inserted])
      object._changes = PropertySet()
      object._state?.rollBack()
    }
  }

  /// What a rollback does, for observers; nil without any.
  private var rollbackChange: ContextChange? {
    guard !changeHandlers.isEmpty, hasChanges else { return nil }
    var change = ContextChange(kind: .rolledBack)
    change.deleted = insertedObjects.map(\.objectID)
    change.inserted = deletedObjects.map(\.objectID)
    change.updated = updatedObjects.map(\.objectID)
    return change
  }
}

extension ObjectState {
  /// Makes the saved state the present one; the values were restored already.
  final func rollBack() {
    for link in links { link.state.rollBack() }
  }
}
