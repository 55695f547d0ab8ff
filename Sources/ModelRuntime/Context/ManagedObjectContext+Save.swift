internal import ModelSchema

extension ManagedObjectContext {
  /// Writes all changes in one transaction.
  ///
  /// Deletes go first, then updates, then new rows, each kind by entity; what
  /// was set but does not differ is not written. After a failure the store and
  /// the context are as they were, and the save can be tried again.
  ///
  /// - Throws: `ValidationError` when objects break rules of the model;
  ///   `ObjectPredicateError` when a check of the model cannot be evaluated;
  ///   `StoreError` when a value is not unique (`.notUnique`), a row was
  ///   changed or deleted by somebody else (`.conflict`), or the store cannot
  ///   be written.
  /// - Complexity: O(changes), however many objects the context holds.
  public func save() throws {
    if let failure = keyFailure { throw failure }
    guard !isRunningBatch else { throw StoreError(.busy, "a batch operation is running") }
    mergePendingChanges()
    guard hasChanges else { return }
    try callWillSave()
    let changes = ChangeSet(listed)
    try check(changes)
    defer { written = nil }
    do {
      try store.writing(connection) { try write(changes) }
    } catch {
      throw saveError(error)
    }
    for (object, _) in changes.updates { object._version += 1 }
    for object in changes.inserts { object._version = 1 }
    let report = report(of: changes)
    settle()
    store.board.post(report, from: inbox)
    if store.model.hasDidSaveHooks { callDidSave(changes.written) }
    changeHandlers.call(ContextChange(saved: report))
  }

  private func report(of changes: ChangeSet) -> SaveReport {
    guard store.board.isWatched || !changeHandlers.isEmpty else { return SaveReport() }
    var report = SaveReport()
    report.inserted = changes.inserts.map(\.objectID)
    report.updated = changes.updated.map(\.objectID)
    report.deleted = changes.deletes.map(\.objectID)
    report.author = transactionAuthor
    return report
  }

  /// Makes what was written the saved state.
  private func settle() {
    for object in listed {
      if object._flags.contains(.deleted) {
        maps[object._group.entity.rootIndex].remove(object._key)
      }
      object.dropValues()
      object._flags.remove([.inserted, .linksChanged, .listed])
      object._changes = PropertySet()
      object._state?.commit()
    }
    listed.removeAll(keepingCapacity: true)
    denials.removeAll()
  }
}

extension ObjectState {
  /// Makes the present state the saved one.
  fileprivate final func commit() {
    for link in links { link.state.commit() }
  }
}
