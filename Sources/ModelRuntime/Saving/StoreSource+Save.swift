// A save into the store: in one transaction, and again after every conflict that
// the policy resolves.

extension StoreSource {
  func write(_ operation: SaveOperation) throws -> ChangeSet {
    // A read transaction that is open becomes a writing one only while nobody else has written
    // since: its snapshot would be too old (SQLITE_BUSY_SNAPSHOT).
    try connection.withoutPin {
      try operation.writingUntilAgreed { changes in
        try store.saving(connection, joins: changes.isSmall) { [self] writer in
          try over(writer, operation.context) { try operation.write(changes) }
          return operation.witness
        }
      }
    }
  }

  /// Runs the body over another connection than the context's own: a save is
  /// written into the transaction of whoever writes.
  private func over(
    _ writer: StoreConnection, _ context: ManagedObjectContext, _ body: () throws -> Void
  ) rethrows {
    guard writer !== connection else { return try body() }
    let own = connection
    defer { (connection, context.connection) = (own, own) }
    (connection, context.connection) = (writer, writer)
    try body()
  }

  func publish(_ report: SaveReport, of operation: SaveOperation) {
    operation.rereadDerived()
    store.notifications.post(report, from: operation.context.notificationQueue)
  }
}

extension SaveOperation {
  /// A Boolean value that says whether a save that failed may have been made.
  func isOutcomeUnknown(of error: any Error) -> Bool {
    if let error = error as? SQLiteError { return error.isOutcomeUnknown }
    // A store that is somewhere else can be lost between the commit and its answer.
    guard !context.source.hasRows, let error = error as? StoreError else { return false }
    return error.reason == .ioFailure && !error.isUndone
  }

  /// The number of times that a save is tried, where somebody else saves in
  /// between.
  ///
  /// Without an end a save could go on for ever beside somebody who saves all the time.
  private static var attempts: Int { 16 }

  /// Checks and writes the changes; after a conflict, what the policy makes of
  /// them.
  ///
  /// - Parameter write: Writes all changes into the store, or nothing.
  func writingUntilAgreed(_ write: (ChangeSet) throws -> Void) throws -> ChangeSet {
    try settleDoubt()
    var attempt = 1
    while true {
      let changes = try checkedChanges()
      do {
        try write(changes)
        // Only now: as long as nothing is committed the rows have the versions that objects were
        // read with.
        for (object, _) in changes.updates { object._version = object._version.nextVersion }
        for object in changes.inserts { object._version = object._version.nextVersion }
        return changes
      } catch {
        // The next save finds out, before it writes: see `settleDoubt()`.
        if isOutcomeUnknown(of: error) { noteDoubt(about: changes) }
        guard attempt < Self.attempts, SaveOperation.isConflict(error) else {
          throw saveError(error)
        }
        attempt += 1
        do {
          try resolveConflicts(of: changes, behind: error)
        } catch {
          throw saveError(error)
        }
      }
    }
  }
}
