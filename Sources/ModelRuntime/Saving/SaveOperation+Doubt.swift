// The outcome of a save is unknown if its commit failed and the disk could not be read
// either. The next save first determines the outcome: rows that have the version and
// the values of the save were written by it. The version alone is not sufficient,
// because another save of the row in the meantime would give it the same version.

extension SaveOperation {
  /// Records the changes of a save whose outcome is unknown.
  func noteDoubt(about changes: ChangeSet) {
    guard context.unsettledSave == nil else { return }
    context.unsettledSave = UnsettledSave(
      updating: changes.updates.map(\.object), deleting: changes.deletes, linking: changes.linked,
      witness: witness)
  }

  /// Determines the outcome of a previous save, if it is unknown. If the save
  /// was committed, its changes become the saved state of the objects.
  ///
  /// - Throws: `StoreError` if the store still cannot be read.
  func settleDoubt() throws {
    guard let unsettled = context.unsettledSave else { return }
    try connection.translating {
      // Others may have changed the witness row in the meantime; in that case, an
      // object below may serve as the witness.
      if try unsettled.witness?.isThere(in: connection) == true { made = unsettled }
      for object in context.listed where !object._flags.contains(.inaccessible) {
        let isDeleted = unsettled.hasDeleted(object)
        guard isDeleted || !object._flags.isDisjoint(with: [.inserted, .changed]) else { continue }
        guard let stored = try object.storedTwin(in: context) else {
          if isDeleted { made = unsettled }
          continue
        }
        guard !isDeleted, stored._version == object._version.nextVersion,
          unsettled.hasSent(stored, for: object)
        else { continue }
        takeOver(stored, by: object)
        // A save is one transaction, so all its changes were committed.
        made = unsettled
      }
    }
    context.unsettledSave = nil
  }

  /// Makes the values that were written the saved state of an object. Changes
  /// that were made after the save are kept as changes.
  private func takeOver(_ stored: ManagedObject, by object: ManagedObject) {
    let mine = object.twin(object._copyValues())
    rebase(object, on: stored._copyValues(), version: stored._version)
    object._flags.remove(.inserted)
    object.take(mine._changes(since: stored._copyValues()), from: mine)
  }
}
