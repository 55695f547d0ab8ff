// A save into the store runs in one transaction, and again after every conflict that
// the policy resolves.

extension StoreSource {
  func write(_ operation: SaveOperation) throws -> ChangeSet {
    // An open read transaction cannot become a write transaction after another write,
    // since its snapshot is too old then (SQLITE_BUSY_SNAPSHOT).
    try connection.withoutPin {
      try operation.writingUntilAgreed { changes in
        try store.saving(connection, joins: changes.isSmall) { [self] writer in
          try over(writer, operation.context) { try operation.write(changes) }
          return operation.witness
        }
      }
    }
  }

  /// Runs a closure with another connection than the context's own, since a save can be
  /// written in the transaction of another connection.
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
  /// True if a failed save may have been committed.
  func isOutcomeUnknown(of error: any Error) -> Bool {
    if let error = error as? SQLiteError { return error.isOutcomeUnknown }
    // The connection to an incremental store can be lost between the commit and its
    // answer.
    guard !context.source.hasRows, let error = error as? StoreError else { return false }
    return error.reason == .ioFailure && !error.isUndone
  }

  /// The number of attempts at a save if others save in between.
  ///
  /// Without a limit a save might never end while others save continuously.
  private static var attempts: Int { 16 }

  /// Checks and writes the changes, and repeats this after every conflict that the
  /// policy resolves.
  ///
  /// - Parameter write: Writes all changes into the store; writes nothing if it throws.
  func writingUntilAgreed(_ write: (ChangeSet) throws -> Void) throws -> ChangeSet {
    try settleDoubt()
    var attempt = 1
    while true {
      let changes = try checkedChanges()
      do {
        try write(changes)
        // The versions change only after the commit, since until then the rows have the
        // versions with which objects were read.
        for (object, _) in changes.updates { object._version = object._version.nextVersion }
        for object in changes.inserts { object._version = object._version.nextVersion }
        return changes
      } catch {
        // The next save determines the outcome before it writes: see `settleDoubt()`.
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
