// A save whose commit failed in such a way that nobody could tell whether it was made, because the
// disk could not be read either. The next save looks first: what is in the store with the version
// and the values that the save would have given it was written by it. The version alone says
// nothing: whoever else has saved the row since gave it the same.

extension SaveOperation {
  /// Notes that nobody can tell whether changes were saved, and what they were.
  func noteDoubt(about changes: ChangeSet) {
    guard context.unsettledSave == nil else { return }
    context.unsettledSave = UnsettledSave(
      updating: changes.updates.map(\.object), deleting: changes.deletes, linking: changes.linked,
      witness: witness)
  }

  /// Takes over what a save before this one wrote, where it was made after all.
  ///
  /// - Throws: `StoreError` when the store still cannot be read.
  func settleDoubt() throws {
    guard let unsettled = context.unsettledSave else { return }
    try connection.translating {
      // What others have changed since leaves it no witness, and an object may be one.
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
        // All of it was, then: it is one transaction.
        made = unsettled
      }
    }
    context.unsettledSave = nil
  }

  /// Makes what was written the saved state of an object; what was changed since
  /// stays a change.
  private func takeOver(_ stored: ManagedObject, by object: ManagedObject) {
    let mine = object.twin(object._copyValues())
    rebase(object, on: stored._copyValues(), version: stored._version)
    object._flags.remove(.inserted)
    let changed = mine._changes(since: stored._copyValues())
    for property in object._batch.entity.properties
    where property.isStoredInRow && changed.contains(property.number) {
      object.take(property, from: mine)
    }
  }
}
