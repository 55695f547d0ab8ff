// A save to an incremental store passes all changes to the store as one value.
// Versions, conflicts and merge policies are the same as in any store; derived values
// are computed in memory, from rows that the store locks until the save ends.

extension IncrementalSource: SaveTarget {
  func write(_ operation: SaveOperation) throws -> ChangeSet {
    guard !isReadOnly else { throw StoreError(.readOnly, "the store is opened read-only") }
    return try withoutPin { try writeUnpinned(operation) }
  }

  private func writeUnpinned(_ operation: SaveOperation) throws -> ChangeSet {
    var derived = DerivedValues(operation.context, registers)
    let changes = try operation.writingUntilAgreed { changes in
      do {
        try incremental.save { lock in
          // The store may call the closure again after a restart.
          derived.restore()
          try derived.compute(for: changes, of: self, with: lock)
          return try storeChanges(changes, &derived, operation)
        }
      } catch {
        // This must happen while the objects still have the values that were sent, such
        // as rounded dates.
        if operation.isOutcomeUnknown(of: error) { operation.noteDoubt(about: changes) }
        // The values are restored before a merge policy changes the objects, because
        // its changes must be kept.
        derived.restore()
        throw error
      }
    }
    operation.derivedIDs = derived.ids(besides: changes)
    return changes
  }

  func publish(_ report: SaveReport, of operation: SaveOperation) {
    store.notifications.post(report, from: operation.context.notificationQueue)
  }

  // MARK: Changes for the store

  private func storeChanges(
    _ changes: ChangeSet, _ derived: inout DerivedValues, _ operation: SaveOperation
  ) throws -> StoreChanges {
    var result = StoreChanges()
    result.author = operation.context.transactionAuthor
    result.deletes = changes.deletes.map {
      StoreChanges.Delete(entity: entity(of: $0), key: $0._key, baseVersion: $0._version)
    }
    for (object, properties) in changes.updates {
      let all = properties.union(derived[object])
      result.updates.append(try row(object, all, &derived, version: object._version.nextVersion))
    }
    // The versions stay the same, because derived values never conflict with other
    // changes.
    for (object, properties) in derived.others(besides: changes) {
      result.updates.append(try row(object, properties, &derived, version: object._version))
    }
    result.inserts = try changes.inserts.map {
      try row($0, .all, &derived, version: $0._version.nextVersion)
    }
    for object in changes.linked {
      for link in object.changedLinks { try note(link, of: object, &result, operation) }
    }
    // The transaction of an earlier save in doubt, if it was committed, is in the history already.
    result.transaction = try transaction(
      of: operation.made.map(changes.without) ?? changes, derived, operation.context)
    return result
  }

  private func entity(of object: ManagedObject) -> StoreSchema.Entity {
    schema.entities[object._batch.entity.index]
  }

  private func row(
    _ object: ManagedObject, _ properties: PropertySet, _ derived: inout DerivedValues,
    version: Int32
  ) throws -> StoreChanges.Row {
    let register = try registers.register(object._batch.entity, properties)
    return StoreChanges.Row(
      entity: entity(of: object), key: object._key,
      baseVersion: object._flags.contains(.inserted) ? 0 : object._version, version: version,
      columns: register.columns,
      values: try derived.kept(
        try register.values(of: object), register.columns, of: object, entity(of: object),
        in: incremental))
  }

  private func note(
    _ link: LinkState, of object: ManagedObject, _ result: inout StoreChanges,
    _ operation: SaveOperation
  ) throws {
    guard let end = end(link.relationship, of: object._batch.entity) else { return }
    // Only one end of a many-to-many relationship writes the pairs.
    if case .pairs(let name, false) = end.place {
      let map = operation.context.map(ofDestination: link.relationship)
      result.removedLinks.add(link.removed.keys, of: object._key, name)
      // Deleted objects are left out, because without an inverse, the deletion does not
      // remove them from the owner.
      result.insertedLinks.add(
        link.inserted.filter { map.object($0)?._flags.contains(.deleted) != true },
        of: object._key, name)
    }
    guard end.isOrdered else { return }
    try takeOver(link, of: object, operation)
    result.orders.append(
      StoreChanges.Order(
        relationship: end, owner: object._key, members: Array(object.members(link.relationship))))
  }

  /// Merges the changes that other contexts or programs have saved into an
  /// ordered list, if it has been read.
  private func takeOver(
    _ link: LinkState, of object: ManagedObject, _ operation: SaveOperation
  ) throws {
    guard !object._flags.contains(.inserted), link.isRead else { return }
    if let merge = link.merge(with: try members(link.relationship, of: object)) {
      try operation.take(merge, into: link, of: object)
    }
  }
}

extension [StoreChanges.Link] {
  /// Adds pairs of an owner and its members to the pairs of a table.
  fileprivate mutating func add(
    _ members: some Collection<Int64>, of owner: Int64, _ name: String
  ) {
    guard !members.isEmpty else { return }
    let index = firstIndex { $0.pairs == name } ?? endIndex
    if index == endIndex { append(StoreChanges.Link(pairs: name)) }
    for member in members {
      self[index].owners.append(owner)
      self[index].members.append(member)
    }
  }
}
