// A save of more objects than memory holds: they are written part by part, in one transaction.
//
//   BEGIN IMMEDIATE
//   INSERT … part 1, then the context forgets its objects
//   INSERT …, UPDATE … part 2, …
//   COMMIT, once the body has looked at what is there
//
// Rules hold for the whole, not for a part: an object can be written before what it needs. So a part
// is not checked; whoever writes in parts asks `validationFailures(of:)` at the end.

extension ManagedObjectContext {
  /// Runs a body that writes its changes part by part; all of them are saved
  /// when it returns, none when it throws.
  ///
  /// Objects of a part that was written belong to no context any more; they are
  /// fetched again where they are needed. Nothing is validated, and other
  /// contexts are told only that the store has changed.
  ///
  /// - Parameter body: Makes objects and calls its argument, which writes them.
  /// - Throws: What the body throws; `StoreError` when the context has changes or
  ///   is a child of another, when a value is not unique (`.notUnique`), or when
  ///   the store cannot be written.
  package func saveInParts(_ body: (_ write: () throws -> Void) throws -> Void) throws {
    guard !hasChanges, source.isStore, !isRunningBatch, !isSaving else {
      throw StoreError(.busy, "a save in parts begins without changes, in a context of the store")
    }
    guard source.hasRows else {
      // A store that is somewhere else takes one save, as a whole.
      defer { reset() }
      try body {}
      return try save()
    }
    var witness: CommitWitness?
    // Keys are reserved inside of this transaction from now on: to begin another would wait for it.
    connection.isWritingParts = true
    defer {
      connection.isWritingParts = false
      reset()
    }
    do {
      try store.writing(connection) {
        try body { witness = try writePart() ?? witness }
        witness = try writePart() ?? witness
        // Any row of the transaction witnesses the commit: here it is one of the last part that
        // wrote any.
        return witness
      }
    } catch let error as SQLiteError {
      throw connection.storeError(error)
    }
    var report = SaveReport()
    report.isExternal = true
    store.notifications.post(report, from: notificationQueue)
  }

  /// Writes all changes inside of the transaction, and forgets all objects.
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
