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
      let members = object.members(relationship)
      let map = context.map(ofDestination: relationship)
      for key in change.joining + change.leaving {
        guard let end = map.object(key)?.end(of: relationship),
          !end.object._flags.contains(.deleted), end.names(object) != members.contains(key)
        else { continue }
        if members.contains(key) { end.join(object) } else { end.leave(object) }
      }
    }
  }
}

extension UndoReference {
  /// Lets the object that was led to forget this one, and the one that is led to again remember it;
  /// where that one has found another partner, both are left apart.
  func settle(in context: ManagedObjectContext) {
    let now = object._reference(relationship.number)
    guard now != key, !object._flags.contains(.deleted) else { return }
    if let old = end(key, in: context), old.names(object) { old.leave(object) }
    guard let new = end(now, in: context) else { return }
    if !new.isToMany { new.learn(of: LinkEnd(object, relationship)) }
    guard !new.names(object) else { return }
    if !new.isToMany, new.key != 0 {
      object.setReference(relationship.number, 0)
    } else {
      new.join(object)
    }
  }

  /// The object of a key that stays; of those that hold members, one that is known.
  private func end(_ key: Int64, in context: ManagedObjectContext) -> LinkEnd? {
    guard key != 0 else { return nil }
    let entity = context.store.model.entities[relationship.destinationIndex]
    let object =
      relationship.inverse?.isToMany == true
      ? context.map(ofDestination: relationship).object(key)
      : try? context.objectOrFault(key, of: entity)
    guard let object, !object._flags.contains(.deleted) else { return nil }
    if object._flags.contains(.fault) { object.fire() }
    return object._flags.contains(.inaccessible) ? nil : object.end(of: relationship)
  }
}
