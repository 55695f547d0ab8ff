// Both ends of a link have changes of their own in a step, as long as nobody else has changed one of
// them since: a save, a refresh or a read in between takes in what others did.

/// A to-one relationship that an undo is about to change, with the key that it has before.
struct UndoReference {
  let object: ManagedObject
  let relationship: CompiledRelationship
  let key: Int64
}

extension UndoChange {
  /// The to-one relationships that differ from what they were before the step, as they are now.
  var references: [UndoReference] {
    guard !changed.isEmpty, existed else { return [] }
    if object._flags.contains(.fault) { object.fire() }
    return object._batch.entity.relationships.compactMap { relationship in
      guard !relationship.isToMany, changed.contains(relationship.number),
        relationship.inverse != nil
      else { return nil }
      return UndoReference(
        object: object, relationship: relationship, key: object._reference(relationship.number))
    }
  }

  /// Gives the other ends of pairs what this end has.
  func settlePairs(in context: ManagedObjectContext) {
    guard !object._flags.contains(.deleted) else { return }
    for change in links {
      guard let relationship = object._batch.entity.relationship(change.number),
        relationship.inverse?.isToMany == true
      else { continue }
      let map = context.map(ofDestination: relationship)
      for key in change.joining + change.leaving {
        if let end = map.object(key)?.end(of: relationship), !end.object._flags.contains(.deleted) {
          LinkEnd(object, relationship).lead(end)
        }
      }
    }
  }
}

extension UndoReference {
  /// Lets the object that was led to forget this one, and the one that is led to again remember it;
  /// where that one has found another partner, both are left apart.
  func settle(in context: ManagedObjectContext) {
    let own = LinkEnd(object, relationship)
    guard own.key != key, !object._flags.contains(.deleted) else { return }
    if let old = end(key, in: context) { own.lead(old) }
    guard let new = end(own.key, in: context) else { return }
    if !new.isToMany { new.learn(of: own) }
    own.lead(new)
  }

  /// The object of a key that stays; of those that hold members, one that is known.
  private func end(_ key: Int64, in context: ManagedObjectContext) -> LinkEnd? {
    let links = LinkEditor(object, in: context)
    let other =
      relationship.inverse?.isToMany == true
      ? links.known(key, relationship) : links.present(key, relationship)
    guard let other, !other._flags.contains(.deleted) else { return nil }
    if other._flags.contains(.fault) { other.fire() }
    return other._flags.contains(.inaccessible) ? nil : other.end(of: relationship)
  }
}
