// The known members of to-many relationships. Members that have been read are kept in
// the identity map, for all owners together; after the first change, they are kept in a
// state of the object itself, never in both.

extension ManagedObject {
  /// The map that may contain the members of the object's relationships; nil
  /// for a new object, whose members were never read.
  private final var map: IdentityMap? {
    if _flags.contains(.inserted), _version == 0 { return nil }
    return _batch.context?.maps[_batch.entity.rootIndex]
  }

  // MARK: Members

  /// Returns the members of a to-many relationship; nil if they are not loaded.
  final func loadedMembers(_ number: Int) -> KeyList? { loadedMembers(number, in: map) }

  /// Returns the members of a to-many relationship; nil if they are not loaded.
  final func loadedMembers(_ number: Int, in map: IdentityMap?) -> KeyList? {
    if let link = _state?.knownLink(number) { return link.members }
    return map?.members(of: self, number).map { KeyList(distinct: $0) }
  }

  /// Returns the members of a to-many relationship, after loading them if necessary.
  ///
  /// - Parameter isWalk: True if the caller is going to use the members'
  ///   objects, which are then loaded together with the keys.
  final func members(_ relationship: CompiledRelationship, isWalk: Bool = false) -> KeyList {
    if let known = loadedMembers(relationship.number) { return known }
    // No row refers to an object that does not have a row itself.
    if _flags.contains(.inserted) {
      link(relationship.number).load(KeyList())
    } else if let context = _batch.context {
      do {
        try context.services.loadMembers(relationship, of: self, withObjects: isWalk)
      } catch {
        failAccess(.unreachable, error, relationship.name)
      }
    } else {
      markInaccessible("its context no longer exists")
    }
    return loadedMembers(relationship.number) ?? KeyList()
  }

  /// Returns the keys of the objects at the other end of a relationship.
  final func keys(of relationship: CompiledRelationship) -> [Int64] {
    if relationship.isToMany { return Array(members(relationship)) }
    let key = _reference(relationship.number)
    return key == 0 ? [] : [key]
  }

  /// Returns whether a key belongs to a member of a relationship.
  final func isMember(_ key: Int64, of relationship: CompiledRelationship) -> Bool {
    let members = members(relationship)
    // Only a state keeps the index of a long list.
    return members.isLong ? link(relationship.number).contains(key) : members.contains(key)
  }

  // MARK: States

  /// Returns the state of a to-many relationship that is about to be changed.
  /// The state is created if it does not exist.
  final func link(_ number: Int) -> LinkState {
    if let known = _state?.knownLink(number) { return known }
    let members = map?.takeMembers(of: self, number)
    let link = newLink(number)
    if let members { link.load(KeyList(distinct: members)) }
    return link
  }

  /// Creates the state of a to-many relationship.
  final func newLink(_ number: Int) -> LinkState {
    guard let relationship = _batch.entity.relationship(number) else {
      preconditionFailure("property \(number) of '\(entityName)' is no relationship")
    }
    return expandedState.link(relationship)
  }

  /// Returns the state of a to-many relationship; nil if nothing is known about it.
  final func knownLink(_ number: Int) -> LinkState? {
    if let known = _state?.knownLink(number) { return known }
    return map?.members(of: self, number) == nil ? nil : link(number)
  }

  /// The states of the to-many relationships whose members have been loaded or
  /// changed.
  final var knownLinks: [LinkState] {
    map?.handOverMembers(of: self)
    return _state?.links ?? []
  }

  /// The states of the to-many relationships whose members or order changed.
  final var changedLinks: [LinkState] {
    guard let state = _state else { return [] }
    return state.links.filter(\.hasChanges)
  }

  // MARK: Unloading

  /// Discards the members of the to-many relationship with the given number, or
  /// of all to-many relationships. Unsaved changes of the members are kept.
  final func unloadMembers(_ number: Int? = nil) {
    if let number {
      _state?.knownLink(number)?.unload()
    } else {
      for link in _state?.links ?? [] { link.unload() }
    }
    map?.removeMembers(of: self, number)
  }
}
