// The way back from what changed to the objects of a list.

extension WatchedPaths {
  /// A Boolean value that says whether what was set may be something that the paths lead to.
  func areAffected(by changes: [Int: ChangeJournal.SetProperties]) -> Bool {
    if changes.keys.contains(where: follows) { return true }
    guard let change = changes[root.rootIndex] else { return false }
    guard let properties, let set = change.properties else { return true }
    return !properties.intersection(set).isEmpty
  }

  /// The objects from which a changed one is reached over a path.
  ///
  /// - Returns: nil where the way back is not known: a relationship has no
  ///   inverse, or the object's row is gone.
  func roots(of object: ManagedObject, over path: Path) -> [ManagedObject]? {
    var found = [object]
    for relationship in path.reversed() {
      guard relationship.inverse != nil else { return nil }
      var owners: [ManagedObject] = []
      // Of a family only those have an end that it leads to.
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
  /// The objects at the other end of a relationship, also of an object that will
  /// be deleted; nil where that is not known.
  fileprivate final func owners(_ relationship: CompiledRelationship) -> [ManagedObject]? {
    guard let context = _batch.context else { return nil }
    // The links of an object whose row is gone are those that were in memory.
    if isGone, relationship.isToMany {
      // One that was never saved has left those it was linked to, and they know.
      if _version == 0 { return [] }
      guard let known = loadedMembers(relationship.number) else { return nil }
      let map = context.map(ofDestination: relationship)
      return known.compactMap { map.object($0) }
    }
    if _flags.contains(.fault) { fire() }
    if _flags.contains(.inaccessible), !isGone { return nil }
    return related(relationship)
  }
}
