/// A single save of a context, from checks and conflict resolution to the report.
///
/// The operation holds the state that is needed only during the save. Its
/// target is the context's source: a store, or a parent context, for which the
/// steps that write rows are skipped.
///
/// ```
/// listed objects → willSave → ChangeSet → check → write → settle → report
///                                ↑                  │
///                                └── resolve ←──────┘ conflict
/// ```
final class SaveOperation {
  // Invariants:
  // 1. The objects of the context change only in three places: in the handling of
  //    objects that have been deleted or are older than their rows, in the resolution
  //    of conflicts, and in `settle()`, after which no step can fail.
  // 2. All statements run in one transaction, and a conflict ends it: the policy is
  //    called without a lock, and then all changes are checked and written again.
  // 3. Observers are notified of the save after it has been settled.

  let context: ManagedObjectContext
  let policy: any MergePolicy
  var store: PersistentStore { context.store }
  var connection: StoreConnection { context.connection }

  /// The object whose row could not be written, which the error message names;
  /// nil if there is none.
  var unwritten: ManagedObject?
  /// True if the rules of the model are checked.
  var checksRules = true
  /// True if unique values are written in two steps, because objects exchange them.
  var clearsUniqueValues = false
  /// The IDs of new objects that were merged into other objects, with the IDs
  /// of the objects into which they were merged.
  var replaced: [ObjectID: ObjectID] = [:]
  /// The new objects that are about to be merged into other objects.
  var disappearing: [Disappearance] = []
  /// The previous save, if its outcome was unknown and it was committed;
  /// otherwise nil.
  var made: UnsettledSave?
  /// The row that shows whether the last transaction was committed; nil if the
  /// transaction wrote only pairs, because writing pairs again has no effect.
  var witness: CommitWitness?
  /// The IDs of objects whose derived attributes have changed.
  var derivedIDs: Set<ObjectID> = []
  /// True if hooks were called, which may have changed objects.
  var hasCalledHooks = false
  /// The deleted objects that the last resolution of conflicts inserted again.
  var returned: [ManagedObject] = []

  init(_ context: ManagedObjectContext, _ policy: any MergePolicy) {
    self.context = context
    self.policy = policy
  }

  /// Saves all changes; if the save fails, throws an error and leaves the state
  /// unchanged.
  ///
  /// - Throws: The errors of `ManagedObjectContext.save()`.
  func run(into target: some SaveTarget) throws {
    guard !context.isRunningBatch else { throw StoreError(.busy, "a batch operation is running") }
    guard !context.isSaving else {
      throw StoreError(
        .busy, "a save of this context is running: what its hooks change is saved with it")
    }
    guard !context.isHalfway else {
      throw StoreError(
        .busy, "the context cannot be saved by a hook of a deletion or an undo; save afterwards")
    }
    try refuseEndlessNesting()
    // Keys are required before they are used in links, hooks and reports.
    try context.reserveMissingKeys()
    // The changes so far become an undo step, to which changes made by hooks are added.
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
    // A context that inserts and never reads would otherwise keep all of its objects.
    for map in context.maps { map.sweepIfGrown() }
    target.publish(report, of: self)
    // A hook can itself save; observers are notified of that save after this one.
    context.changeHandlers.enqueue(ContextChange(saved: report))
    if tellsHooks { callDidSave(changes.written) }
    context.changeHandlers.callWaiting()
    target.tellObservers(of: report)
    context.tellFollowers()
    target.tellFollowers()
  }

  /// Calls hooks, and checks and writes the changes. Hooks and closures of the
  /// program that are called by this cannot save the context.
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

  /// Returns the report of the written changes; an empty report if there are no
  /// observers.
  private func report(of changes: ChangeSet) -> SaveReport {
    // A report lists every object, so it is created only if it is needed.
    guard context.source.isWatched || !context.changeHandlers.isEmpty else { return SaveReport() }
    var report = changes.report
    let known = Set(report.inserted + report.updated)
    report.updated += derivedIDs.subtracting(known)
    report.replaced = replaced
    report.author = context.transactionAuthor
    return report
  }

  /// Makes the values that were written the saved state of all objects.
  func settle() {
    context.journal?.noteSave()
    for object in context.listed {
      // This includes objects that were inserted and deleted between two saves, for
      // which there was no statement.
      if object._flags.contains(.deleted) {
        context.maps[object._batch.entity.rootIndex].remove(object._key)
      }
      object.dropValues()
      object._flags.remove([.inserted, .linksChanged, .listed, .indexed, .outdated])
      object._changes = PropertySet()
      for link in object._state?.links ?? [] { link.commit() }
    }
    context.changes.removeAll()
    context.denials.removeAll()
    context.recorder?.markAll()
    context.recorder?.noteSave()
  }
}
