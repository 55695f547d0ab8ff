/// One end of a link: an object, and its relationship to the objects at the other end.
///
/// The object and the relationship belong together, because the same property
/// number can denote different properties in two entities with the same root.
/// The other end is therefore created from the object at that end, for the
/// object's own entity.
struct LinkEnd {
  let object: ManagedObject
  let relationship: CompiledRelationship

  init(_ object: ManagedObject, _ relationship: CompiledRelationship) {
    self.object = object
    self.relationship = relationship
  }

  var number: Int { relationship.number }
  var isToMany: Bool { relationship.isToMany }

  /// The key of a to-one relationship.
  var key: Int64 { object._reference(number) }

  /// The known members of a to-many relationship; nil if they are neither
  /// loaded nor changed.
  var link: LinkState? { object._state?.knownLink(number) }

  /// Returns whether the object refers to the given object. Members that are
  /// not known are read for this.
  func names(_ other: ManagedObject) -> Bool {
    if object._flags.contains(.fault) { object.fire() }
    return isToMany ? object.isMember(other._key, of: relationship) : key == other._key
  }

  /// The keys of objects to which a reference has been added since the last save.
  var newKeys: KeyList {
    if isToMany { return link?.inserted ?? KeyList() }
    return key == 0 || !object._changes.contains(number) ? KeyList() : KeyList([key])
  }

  /// Adds a reference to the given object.
  func join(_ other: ManagedObject) {
    if !isToMany {
      object.setReference(number, other._key)
    } else if object._flags.contains(.carrier) {
      // A batch insert does not write to-many relationships, but reports the change
      // because of this flag.
      object._flags.insert(.linksChanged)
    } else {
      object.changeLink(number) { $0.insert(other._key) }
    }
  }

  /// Adds the given object as a member again, although it is no longer a member
  /// in the store.
  func joinAgain(_ other: ManagedObject) {
    object.changeLink(number) { $0.joinAgain(other._key) }
  }

  /// Reverses the removal of the given object, which makes it a member again.
  func returnBack(_ other: ManagedObject) {
    object.changeLink(number) { $0.insertBack(other._key) }
  }

  /// Removes the reference to the given object, if there is one.
  func leave(_ other: ManagedObject) {
    if isToMany || names(other) { forget(other._key) }
  }

  /// Removes the reference to a key, even if the object with this key no longer exists.
  func forget(_ key: Int64) { replace(key, with: 0) }

  /// Replaces a key to which the object refers with another key, or removes it
  /// if the new key is 0.
  func replace(_ key: Int64, with other: Int64) {
    if !isToMany {
      object.setReference(number, other)
    } else if other == 0 {
      object.changeLink(number) { $0.remove(key) }
    } else {
      object.changeLink(number) { $0.replace(key, with: other) }
    }
  }
}

extension ManagedObject {
  /// Returns the object's end of the inverse of a relationship; nil if the
  /// relationship has no inverse, or does not refer to objects of this entity.
  final func end(of relationship: CompiledRelationship) -> LinkEnd? {
    guard let inverse = relationship.inverse,
      let own = _batch.entity.relationship(inverse)
    else { return nil }
    return LinkEnd(self, own)
  }
}

extension _ObjectContext {
  /// Returns the other ends of an object's relationship, for the related
  /// objects that are in the context.
  final func ends(of object: ManagedObject, _ relationship: CompiledRelationship) -> [LinkEnd] {
    let map = map(ofDestination: relationship)
    guard map.count > 0 else { return [] }
    return object.keys(of: relationship).compactMap { map.object($0)?.end(of: relationship) }
  }

  /// Returns the ends of the inverse of a relationship at objects that have
  /// unsaved changes.
  final func changedEnds(of relationship: CompiledRelationship) -> some Sequence<LinkEnd> {
    listed.lazy.compactMap { $0.end(of: relationship) }
  }
}

// MARK: - One-to-one

extension LinkEnd {
  /// Unlinks the current partner of a one-to-one relationship, unless it is the
  /// given object.
  func releasePartner(for other: ManagedObject) {
    if object._flags.contains(.fault) { object.fire() }
    if key == other._key, let end = other.end(of: relationship) { learn(of: end) }
    guard key != 0, key != other._key, let partner = object.partnerEnd(of: relationship) else {
      return
    }
    partner.learn(of: self)
    // The partner may already refer to another object.
    partner.leave(object)
  }

  /// Reads the object again if its saved end of a one-to-one relationship does
  /// not agree with the saved end of its partner. In that case, another context
  /// has linked or separated the two objects after this object was read.
  func learn(of partner: LinkEnd) {
    guard object._flags.isDisjoint(with: [.fault, .inserted, .deleted, .inaccessible]),
      disagrees(with: partner)
    else { return }
    object.readAnew(besides: number)
  }

  /// Returns whether only one of the saved ends of a one-to-one relationship refers to
  /// the other.
  func disagrees(with partner: LinkEnd) -> Bool {
    (partner.savedKey == object._key) != (savedKey == partner.object._key)
  }

  /// The key of a to-one relationship as it was read.
  var savedKey: Int64 {
    object.committed.map { object.twin($0)._reference(number) } ?? (object.isInserted ? 0 : key)
  }
}
