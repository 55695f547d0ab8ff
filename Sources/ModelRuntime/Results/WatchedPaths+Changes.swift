// The paths from changed objects back to the objects of a list.

extension WatchedPaths {
  /// Returns whether a changed property may be on one of the paths.
  func areAffected(by changes: [Int: ChangeJournal.SetProperties]) -> Bool {
    if changes.keys.contains(where: follows) { return true }
    guard let change = changes[root.rootIndex] else { return false }
    guard let properties, let set = change.properties else { return true }
    return !properties.intersection(set).isEmpty
  }

  /// Returns the objects from which a path leads to a changed object.
  ///
  /// - Returns: Nil if the path back is not known, because a relationship has no
  ///   inverse, or the object's row has been deleted.
  func roots(of object: ManagedObject, over path: Path) -> [ManagedObject]? {
    var found = [object]
    for relationship in path.reversed() {
      guard relationship.inverse != nil else { return nil }
      var owners: [ManagedObject] = []
      // Only objects of the relationship's destination have an end; other objects of
      // the family do not.
      for end in found.compactMap({ $0.end(of: relationship) }) {
        guard let some = end.object.owners(end.relationship) else { return nil }
        owners += some
      }
      found = owners
    }
    return found
  }
}

extension ManagedObject {
  /// Returns the objects at the other end of a relationship, even for an object that
  /// will be deleted; nil if they are not known.
  fileprivate final func owners(_ relationship: CompiledRelationship) -> [ManagedObject]? {
    guard let context = _batch.context else { return nil }
    // An object whose row has been deleted has only the links that were in memory.
    if isGone, relationship.isToMany {
      // An unsaved object has already been removed from its partners' relationships.
      if _version == 0 { return [] }
      guard let known = loadedMembers(relationship.number) else { return nil }
      return context.map(ofDestination: relationship).objects(known)
    }
    if _flags.contains(.fault) { fire() }
    if _flags.contains(.inaccessible), !isGone { return nil }
    return related(relationship)
  }
}
