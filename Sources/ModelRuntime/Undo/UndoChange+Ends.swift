// Both ends of a link have their own changes in a step, unless one of them has since
// been changed by others: a save, a refresh or a read in the meantime merges such
// changes.

/// A to-one relationship that an undo is about to change, and its key before the undo.
struct UndoReference {
  let own: LinkEnd
  let key: Int64
}

extension UndoChange {
  /// The to-one relationships that the step changed, with their current keys.
  var references: [UndoReference] {
    guard !changed.isEmpty, existed else { return [] }
    if object._flags.contains(.fault) { object.fire() }
    return object._batch.entity.relationships.compactMap { relationship in
      guard !relationship.isToMany, changed.contains(relationship.number),
        relationship.inverse != nil
      else { return nil }
      let own = LinkEnd(object, relationship)
      return UndoReference(own: own, key: own.key)
    }
  }

  /// Makes the other ends of many-to-many relationships consistent with the
  /// object's restored members.
  func settlePairs(in context: ManagedObjectContext) {
    guard !object._flags.contains(.deleted) else { return }
    for change in links {
      guard change.relationship.inverse?.isToMany == true else { continue }
      let map = context.map(ofDestination: change.relationship)
      for key in change.joining + change.leaving {
        let end = map.object(key)?.end(of: change.relationship)
        if let end, !end.object._flags.contains(.deleted) {
          LinkEnd(object, change.relationship).lead(end)
        }
      }
    }
  }
}

extension UndoReference {
  /// Removes the object from its previous partner, and adds it to the restored
  /// partner. If the restored partner has been linked to another object in the
  /// meantime, the two objects remain unlinked.
  func settle(in context: ManagedObjectContext) {
    guard own.key != key, !own.object._flags.contains(.deleted) else { return }
    if let old = end(key, in: context) { own.lead(old) }
    guard let new = end(own.key, in: context) else { return }
    if !new.isToMany { new.learn(of: own) }
    own.lead(new)
  }

  /// Returns the other end at the object with the given key; nil if the object
  /// is deleted, or if the other end is a to-many relationship and the object
  /// is not in memory.
  private func end(_ key: Int64, in context: ManagedObjectContext) -> LinkEnd? {
    let relationship = own.relationship
    let links = LinkEditor(own.object, in: context)
    let other =
      relationship.inverse?.isToMany == true
      ? links.known(key, relationship) : links.present(key, relationship)
    guard let other, !other._flags.contains(.deleted) else { return nil }
    if other._flags.contains(.fault) { other.fire() }
    return other._flags.contains(.inaccessible) ? nil : other.end(of: relationship)
  }
}
