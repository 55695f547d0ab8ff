internal import ModelSchema

extension ManagedObjectContext {
  /// Writes all changes in one transaction, with the context's merge policy.
  ///
  /// Deletes go first, then updates, then new rows, each kind by entity; what
  /// was set but does not differ is not written. After a failure the store and
  /// the context are as they were, and the save can be tried again; only what a
  /// merge policy has resolved by then stays merged.
  ///
  /// - Throws: `ValidationError` when objects break rules of the model;
  ///   `ObjectPredicateError` when a check of the model cannot be evaluated;
  ///   `StoreError` when a value is not unique (`.notUnique`) or a row was
  ///   changed or deleted by somebody else (`.conflict`), both with all
  ///   conflicts, or when the store cannot be written; what the policy throws.
  /// - Complexity: O(changes), however many objects the context holds.
  public func save() throws {
    try save(mergePolicy: mergePolicy)
  }

  /// Writes all changes in one transaction, with another merge policy.
  ///
  /// - Throws: As `save()`.
  public func save(mergePolicy policy: any MergePolicy) throws {
    try reserveMissingKeys()
    guard !isRunningBatch else { throw StoreError(.busy, "a batch operation is running") }
    undoHistory?.close()
    if let parent { return try save(into: parent, policy) }
    mergePendingChanges()
    tellFollowers()
    guard hasChanges else { return }
    try callWillSave()
    defer {
      written = nil
      clearsUniqueValues = false
      replaced = [:]
    }
    let changes = try connection.withoutPin { try writeAndResolve(policy) }
    for (object, _) in changes.updates { object._version += 1 }
    for object in changes.inserts { object._version = 1 }
    let report = report(of: changes)
    settle()
    rereadDerived()
    store.board.post(report, from: inbox)
    if store.model.hasDidSaveHooks { callDidSave(changes.written) }
    changeHandlers.call(ContextChange(saved: report))
    tellFollowers()
  }

  /// Writes the changes; after a conflict, what the policy makes of them.
  private func writeAndResolve(_ policy: any MergePolicy) throws -> ChangeSet {
    var attempt = 1
    while true {
      let changes = ChangeSet(listed)
      try check(changes)
      do {
        try store.writing(connection) { try write(changes) }
        return changes
      } catch {
        guard attempt < Self.saveAttempts, Self.isConflict(error) else { throw saveError(error) }
        attempt += 1
        do {
          try resolveConflicts(of: changes, behind: error, policy)
        } catch {
          throw saveError(error)
        }
      }
    }
  }

  func report(of changes: ChangeSet) -> SaveReport {
    guard store.board.isWatched || !changeHandlers.isEmpty else { return SaveReport() }
    var report = SaveReport()
    report.inserted = changes.inserts.map(\.objectID)
    report.updated = changes.updated.map(\.objectID)
    report.deleted = changes.deletes.map(\.objectID)
    let known = Set(report.inserted + report.updated)
    report.updated += derivedIDs.subtracting(known)
    report.replaced = replaced
    report.author = transactionAuthor
    return report
  }

  /// Makes what was written the saved state.
  func settle() {
    for object in listed {
      if object._flags.contains(.deleted) {
        maps[object._batch.entity.rootIndex].remove(object._key)
      }
      object.dropValues()
      object._flags.remove([.inserted, .linksChanged, .listed])
      object._changes = PropertySet()
      object._state?.commit()
    }
    listed.removeAll(keepingCapacity: true)
    denials.removeAll()
    undoHistory?.markAll()
  }
}

extension ObjectState {
  /// Makes the present state the saved one.
  fileprivate final func commit() {
    for link in links { link.state.commit() }
  }
}
