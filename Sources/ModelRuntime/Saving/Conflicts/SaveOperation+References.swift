// References between objects in this save and objects that others have deleted or
// related. SQLite checks them at the commit and does not name the row or column, so
// they are searched for afterwards:
//
//   SELECT Z_PK FROM ZITEM WHERE ZGROUP = ?     the objects that refer to a deleted object
//   SELECT 1 FROM ZBIN WHERE Z_PK = ?           the existence of a destination

extension SaveOperation {
  /// Returns the conflicts of references to objects that would not exist after
  /// the save.
  func referenceConflicts(_ changes: ChangeSet) throws -> [FoundConflict] {
    var found: [FoundConflict] = []
    for object in changes.deletes {
      let names = try object._batch.entity.relationships.filter {
        try !lateMembers($0, of: object).isEmpty
      }.map(\.name)
      // If the row has already been deleted, references to it do not need to be
      // cleared.
      if !names.isEmpty, let theirs = try object.storedTwin(in: context) {
        found.append(FoundConflict(.deletionOfReferenced(names), object, theirs: theirs))
      }
    }
    for object in changes.inserts + changes.updated {
      let names = try object._batch.entity.relationships.filter {
        try !lostKeys($0, of: object).isEmpty
      }.map(\.name)
      if !names.isEmpty {
        let theirs = try object.storedTwin(in: context)
        found.append(FoundConflict(.referenceToDeleted(names), object, theirs: theirs))
      }
    }
    return found
  }

  /// Returns the ends of the objects whose rows refer to an object that this
  /// save deletes, and would still refer to it after the save.
  private func lateMembers(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) throws -> [LinkEnd] {
    guard let inverse = relationship.inverse, !inverse.isToMany,
      relationship.deleteRule != .noAction
    else { return [] }
    let mapping = store.mapping.entities[relationship.destinationIndex]
    guard let column = mapping.column(inverse) else { return [] }
    let keys = try context.source.keys(
      of: mapping.entity, where: [(column, .integer(object._key))])
    return try keys.compactMap { key in
      // This updates an unchanged object in memory.
      try context.loadOne(key, of: mapping.entity)
      let other = context.map(ofDestination: relationship).object(key)
      // An object with changes is up to date, because it would otherwise be in
      // conflict.
      if let other, other._flags.contains(.listed), other.persistentChanges.isEmpty {
        context.refresh(other, mergeChanges: true)
        if other._flags.contains(.fault) { other.fire() }
      }
      return other.flatMap { $0._flags.contains(.deleted) ? nil : $0 }
    }.compactMap { $0.end(of: relationship) }.filter { $0.key == object._key }
  }

  /// Returns the new keys in an object's relationship for which there is no
  /// row.
  private func lostKeys(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) throws -> [Int64] {
    let entity = store.model.entities[relationship.destinationIndex]
    return try newKeys(relationship, of: object).filter { key in
      let other = context.maps[entity.rootIndex].object(key)
      // A reference to an object that is deleted in this save would not have a
      // destination after it either.
      if let other, other._flags.contains(.deleted) { return true }
      return try other?._flags.contains(.inserted) != true
        && !context.source.hasRow(key, of: entity)
    }
  }

  private func newKeys(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) -> KeyList {
    // Members whose rows contain the owner's key are checked separately, because the
    // reference belongs to them.
    relationship.storage == .inverseColumn ? KeyList() : LinkEnd(object, relationship).newKeys
  }

  // MARK: Resolution

  /// Applies the delete rules of a deleted object to objects that refer to it
  /// now.
  func deleteReferences(to object: ManagedObject) throws {
    for relationship in object._batch.entity.relationships {
      for end in try lateMembers(relationship, of: object) {
        switch relationship.deleteRule {
        case .nullify: end.leave(object)
        case .cascade: Deletion(context: context).delete(end.object)
        // The subsequent check finds the object among the members, and denies the
        // deletion.
        case .deny: object.unloadMembers(relationship.number)
        case .noAction: break
        }
      }
    }
  }

  /// Inserts the deleted destinations of an object again if they are in memory
  /// and if `isKept` returns true for the relationship; otherwise, clears the
  /// references to them.
  func settleReferences(of object: ManagedObject, where isKept: (String) -> Bool) throws {
    for relationship in object._batch.entity.relationships {
      let entity = store.model.entities[relationship.destinationIndex]
      for key in try lostKeys(relationship, of: object) {
        let other = context.maps[entity.rootIndex].object(key)
        // An object that has not been read has no values that could be inserted.
        if isKept(relationship.name), let other,
          other._flags.isDisjoint(with: [.deleted, .fault, .inaccessible])
        {
          insertAgain(other)
          continue
        }
        forgetGone(key, by: LinkEnd(object, relationship))
      }
    }
  }
}
