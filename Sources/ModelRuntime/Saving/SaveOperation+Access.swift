// Objects that could not be read, before anything is checked. Only what cannot be known stops a
// save: a row that could not be read is read again, and the changes of one that is gone are dropped.

extension SaveOperation {
  /// Settles the changes of objects that are inaccessible, and reads those again that are behind
  /// their rows.
  ///
  /// - Throws: `StoreError` when what a deleted object leads to still cannot be
  ///   read: its delete rules are not followed then.
  func settleInaccessible() throws {
    for object in context.listed
    where !object._flags.isDisjoint(with: [.fault, .inaccessible]) {
      // Nothing but who joined and left is known of it, and its rules are about to be checked.
      if object._flags.contains(.fault) { object.fire() }
      guard let kind = object.inaccessibilityKind else { continue }
      if kind == .unreadable { object.readAgain() }
      // A delete cannot throw: what could not be read then is followed here.
      if object._flags.contains(.deleted) {
        try followAgain(object)
      } else if object.inaccessibilityKind == .gone {
        drop(object)
      } else if object.inaccessibilityKind == .unreachable {
        object.becomeAccessible()
      }
    }
    try catchUp()
  }

  /// Reads objects again whose rows have changed and of whose own changes none is left to be written:
  /// no statement would ask what others made of them. What joined one that is gone is in conflict.
  private func catchUp() throws {
    var isAnyRead = false
    for object in context.listed where object._flags.contains(.outdated) {
      guard object._flags.isDisjoint(with: [.inserted, .deleted]), object.persistentChanges.isEmpty
      else { continue }
      // A parent may have what the store does not have yet.
      if try !context.source.isStore || object.storedTwin(in: context) != nil {
        isAnyRead = true
        ObjectRefresh(object, in: context).catchUp()
        if object.inaccessibilityKind == .gone { drop(object) }
      } else if object.changedLinks.allSatisfy(\.inserted.isEmpty) {
        context.forget(object, "it was deleted by somebody else")
      }
    }
    if isAnyRead { try cutOneWayLinks() }
  }

  /// Follows the delete rules that could not be followed.
  private func followAgain(_ object: ManagedObject) throws {
    // What is gone leads nowhere, and what is damaged reads no better a second time.
    guard object.inaccessibilityKind != .gone, object.inaccessibilityKind != .damaged else {
      return
    }
    if object.inaccessibilityKind == .unreachable { object.becomeAccessible() }
    if object.inaccessibilityKind == nil { Deletion(context: context).followAgain(object) }
    if object.inaccessibilityKind == .unreadable || object.inaccessibilityKind == .unreachable,
      let error = object.accessError, error.reason != .inaccessible
    {
      throw error
    }
  }
}
