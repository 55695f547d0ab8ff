extension ManagedObjectContext {
  /// Updates an object from its source.
  ///
  /// Without merging, the object's changes are discarded and it becomes a fault;
  /// changes of its relationships are reversed at both ends, and attributes that are
  /// not stored get their initial values again. With merging, its row is read again and
  /// the changed properties keep their new values; an object that is to be deleted is
  /// still deleted by the next save. A new object has no row to read, and stays as it
  /// is.
  public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
    ObjectRefresh(object, in: self).run(mergeChanges: mergeChanges)
  }

  /// Updates all objects: unchanged objects become faults, and are released if nothing
  /// else refers to them; changed objects keep their changes.
  public func refreshAllObjects() {
    // One undo step is created for all objects, because a step for each one would
    // compare all changed objects.
    recorder?.disableRecording()
    for map in maps {
      for object in map.objects { refresh(object, mergeChanges: object.hasChanges) }
      map.releaseUnused()
    }
    recorder?.enableRecording()
    if !changeHandlers.isEmpty { changeHandlers.call(ContextChange(kind: .refreshed)) }
    tellFollowers()
  }

  /// Removes all objects from the context, together with their changes. Objects that
  /// the program still refers to no longer belong to a context.
  public func reset() {
    for map in maps {
      for object in map.objects {
        object.dropValues()
        object._flags = [.deleted]
        let reason = "its context was reset"
        object.expandedState.inaccessibility = Inaccessibility(
          kind: .gone, error: StoreError(.inaccessible, reason), reason: reason)
      }
    }
    held.removeAll()
    changes.removeAll()
    denials = []
    keys.forgetFailure()
    unsettledSave = nil
    recorder?.removeAll()
    advancePin()
    if !changeHandlers.isEmpty { changeHandlers.call(ContextChange(kind: .reset)) }
    journal?.noteReset()
    tellFollowers()
  }
}
