internal import ModelSQLite
internal import ModelSchema

// A save into the store: in one transaction, and again after every conflict that
// the policy resolves.

extension StoreSource {
  /// The number of times that a save is tried, where somebody else saves in
  /// between.
  private static let attempts = 16

  func write(_ operation: SaveOperation) throws -> ChangeSet {
    let changes = try connection.withoutPin { try writeAndResolve(operation) }
    for (object, _) in changes.updates { object._version = object._version.nextVersion }
    for object in changes.inserts { object._version = 1 }
    return changes
  }

  /// Writes the changes; after a conflict, what the policy makes of them.
  private func writeAndResolve(_ operation: SaveOperation) throws -> ChangeSet {
    try operation.settleDoubt()
    var attempt = 1
    while true {
      let changes = ChangeSet(operation.context.listed)
      try operation.check(changes)
      do {
        try store.writing(connection) {
          try operation.write(changes)
          return changes.witness(store.mapping)
        }
        return changes
      } catch {
        if (error as? SQLiteError)?.isOutcomeUnknown == true { operation.context.isInDoubt = true }
        guard attempt < Self.attempts, SaveOperation.isConflict(error) else {
          throw operation.saveError(error)
        }
        attempt += 1
        do {
          try operation.resolveConflicts(of: changes, behind: error)
        } catch {
          throw operation.saveError(error)
        }
      }
    }
  }

  func publish(_ report: SaveReport, of operation: SaveOperation) {
    operation.rereadDerived()
    store.notifications.post(report, from: operation.context.notificationQueue)
  }

  /// Nothing: those who wait for reports were given this one.
  func tellObservers(of report: SaveReport) {}
  /// Nothing: a store has no followers but contexts.
  func tellFollowers() {}
}
