// The handling of unreadable objects, before objects are checked. A row that could not
// be read is read again, and changes of an object whose row has been deleted are
// discarded; a save fails only if the state of a row cannot be determined.

extension SaveOperation {
  /// Handles the changes of inaccessible objects, and reads again the objects
  /// whose rows are newer.
  ///
  /// - Throws: `StoreError` if related objects of a deleted object still cannot be
  ///   read, so that its delete rules cannot be applied.
  func settleInaccessible() throws {
    for object in context.listed
    where !object._flags.isDisjoint(with: [.fault, .inaccessible]) {
      // Only the added and removed members of a fault are known, but its rules are
      // about to be checked.
      if object._flags.contains(.fault) { object.fire() }
      guard let kind = object.inaccessibilityKind else { continue }
      if kind == .unreadable { object.readAgain() }
      // A deletion cannot throw, so delete rules that could not be applied then are
      // applied here.
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

  /// Reads an object again if its row has changed in the store and this save
  /// does not write it, because no statement would detect the change. If the
  /// row has been deleted, new members of the object are in conflict.
  private func catchUp() throws {
    var isAnyRead = false
    for object in context.listed where object._flags.contains(.outdated) {
      guard object._flags.isDisjoint(with: [.inserted, .deleted]), object.persistentChanges.isEmpty
      else { continue }
      // A parent can contain objects that the store does not have yet.
      if try !context.source.isStore || object.storedTwin(in: context) != nil {
        isAnyRead = true
        ObjectRefresh(object, in: context).catchUp()
        if object.inaccessibilityKind == .gone { drop(object) }
      } else if object.changedLinks.allSatisfy(\.inserted.isEmpty) {
        context.forget(object, "it was deleted by another context or program")
      }
    }
    if isAnyRead { try cutOneWayLinks() }
  }

  /// Applies the delete rules of a deleted object that could not be applied
  /// when it was deleted, because related objects could not be read.
  private func followAgain(_ object: ManagedObject) throws {
    // An object whose row has been deleted has no related objects, and a damaged row
    // cannot be read the second time either.
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
