// References between what is saved here and what somebody else deleted or related. SQLite checks
// them at the commit and names neither row nor column, so they are looked for afterwards:
//
//   SELECT Z_PK FROM ZITEM WHERE ZGROUP = ?     who refers to an object that is deleted here
//   SELECT 1 FROM ZBIN WHERE Z_PK = ?           whether there is what is referred to here

extension SaveOperation {
  /// The references that would lead nowhere after the save.
  func referenceConflicts(_ changes: ChangeSet) throws -> [FoundConflict] {
    var found: [FoundConflict] = []
    for object in changes.deletes {
      let names = try object._batch.entity.relationships.filter {
        try !lateMembers($0, of: object).isEmpty
      }.map(\.name)
      // A row that is gone already needs nobody to let it go.
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

  /// The objects whose rows refer to one that is deleted here, and would go on
  /// to do so.
  private func lateMembers(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) throws -> [LinkEnd] {
    guard let inverse = relationship.inverse, !inverse.isToMany,
      relationship.deleteRule != .noAction
    else { return [] }
    let mapping = store.mapping.entities[relationship.destinationIndex]
    guard let column = mapping.column(inverse) else {
      return []
    }
    let keys = try context.source.keys(
      of: mapping.entity, where: [(column, .integer(object._key))])
    return try keys.compactMap { key in
      // Brings one that is held and clean up to date.
      try context.loadOne(key, of: mapping.entity)
      let other = context.map(ofDestination: relationship).object(key)
      // One with changes is up to date: else it would be in conflict.
      if let other, other._flags.contains(.listed), other.persistentChanges.isEmpty {
        context.refresh(other, mergeChanges: true)
        if other._flags.contains(.fault) { other.fire() }
      }
      return other.flatMap { $0._flags.contains(.deleted) ? nil : $0 }
    }.compactMap { $0.end(of: relationship) }.filter { $0.key == object._key }
  }

  /// The keys that a relationship of an object got here and that have no row.
  private func lostKeys(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) throws -> [Int64] {
    let entity = store.model.entities[relationship.destinationIndex]
    return try newKeys(relationship, of: object).filter { key in
      let other = context.maps[entity.rootIndex].object(key)
      // A reference to what is deleted here leads nowhere just the same after the save.
      if let other, other._flags.contains(.deleted) { return true }
      return try other?._flags.contains(.inserted) != true
        && !context.source.hasRow(key, of: entity)
    }
  }

  private func newKeys(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) -> [Int64] {
    // Members whose rows have the owner's key are looked at themselves, as those who refer.
    relationship.storage == .inverseColumn ? [] : LinkEnd(object, relationship).newKeys
  }

  // MARK: Resolving

  /// Does with the objects that came to refer to a deleted one what the delete
  /// rules say.
  func deleteReferences(to object: ManagedObject) throws {
    for relationship in object._batch.entity.relationships {
      for end in try lateMembers(relationship, of: object) {
        switch relationship.deleteRule {
        case .nullify: end.leave(object)
        case .cascade: Deletion(context: context).delete(end.object)
        // The check that follows finds it among the members, and refuses.
        case .deny: object.unloadMembers(relationship.number)
        case .noAction: break
        }
      }
    }
  }

  /// Inserts again what an object refers to and somebody else deleted, where
  /// `isKept` says so and it is known here; else lets the object forget it.
  func settleReferences(of object: ManagedObject, where isKept: (String) -> Bool) throws {
    for relationship in object._batch.entity.relationships {
      let entity = store.model.entities[relationship.destinationIndex]
      for key in try lostKeys(relationship, of: object) {
        let other = context.maps[entity.rootIndex].object(key)
        // Where nobody has read it there are no values that could be inserted.
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
