internal import ModelSchema

// A new object that has the unique values of another one becomes that one: the
// other's identity stays, values go over as the policy says, and what led to the
// new object leads to the other.

extension SaveOperation {
  /// Lets a new object disappear in another one.
  func replace(
    _ new: ManagedObject, by other: ManagedObject, _ conflict: SaveConflict,
    _ resolution: ConflictResolution
  ) {
    if resolution != .theirs {
      let names =
        if case .merged(let mine, _) = resolution { mine } else {
          Set(other._batch.entity.properties.map(\.name))
        }
      takeAttributes(of: new, by: other, names)
      for relationship in other._batch.entity.relationships {
        // Beyond the entity that both have in common the same number is another relationship.
        let isShared = new._batch.entity.relationship(relationship.number)?.name
        if isShared == relationship.name {
          takeRelationship(
            relationship, of: new, by: other, resolution, isMine: names.contains(relationship.name))
        }
      }
      set(resolution, on: other)
    }
    leaveRelationships(new)
    redirect(new, to: resolution == .theirs ? nil : other)
    // Whoever holds the ID of the new object finds the other one by the report.
    replaced[new.objectID] = other.objectID
    context.forget(new, "it was merged into p\(other._key), which has the same unique values")
  }

  private func takeAttributes(
    of new: ManagedObject, by other: ManagedObject, _ names: Set<String>
  ) {
    for property in other._batch.entity.properties
    where property.isStoredInRow && names.contains(property.name) {
      // A subentity's property is unknown to an object of the parent's class.
      guard property.description.attribute != nil,
        new._batch.entity.property(named: property.name)?.number == property.number
      else { continue }
      other.take(property, from: new)
    }
  }

  /// Takes over what a new object's relationship holds. A to-one is mine where
  /// the policy says so or the other has none. A to-many has the members of
  /// both; those of the new object alone when it replaces all.
  private func takeRelationship(
    _ relationship: CompiledRelationship, of new: ManagedObject, by other: ManagedObject,
    _ resolution: ConflictResolution, isMine: Bool
  ) {
    guard relationship.isToMany else {
      let key = new._reference(relationship.number)
      guard isMine || other._reference(relationship.number) == 0 else { return }
      if key == 0, resolution != .mine { return }
      let target = key == 0 ? nil : new.destination(relationship, key: key, in: context)
      other.relate(relationship, to: target)
      return
    }
    let members: [ManagedObject] = new.objects(of: relationship)
    if resolution == .mine {
      other.replace(relationship, with: members)
    } else {
      for member in members { other.add(member, to: relationship) }
    }
  }

  /// Lets relationships without inverse lead to another object, or to none: nothing at the object
  /// that disappears says who has it, but what leads to a new object is unsaved itself.
  ///
  /// Where the values are unique among all of a parent's objects the other may be of a sibling
  /// entity, to which not all of these relationships can lead.
  private func redirect(_ object: ManagedObject, to other: ManagedObject?) {
    let root = object._batch.entity.rootIndex
    for owner in context.listed where owner !== object {
      for relationship in owner._batch.entity.relationships
      where relationship.inverse == nil
        && store.model.entities[relationship.destinationIndex].rootIndex == root
      {
        let number = relationship.number
        let family = store.model.entities[relationship.destinationIndex].family
        let heir = other.flatMap { family.contains($0._batch.entity.index) ? $0._key : nil }
        if !relationship.isToMany {
          if owner._reference(number) == object._key {
            owner.setReference(number, heir ?? 0)
          }
        } else if owner._state?.knownLink(number)?.inserted.contains(object._key) == true {
          owner.replaceLink(object._key, with: heir, number)
        }
      }
    }
  }

  /// Lets everything forget an object that disappears.
  private func leaveRelationships(_ object: ManagedObject) {
    for relationship in object._batch.entity.relationships {
      guard let inverse = relationship.inverse else { continue }
      for other in object.related(relationship) { other.forget(object, inverse) }
    }
  }
}
