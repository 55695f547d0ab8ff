/// One save of a context: it checks, resolves, derives, writes and reports.
///
/// Everything that lives no longer than a save is kept here. What a save writes
/// into, the store or a parent, is the context's source; a save into a parent
/// skips what is about rows.
///
/// ```
/// listed objects → willSave → ChangeSet → check → write → settle → report
///                                ↑                  │
///                                └── resolve ←──────┘ conflict
/// ```
final class SaveOperation {
  // Invariants:
  // 1. The objects of the context change in three places only: where those are settled that are
  //    gone or behind their rows, where a policy resolves a conflict, and in `settle()`, which
  //    nothing that can fail follows.
  // 2. All statements run in one transaction, and a conflict ends it: a policy is asked while no
  //    lock is held, and then everything is checked and written anew.
  // 3. Whoever is told of the save finds it settled.

  let context: ManagedObjectContext
  let policy: any MergePolicy
  var store: PersistentStore { context.store }
  var connection: StoreConnection { context.connection }

  /// The object whose row could not be written, for the words of the error.
  var unwritten: ManagedObject?
  /// A Boolean value that says whether the rules of the model are checked.
  var checksRules = true
  /// A Boolean value that says whether unique values are written in two steps,
  /// since objects exchange them.
  var clearsUniqueValues = false
  /// The new objects that disappeared in others, which have their unique values.
  var replaced: [ObjectID: ObjectID] = [:]
  /// The new objects that are about to disappear.
  var disappearing: [Disappearance] = []
  /// The save before this one, where nobody could tell whether it was made, and it was.
  var made: UnsettledSave?
  /// A row that tells whether the last transaction was committed; nil where it wrote pairs alone,
  /// which can be written twice.
  var witness: CommitWitness?
  /// The objects whose derived attributes were computed anew.
  var derivedIDs: Set<ObjectID> = []
  /// A Boolean value that says whether hooks were called, which may have changed objects.
  var hasCalledHooks = false
  /// The objects that the last resolution of conflicts inserts again.
  var returned: [ManagedObject] = []

  init(_ context: ManagedObjectContext, _ policy: any MergePolicy) {
    self.context = context
    self.policy = policy
  }

  /// Saves, or leaves everything as it was and throws.
  ///
  /// - Throws: As `ManagedObjectContext.save()`.
  func run(into target: some SaveTarget) throws {
    guard !context.isRunningBatch else { throw StoreError(.busy, "a batch operation is running") }
    guard !context.isSaving else {
      throw StoreError(
        .busy, "a save of this context is running: what its hooks change is saved with it")
    }
    guard !context.isHalfway else {
      throw StoreError(
        .busy,
        "a delete or an undo of this context is being made: what its hooks change is saved after it"
      )
    }
    try refuseEndlessNesting()
    // Before anything that names objects by their keys: links, hooks, reports.
    try context.reserveMissingKeys()
    // What was changed until now is a step that can be undone, and what hooks are about to change
    // goes with it.
    context.recorder?.close()
    if context.source.isStore { context.mergePendingChanges() }
    context.tellFollowers()
    guard !context.changes.isEmpty else {
      context.recorder?.noteSave()
      return
    }
    let changes: ChangeSet
    do {
      changes = try writeChanges(into: target)
    } catch {
      context.settleArrivals()
      throw error
    }
    let report = report(of: changes)
    let tellsHooks = hasHook { !$0.didSave.isEmpty }
    settle()
    context.settleArrivals()
    target.publish(report, of: self)
    // A hook may save in turn: that is told of behind this one.
    context.changeHandlers.enqueue(ContextChange(saved: report))
    if tellsHooks { callDidSave(changes.written) }
    context.changeHandlers.callWaiting()
    target.tellObservers(of: report)
    context.tellFollowers()
    target.tellFollowers()
  }

  /// Calls hooks, checks and writes; none of the program's code that is called
  /// meanwhile can save the context.
  private func writeChanges(into target: some SaveTarget) throws -> ChangeSet {
    context.isSaving = true
    defer {
      if hasCalledHooks { context.recorder?.close() }
      context.isSaving = false
    }
    try settleInaccessible()
    try callWillSave()
    return try target.write(self)
  }

  /// The report of what the save wrote; empty where nobody is told.
  private func report(of changes: ChangeSet) -> SaveReport {
    // A report names every object; where nobody reads it, a save does not pay for that.
    guard context.source.isWatched || !context.changeHandlers.isEmpty else { return SaveReport() }
    var report = changes.report
    let known = Set(report.inserted + report.updated)
    report.updated += derivedIDs.subtracting(known)
    report.replaced = replaced
    report.author = context.transactionAuthor
    return report
  }

  /// Makes what was written the saved state.
  func settle() {
    context.journal?.noteSave()
    for object in context.listed {
      // Also those that were made and deleted between two saves, of which no statement knows.
      if object._flags.contains(.deleted) {
        context.maps[object._batch.entity.rootIndex].remove(object._key)
      }
      object.dropValues()
      object._flags.remove([.inserted, .linksChanged, .listed, .indexed, .outdated])
      object._changes = PropertySet()
      object._state?.commit()
    }
    context.changes.removeAll()
    context.denials.removeAll()
    context.recorder?.markAll()
    context.recorder?.noteSave()
  }
}

extension ObjectState {
  /// Makes the present state the saved one.
  fileprivate final func commit() {
    for link in links { link.commit() }
  }
}
