// A save to the store runs in one transaction, which is repeated after every conflict
// that the policy resolves.

extension StoreSource {
  func write(_ operation: SaveOperation) throws -> ChangeSet {
    // An open read transaction cannot become a write transaction after another write,
    // because its snapshot is then out of date (SQLITE_BUSY_SNAPSHOT).
    try connection.withoutPin {
      try operation.writingUntilAgreed { changes in
        try store.saving(connection, joins: changes.isSmall) { [self] writer in
          try over(writer) { try operation.write(changes) }
          return operation.witness
        }
      }
    }
  }

  /// Runs a closure with the given connection instead of the context's own,
  /// because a save can be written in the transaction of another connection.
  private func over(_ writer: StoreConnection, _ body: () throws -> Void) rethrows {
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
  /// Returns whether a failed save may have been committed.
  func isOutcomeUnknown(of error: any Error) -> Bool {
    if let error = error as? SQLiteError { return error.isOutcomeUnknown }
    // The connection to an incremental store can be lost between the commit and the
    // response.
    guard !context.source.hasRows, let error = error as? StoreError else { return false }
    return error.reason == .ioFailure && !error.isUndone
  }

  /// The maximum number of attempts at a save if other contexts or programs
  /// save at the same time.
  ///
  /// Without a limit, a save might never end while others are saving.
  private static var attempts: Int { 16 }

  /// Checks and writes the changes, and repeats this after every conflict that the
  /// policy resolves.
  ///
  /// - Parameter write: A closure that writes all changes to the store. If it
  ///   throws an error, nothing has been written.
  func writingUntilAgreed(_ write: (ChangeSet) throws -> Void) throws -> ChangeSet {
    try settleDoubt()
    var attempt = 1
    while true {
      let changes = try checkedChanges()
      do {
        try write(changes)
        // The versions change only after the commit, because until then, the rows have
        // the versions with which the objects were read.
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
