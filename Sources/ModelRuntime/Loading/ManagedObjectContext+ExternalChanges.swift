extension ManagedObjectContext {
  /// Brings everything that is held up to date with what other programs saved.
  ///
  /// Rows are compared by their versions. Changed objects keep their changes;
  /// where somebody else changed the same properties, or the object is gone,
  /// the next save finds the conflict. New objects are found by the next fetch.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  /// - Complexity: A statement for 512 objects that are held.
  public func mergeExternalChanges() throws {
    try connection.translating {
      // A pin would compare what is held with what the store had, not with what it has.
      advancePin()
      try source.mergeExternalChanges()
      var change = ContextChange(kind: .merged)
      change.isComplete = false
      for entity in store.model.entities where entity.rootIndex == entity.index {
        try mergeRows(of: entity, &change)
      }
      changeHandlers.call(change)
      // What is new does not show among the objects that are held.
      journal?.noteUnknownChanges()
      tellFollowers()
    }
  }

  private func mergeRows(of root: CompiledEntity, _ change: inout ContextChange) throws {
    let objects = maps[root.rootIndex].objects.filter { !$0._flags.contains(.inserted) }
    guard !objects.isEmpty else { return }
    let versions = try source.storedVersions(objects.map(\._key), root)
    // What is derived of other rows differs without another version.
    let hasDerived = store.model.derivations.contains {
      store.model.entities[$0.entityIndex].rootIndex == root.rootIndex
    }
    for object in objects {
      // Who joined or left somewhere does not show in the row's version.
      if !object._flags.contains(.deleted) { object.unloadMembers() }
      guard let version = versions[object._key] else {
        if source.isStore, isDispensable(object) {
          change.deleted.append(object.objectID)
          forget(object, "it was deleted by somebody else")
        } else {
          noteOutdated(object)
        }
        continue
      }
      let mayDiffer = version != object._version || hasDerived && !object.isFault
      guard mayDiffer || !source.isStore else { continue }
      change.updated.append(object.objectID)
      bringUpToDate(object)
    }
  }

  /// A Boolean value that says whether an object whose row is gone can go
  /// without losing changes.
  func isDispensable(_ object: ManagedObject) -> Bool {
    if object._flags.contains(.deleted) { return true }
    return !object._flags.contains(.changed)
      // What joined it is to be written, by whichever end: without this one nobody would miss the row,
      // or know a place.
      && object.changedLinks.allSatisfy(\.inserted.isEmpty)
  }

  /// Reads an object again whose row somebody else has changed, unless both
  /// changed the same: that is for the merge policy of the next save.
  func bringUpToDate(_ object: ManagedObject) {
    guard !object._flags.contains(.deleted) else { return noteOutdated(object) }
    if source.isStore, let base = object.committed {
      guard let theirs = try? object.storedTwin(in: self) else { return noteOutdated(object) }
      let here = object._changes(since: base)
      guard here.intersection(theirs._changes(since: base)).isEmpty else {
        return noteOutdated(object)
      }
    }
    refresh(object, mergeChanges: true)
  }
}
