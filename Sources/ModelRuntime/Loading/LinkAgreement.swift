// The ends of a link are loaded by separate statements, and others can save in between.
// Newly loaded values are therefore compared with the other end, if that is loaded:
//
// 1. The older end is discarded if it has no changes, and read again when it is next
//    used.
// 2. An end that was changed in this context is kept, and the newly loaded end is made
//    to agree with it.

extension ManagedObjectContext {
  /// Replaces the values of an object with the values that were read from the
  /// context's source.
  func receive(_ object: ManagedObject, _ replace: () -> Void) {
    let before = mayBeBehind ? object._copyValues() : nil
    replace()
    if mayBeBehind { arrivals.append(.values(object, before: before)) }
  }

  /// Updates an object whose deletion has been undone. While it was deleted, it
  /// kept its values.
  func receiveBack(_ object: ManagedObject) {
    guard mayBeBehind else { return }
    object.unloadMembers()
    bringUpToDate(object)
  }

  /// Compares newly loaded values with the other ends of their relationships.
  /// Values that are read during a save are compared after the save.
  func settleArrivals() {
    while !arrivals.isEmpty, !isSaving {
      let arrived = arrivals
      arrivals = []
      settleNamesakes(arrived)
      for arrival in arrived {
        switch arrival {
        case .values(let object, let before): settle(object, before: before)
        case .members(let object, let relationship):
          if let members = object.loadedMembers(relationship.number) {
            settle(MemberLists([members]), of: [object], relationship)
          }
        }
      }
    }
  }

  /// Compares the keys of one-to-one relationships that were just loaded with
  /// the objects that refer to the loaded objects. The loaded keys may be null,
  /// or the keys of other objects.
  private func settleNamesakes(_ arrived: [Arrival]) {
    var arrivals: [ObjectIdentifier: (relationship: CompiledRelationship, ends: [Int64: LinkEnd])]
    arrivals = [:]
    for case .values(let object, _) in arrived {
      for relationship in object._batch.entity.relationships where !relationship.isToMany {
        guard let inverse = relationship.inverse, !inverse.isToMany else { continue }
        arrivals[ObjectIdentifier(relationship), default: (relationship, [:])]
          .ends[object._key] = LinkEnd(object, relationship)
      }
    }
    for (relationship, ends) in arrivals.values { settle(ends, relationship) }
  }

  /// Compares newly loaded ends of a relationship with the objects that refer
  /// to them.
  private func settle(_ ends: [Int64: LinkEnd], _ relationship: CompiledRelationship) {
    let partners = map(ofDestination: relationship).objects
    for partner in partners.compactMap({ $0.end(of: relationship) }) {
      for key in partner.knownKeys { ends[key]?.settle(with: partner, in: self) }
    }
  }

  func findsOtherMembers(
    than members: ArraySlice<Int64>, _ relationship: CompiledRelationship,
    of object: ManagedObject
  ) -> Bool {
    guard mayBeBehind, !isSaving, let inverse = relationship.inverse, !inverse.isToMany else {
      return false
    }
    let list = LinkEnd(object, relationship)
    let map = map(ofDestination: relationship)
    for member in members.compactMap({ map.object($0)?.end(of: relationship) })
    where member.key != object._key {
      member.settle(with: list, in: self)
    }
    return object.members(relationship).keys != members
  }

  private func settle(_ object: ManagedObject, before: AnyObject?) {
    let before = before.map { object.twin($0) }
    for relationship in object._batch.entity.relationships
    where !relationship.isToMany && relationship.inverse != nil {
      let end = LinkEnd(object, relationship)
      for key in Set([end.key, before?._reference(end.number) ?? 0]) where key != 0 {
        if let partner = map(ofDestination: relationship).object(key)?.end(of: relationship) {
          end.settle(with: partner, in: self)
        }
      }
    }
  }

  /// Compares the newly loaded members of a to-many relationship with its other
  /// ends.
  func settle(
    _ lists: MemberLists, of owners: [ManagedObject], _ relationship: CompiledRelationship
  ) {
    guard hasChanges || mayBeBehind else { return }
    let compares = mayBeBehind && !isSaving
    let map = map(ofDestination: relationship)
    var ends: [Int64: LinkEnd] = [:]
    // An object that is to be deleted keeps its members, so that they are still there
    // if the deletion is undone.
    for (place, owner) in owners.enumerated() where !owner._flags.contains(.deleted) {
      let end = LinkEnd(owner, relationship)
      ends[owner._key] = end
      for member in lists[place].compactMap({ map.object($0) }) {
        if member.isDeleted {
          end.leave(member)
        } else if compares, let partner = member.end(of: relationship) {
          end.settle(with: partner, in: self)
        }
      }
    }
    guard relationship.inverse != nil else { return }
    guard compares else {
      if mayBeBehind { arrivals += owners.map { .members($0, relationship) } }
      return
    }
    settle(ends, relationship)
  }
}

extension LinkEnd {
  /// The keys of the objects to which the end refers; empty if they are not
  /// loaded.
  fileprivate var knownKeys: [Int64] {
    if isToMany { return object.loadedMembers(number).map { Array($0) } ?? [] }
    return object._flags.contains(.fault) ? [] : [key]
  }

  /// Returns true if the end refers to the given object; nil if the end is not
  /// loaded.
  func isKnown(to other: ManagedObject) -> Bool? {
    guard object._flags.isDisjoint(with: [.deleted, .inaccessible]) else { return nil }
    if isToMany { return object.loadedMembers(number)?.contains(other._key) }
    return object._flags.contains(.fault) ? nil : key == other._key
  }

  /// Makes the end, which has just been loaded, agree with the end at its
  /// partner.
  func settle(with partner: LinkEnd, in context: ManagedObjectContext) {
    guard isApart(from: partner) else { return }
    partner.forgetWhatIsOlder(than: self, in: context)
    guard isApart(from: partner) else { return }
    let isNamed = isKnown(to: partner.object) == true
    if !partner.isToMany, !partner.isChanged {
      // Because of its other changes, the partner cannot be read again.
      context.receive(partner.object) {
        partner.object.setReference(partner.number, isNamed ? object._key : 0)
      }
      return
    }
    // Setting the reference back to the value that was read is also a change, because
    // another value has been stored since.
    if !partner.object.isInserted { context.noteOutdated(partner.object) }
    if isNamed {
      leave(partner.object)
    } else if isToMany || key == 0 {
      join(partner.object)
    } else {
      partner.leave(object)
    }
  }

  /// Returns whether both ends are loaded, and only one of them refers to the
  /// object at the other end.
  private func isApart(from partner: LinkEnd) -> Bool {
    guard let here = isKnown(to: partner.object), let there = partner.isKnown(to: object) else {
      return false
    }
    return here != there
  }

  /// Discards the loaded values of the end that are older than the values of
  /// another end. Changes made in this context are kept.
  private func forgetWhatIsOlder(than other: LinkEnd, in context: ManagedObjectContext) {
    if isToMany {
      if object._flags.contains(.observed) { object.noteObservedChange(number) }
      object.unloadMembers(number)
    } else if !isChanged {
      context.bringUpToDate(object)
    }
  }

  /// True if the key of a to-one relationship was changed in this context.
  private var isChanged: Bool {
    object._flags.contains(.inserted) || object.persistentChanges.contains(number)
  }
}
