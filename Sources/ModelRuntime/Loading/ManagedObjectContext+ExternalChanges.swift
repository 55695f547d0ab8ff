extension ManagedObjectContext {
  /// Updates all registered objects with the saves of other programs.
  ///
  /// Rows are compared by version. Changed objects keep their changes; if another
  /// program has changed the same properties, or the object has been deleted, the next
  /// save finds the conflict. New objects are found by the next fetch.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  ///
  /// - Complexity: One statement for every 512 registered objects.
  public func mergeExternalChanges() throws {
    try connection.translating {
      // A pinned read would compare the objects with an earlier state of the store, not
      // with the current one.
      advancePin()
      try source.mergeExternalChanges()
      var change = ContextChange(kind: .merged)
      change.isComplete = false
      for entity in store.model.entities where entity.rootIndex == entity.index {
        try mergeRows(of: entity, &change)
      }
      changeHandlers.call(change)
      // New rows do not appear among the registered objects.
      journal?.noteUnknownChanges()
      tellFollowers()
    }
  }

  private func mergeRows(of root: CompiledEntity, _ change: inout ContextChange) throws {
    let objects = maps[root.rootIndex].objects.filter { !$0._flags.contains(.inserted) }
    guard !objects.isEmpty else { return }
    let versions = try source.storedVersions(objects.map(\._key), root)
    // Values derived from other rows can change without a new version.
    let hasDerived = store.model.derivations.contains {
      store.model.entities[$0.entityIndex].rootIndex == root.rootIndex
    }
    for object in objects {
      // Adding or removing members does not change the row's version.
      if !object._flags.contains(.deleted) { object.unloadMembers() }
      guard let version = versions[object._key] else {
        if source.isStore, isDispensable(object) {
          change.deleted.append(object.objectID)
          forget(object, "it was deleted by another context or program")
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

  /// Returns whether an object whose row has been deleted can be discarded
  /// without losing changes.
  func isDispensable(_ object: ManagedObject) -> Bool {
    if object._flags.contains(.deleted) { return true }
    return !object._flags.contains(.changed)
      // New members must be written by one of the ends. Without the object, the missing
      // row would go unnoticed, and the order of the members would be lost.
      && object.changedLinks.allSatisfy(\.inserted.isEmpty)
  }

  /// Reads an object again because another context or program has changed its
  /// row. If this context has changed the same property, the object keeps its
  /// values, and the merge policy of the next save resolves the conflict.
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
