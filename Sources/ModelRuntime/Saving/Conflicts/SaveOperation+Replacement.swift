// A new object that has the unique values of another one becomes that one: the
// other's identity stays, values go over as the policy says, and what led to the
// new object leads to the other.

extension SaveOperation {
  /// A new object that disappears in another one.
  struct Disappearance {
    let object: ManagedObject
    let other: ManagedObject
    /// Whether what led to the object leads to the other one.
    let isFollowed: Bool
  }

  /// Gives another object what a new one has, which will disappear in it.
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
    disappearing.append(
      Disappearance(object: new, other: other, isFollowed: resolution != .theirs))
  }

  /// Forgets the objects that became others, all at once: each can be led to from any object that
  /// is not saved yet, and an import may have thousands of both.
  func forgetReplaced() {
    guard !disappearing.isEmpty else { return }
    redirect()
    context.unlist(disappearing.map(\.object))
    for gone in disappearing {
      // Whoever holds the ID of the new object finds the other one by the report.
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

  /// Lets relationships without inverse lead to what objects became, or to nothing.
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

  /// The key of what an object became, 0 for nothing; nil where it did not disappear.
  ///
  /// Where the values are unique among all of a parent's objects that may be of a sibling entity,
  /// to which not every relationship can lead.
  private func heir(
    of key: Int64, among heirs: [Int64: Int64], _ destination: CompiledEntity
  ) -> Int64? {
    guard var heir = heirs[key] else { return nil }
    // What it became may have become another one in turn.
    for _ in heirs {
      guard let next = heirs[heir] else { break }
      heir = next
    }
    let object = context.maps[destination.rootIndex].object(heir)
    return object.map { destination.family.contains($0._batch.entity.index) } == true ? heir : 0
  }

  /// Lets everything forget an object that disappears.
  private func leaveRelationships(_ object: ManagedObject) {
    for relationship in object._batch.entity.relationships {
      for end in object.relatedEnds(relationship) { end.leave(object) }
    }
  }
}
