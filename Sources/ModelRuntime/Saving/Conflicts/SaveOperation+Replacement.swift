// A new object with the unique values of another object is merged into it: the other
// object keeps its identity, the policy determines the values, and references to the
// new object are redirected to the other one.

extension SaveOperation {
  /// A new object that is merged into another object, and then removed.
  struct Disappearance {
    let object: ManagedObject
    let other: ManagedObject
    /// True if references to the object are redirected to the other object;
    /// otherwise, they are cleared.
    let isFollowed: Bool
  }

  /// Transfers the values and relationships of a new object to the object into
  /// which it is merged.
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
      for relationship in other._batch.entity.relationships where !context.isOfBatch {
        // The same number can denote another relationship outside the common parent
        // entity.
        let isShared = new._batch.entity.relationship(relationship.number)?.name
        if isShared == relationship.name {
          takeRelationship(
            relationship, of: new, by: other, resolution, isMine: names.contains(relationship.name))
        }
      }
      set(resolution, on: other)
    }
    for relationship in new._batch.entity.relationships {
      for end in new.relatedEnds(relationship) { end.leave(new) }
    }
    disappearing.append(
      Disappearance(object: new, other: other, isFollowed: resolution != .theirs))
  }

  /// Removes all merged objects from the context. They are removed together,
  /// because any unsaved object may refer to any of them, and an import can
  /// have thousands of both.
  func forgetReplaced() {
    guard !disappearing.isEmpty else { return }
    redirect()
    context.unlist(disappearing.map(\.object))
    for gone in disappearing {
      // The report maps the ID of the new object to that of the other one.
      replaced[gone.object.objectID] = gone.other.objectID
      context.forget(
        gone.object, "it was merged into p\(gone.other._key), which has the same unique values")
    }
    disappearing = []
  }

  private func takeAttributes(
    of new: ManagedObject, by other: ManagedObject, _ names: Set<String>
  ) {
    for property in other._batch.entity.properties
    where property.isStoredInRow && names.contains(property.name) {
      // An object of the parent's class does not have a subentity's property.
      guard property.description.attribute != nil,
        new._batch.entity.property(named: property.name)?.number == property.number
      else { continue }
      other.take(property, from: new)
    }
  }

  /// Transfers a relationship of a new object to the object into which it is
  /// merged. A to-one relationship gets the new object's value if the policy
  /// requires it, or if the other object has no value. A to-many relationship
  /// gets the members of both objects, or only the members of the new object if
  /// it replaces all values.
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

  /// Redirects relationships without an inverse from merged objects to the
  /// objects into which they were merged, or clears them.
  private func redirect() {
    var heirs: [Int: [Int64: Int64]] = [:]
    for gone in disappearing {
      let key = gone.isFollowed ? gone.other._key : 0
      heirs[gone.object._batch.entity.rootIndex, default: [:]][gone.object._key] = key
    }
    context.redirectOneWayLinks { relationship, key in
      let destination = store.model.entities[relationship.destinationIndex]
      return heirs[destination.rootIndex].flatMap { heir(of: key, among: $0, destination) }
    }
  }

  /// Returns the key of the object into which the object with the given key was
  /// merged; 0 if a relationship to it must be cleared, or nil if it was not
  /// merged.
  ///
  /// If values are unique among all objects of a parent entity, the other object can
  /// belong to a sibling entity, to which not every relationship can lead.
  private func heir(
    of key: Int64, among heirs: [Int64: Int64], _ destination: CompiledEntity
  ) -> Int64? {
    guard var heir = heirs[key] else { return nil }
    // That object may itself have been merged into another one.
    for _ in heirs {
      guard let next = heirs[heir] else { break }
      heir = next
    }
    let object = context.maps[destination.rootIndex].object(heir)
    return object.map { destination.family.contains($0._batch.entity.index) } == true ? heir : 0
  }
}
