// Both ends of a link have changes of their own in a step, as long as nobody else has changed one of
// them since: a save, a refresh or a read in between takes in what others did.

/// A to-one relationship that an undo is about to change, with the key that it has before.
struct UndoReference {
  let object: ManagedObject
  let relationship: CompiledRelationship
  let inverse: CompiledRelationship.Inverse
  let key: Int64
}

extension UndoChange {
  /// The to-one relationships that differ from what they were before the step, as they are now.
  var references: [UndoReference] {
    guard !changed.isEmpty, existed else { return [] }
    if object._flags.contains(.fault) { object.fire() }
    return object._batch.entity.relationships.compactMap { relationship in
      guard !relationship.isToMany, changed.contains(relationship.number),
        let inverse = relationship.inverse
      else { return nil }
      return UndoReference(
        object: object, relationship: relationship, inverse: inverse,
        key: object._reference(relationship.number))
    }
  }

  /// Gives the other ends of pairs what this end has.
  func settlePairs(in context: ManagedObjectContext) {
    guard !object._flags.contains(.deleted) else { return }
    for change in links {
      guard let relationship = object._batch.entity.relationship(change.number),
        let inverse = relationship.inverse, inverse.isToMany
      else { continue }
      let members = object.members(relationship)
      let map = context.map(ofDestination: relationship)
      for other in (change.joining + change.leaving).compactMap({ map.object($0) })
      where !other._flags.contains(.deleted) {
        let isMember = members.contains(other._key)
        guard other.remembers(object, inverse) != isMember else { continue }
        if isMember {
          other.remember(object, inverse)
        } else {
          other.forget(object, inverse)
        }
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
    if let old = end(key, in: context), old.remembers(object, inverse) {
      old.forget(object, inverse)
    }
    guard let new = end(now, in: context) else { return }
    if !inverse.isToMany { new.learn(of: object, inverse.number, by: relationship.number) }
    guard !new.remembers(object, inverse) else { return }
    if !inverse.isToMany, new._reference(inverse.number) != 0 {
      object.setReference(relationship.number, 0)
    } else {
      new.remember(object, inverse)
    }
  }

  /// The object of a key that stays; of those that hold members, one that is known.
  private func end(_ key: Int64, in context: ManagedObjectContext) -> ManagedObject? {
    guard key != 0 else { return nil }
    let entity = context.store.model.entities[relationship.destinationIndex]
    let object =
      inverse.isToMany
      ? context.map(ofDestination: relationship).object(key)
      : try? context.objectOrFault(key, of: entity)
    guard let object, !object._flags.contains(.deleted) else { return nil }
    if object._flags.contains(.fault) { object.fire() }
    return object._flags.contains(.inaccessible) ? nil : object
  }
}
