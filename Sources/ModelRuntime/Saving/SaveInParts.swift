// A save of more objects than fit in memory writes them part by part, in one
// transaction.
//
//   BEGIN IMMEDIATE
//   INSERT … part 1, then the objects leave the context
//   INSERT …, UPDATE … part 2, …
//   COMMIT, after the closure has checked the result
//
// Rules apply to the whole save and not to a part, because an object can be written
// before the objects that it requires. Parts are therefore not checked; the caller uses
// `validationFailures(of:)` at the end.

extension ManagedObjectContext {
  /// Runs a closure that writes its changes part by part. All changes are saved if the
  /// closure returns, and none if it throws.
  ///
  /// Objects of a written part no longer belong to the context and must be fetched
  /// again. Nothing is validated, and other contexts are notified only that the store
  /// has changed.
  ///
  /// - Parameter body: A closure that creates objects, and calls its argument to write
  ///   them.
  /// - Throws: Errors of the closure; `StoreError` if the context has changes or is a
  ///   child context, if a value is not unique (`.notUnique`), or if the store cannot
  ///   be written.
  package func saveInParts(_ body: (_ write: () throws -> Void) throws -> Void) throws {
    guard !hasChanges, source.isStore, !isRunningBatch, !isSaving else {
      throw StoreError(.busy, "a save in parts needs a context of the store without changes")
    }
    guard source.hasRows else {
      // An incremental store accepts only one save as a whole.
      defer { reset() }
      try body {}
      return try save()
    }
    var witness: CommitWitness?
    // From now on, keys are reserved within this transaction, because another
    // transaction would have to wait for it.
    connection.isWritingParts = true
    defer {
      connection.isWritingParts = false
      reset()
    }
    do {
      try store.writing(connection) {
        try body { witness = try writePart() ?? witness }
        witness = try writePart() ?? witness
        // Any row of the transaction is a witness of the commit; this one belongs to
        // the last part that has one.
        return witness
      }
    } catch let error as SQLiteError {
      throw connection.storeError(error)
    }
    var report = SaveReport()
    report.isExternal = true
    store.notifications.post(report, from: notificationQueue)
  }

  /// Writes all changes within the transaction, and removes all objects from
  /// the context.
  ///
  /// - Returns: A row that shows whether the changes were committed; nil if
  ///   there is none.
  private func writePart() throws -> CommitWitness? {
    guard hasChanges else { return nil }
    let operation = SaveOperation(self, mergePolicy)
    let changes = ChangeSet(listed)
    isSaving = true
    defer { isSaving = false }
    do {
      try operation.write(changes)
    } catch {
      throw operation.saveError(error)
    }
    operation.settle()
    reset()
    return operation.witness
  }
}
