// The ends of a link are loaded by statements of their own, and others may save in between. So what
// has just come is compared with the other end, where that is loaded:
//
// 1. What is older and has no changes is forgotten, and read anew when it is next asked for.
// 2. What was changed here stays, and the end that has come follows it.

extension ManagedObjectContext {
  /// Replaces values of an object by those of the source.
  func receive(_ object: ManagedObject, _ replace: () -> Void) {
    let before = mayBeBehind ? object._copyValues() : nil
    replace()
    if mayBeBehind { arrivals.append(.values(object, before: before)) }
  }

  /// Brings an object up to date that was to be deleted, and stays: until now it kept what it knew.
  func receiveBack(_ object: ManagedObject) {
    guard mayBeBehind else { return }
    object.unloadMembers()
    bringUpToDate(object)
  }

  /// Compares what has come with the other ends; what a save reads, when it is done.
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

  /// Compares values that have come with those who name their objects in one-to-ones: of them the
  /// objects say nothing where they lead to nobody, or to somebody else.
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

  /// Compares ends that have come with those who name them.
  private func settle(_ ends: [Int64: LinkEnd], _ relationship: CompiledRelationship) {
    let partners = map(ofDestination: relationship).objects
    for partner in partners.compactMap({ $0.end(of: relationship) }) {
      for key in partner.knownKeys { ends[key]?.settle(with: partner, in: self) }
    }
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

  /// Compares members that have come with the other ends.
  func settle(
    _ lists: MemberLists, of owners: [ManagedObject], _ relationship: CompiledRelationship
  ) {
    guard hasChanges || mayBeBehind else { return }
    let compares = mayBeBehind && !isSaving
    let map = map(ofDestination: relationship)
    var ends: [Int64: LinkEnd] = [:]
    // Who is to be deleted keeps its members: a deletion that is taken back brings them back too.
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
  /// The keys that are loaded.
  fileprivate var knownKeys: [Int64] {
    if isToMany { return object.loadedMembers(number).map { Array($0) } ?? [] }
    return object._flags.contains(.fault) ? [] : [key]
  }

  /// True if the object names another one, as far as that is loaded; nil where it is not.
  func isKnown(to other: ManagedObject) -> Bool? {
    guard object._flags.isDisjoint(with: [.deleted, .inaccessible]) else { return nil }
    if isToMany { return object.loadedMembers(number)?.contains(other._key) }
    return object._flags.contains(.fault) ? nil : key == other._key
  }

  /// Makes the end, which has just come, and the other one agree.
  func settle(with partner: LinkEnd, in context: ManagedObjectContext) {
    guard isApart(from: partner) else { return }
    partner.forgetWhatIsOlder(than: self, in: context)
    guard isApart(from: partner) else { return }
    let isNamed = isKnown(to: partner.object) == true
    if !partner.isToMany, !partner.isChanged {
      // Its other changes are in the way of reading it anew.
      context.receive(partner.object) {
        partner.object.setReference(partner.number, isNamed ? object._key : 0)
      }
      return
    }
    // Should it get back the value that it was read with, that is a change of what is stored by now.
    if !partner.object.isInserted { context.noteOutdated(partner.object) }
    if isNamed {
      leave(partner.object)
    } else if isToMany || key == 0 {
      join(partner.object)
    } else {
      partner.leave(object)
    }
  }

  /// True if both ends are loaded and one of them names the other alone.
  private func isApart(from partner: LinkEnd) -> Bool {
    guard let here = isKnown(to: partner.object), let there = partner.isKnown(to: object) else {
      return false
    }
    return here != there
  }

  /// Forgets what was read, where it was not changed here.
  private func forgetWhatIsOlder(than other: LinkEnd, in context: ManagedObjectContext) {
    if isToMany {
      if object._flags.contains(.observed) { object.noteObservedChange(number) }
      object.unloadMembers(number)
    } else if !isChanged {
      context.bringUpToDate(object)
    }
  }

  /// True if the key of a to-one relationship was set here.
  private var isChanged: Bool {
    object._flags.contains(.inserted) || object.persistentChanges.contains(number)
  }
}
