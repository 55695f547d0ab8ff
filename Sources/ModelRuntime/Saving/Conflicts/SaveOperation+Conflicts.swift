// Conflicts are searched for only after a statement has failed, so a save without
// conflicts has no additional cost. All of them are found in one read transaction, so
// that a policy decides about a consistent state.

/// An object with conflicting changes, and a description of the conflict.
struct FoundConflict {
  let object: ManagedObject
  let conflict: SaveConflict
  /// The other object that already has the unique values; nil for other kinds
  /// of conflicts.
  var other: ManagedObject?
}

extension SaveOperation {
  /// Returns the conflicts of a change set with the store, and the conflicts
  /// between its own objects. The store is read in one consistent state.
  func findConflicts(_ changes: ChangeSet) throws -> [FoundConflict] {
    try connection.connection.transaction(.deferred) {
      var found: [FoundConflict] = []
      for (object, _) in changes.updates { found += try updateConflict(object, ofRow: true) }
      // If only links of an object changed, its row is not written. The row must exist,
      // with any version.
      let written = Set(changes.updates.map(\.object))
      for object in changes.linked where !object._flags.contains(.inserted) {
        if !written.contains(object) { found += try updateConflict(object, ofRow: false) }
      }
      // Another context may also have inserted the object again.
      for object in changes.inserts where object._version != 0 {
        guard let theirs = try object.storedTwin(in: context) else { continue }
        found.append(FoundConflict(.update, object, theirs: theirs))
      }
      for object in changes.deletes { found += try deletionConflict(object) }
      // Unique values are compared only if there are no other conflicts, which may
      // change the values.
      if found.isEmpty {
        var search = UniquenessSearch(context: context)
        found = try search.conflicts(changes)
      }
      if found.isEmpty { found = try referenceConflicts(changes) }
      return found
    }
  }

  /// Returns the conflict of an object that is written.
  ///
  /// - Parameter ofRow: True if the object's own row is written, so that its version
  ///   matters; false if only its links are.
  private func updateConflict(_ object: ManagedObject, ofRow: Bool) throws -> [FoundConflict] {
    guard let theirs = try object.storedTwin(in: context) else {
      return [FoundConflict(.updateOfDeleted, object, theirs: nil)]
    }
    let orders = try orderConflicts(object)
    let isCurrent = !ofRow || theirs._version == object._version
    return isCurrent && orders.isEmpty
      ? [] : [FoundConflict(.update, object, theirs: theirs, orders)]
  }

  /// Returns the ordered relationships of an object in which its moves conflict
  /// with those of other contexts or programs.
  private func orderConflicts(_ object: ManagedObject) throws -> [SaveConflict.Property] {
    try orderMerges(of: object).compactMap { link, merge in
      guard merge.isConflict else { return nil }
      func list(_ keys: [Int64]) -> ConstantValue {
        .list(keys.map { object.constant(of: $0, link.relationship, in: context) })
      }
      return SaveConflict.Property(
        base: list(merge.base), mine: list(merge.mine), theirs: list(merge.theirs),
        isChangedHere: true, isChangedThere: true, entity: object._batch.entity,
        number: link.number)
    }
  }

  /// Returns the changed ordered relationships of an object, merged with the order in
  /// the store.
  func orderMerges(of object: ManagedObject) throws -> [(LinkState, OrderMerge)] {
    try object.changedLinks.compactMap { link in
      guard link.isOrdered, link.isRead else { return nil }
      let stored = try context.source.members(link.relationship, of: object)
      return link.merge(with: stored).map { (link, $0) }
    }
  }

  /// Returns the conflict of a deletion with another version of the row. A missing row
  /// is not a conflict.
  private func deletionConflict(_ object: ManagedObject) throws -> [FoundConflict] {
    guard let theirs = try object.storedTwin(in: context), theirs._version != object._version else {
      return []
    }
    return [FoundConflict(.deletionOfUpdated, object, theirs: theirs)]
  }
}

extension FoundConflict {
  /// Creates the description of a conflict of an object with its row, or with another
  /// object.
  ///
  /// - Parameter orders: The ordered relationships with conflicting moves.
  init(
    _ kind: SaveConflict.Kind, _ object: ManagedObject, theirs: ManagedObject?,
    _ orders: [SaveConflict.Property] = []
  ) {
    var versions = ConflictVersions()
    versions.mine = object._copyValues()
    // Values of another entity have other fields and cannot be compared one by one.
    // They can conflict because of a constraint of a common parent entity.
    versions.theirs =
      theirs?._batch.entity.index == object._batch.entity.index ? theirs?._copyValues() : nil
    let isReturned = kind == .update && object._flags.contains(.inserted)
    // If both sides have inserted an object again, the existing row is the only saved
    // state.
    versions.base =
      object._flags.contains(.inserted)
      ? (isReturned ? versions.theirs : nil)
      : object.committed.map { object.twin($0)._copyValues() } ?? versions.mine
    versions.storedVersion = theirs?._version ?? 0
    let isUnique =
      switch kind {
      case .uniqueInsert, .uniqueUpdate: true
      default: false
      }
    self.object = object
    conflict = SaveConflict(
      kind: kind, objectID: object.objectID, otherID: isUnique ? theirs?.objectID : nil,
      properties: Self.properties(of: object, versions, isReturned: isReturned) + orders,
      versions: versions,
      title: ObjectTitle(object))
  }

  /// Returns the properties whose values differ between the sides of a
  /// conflict. If both sides have inserted the row again, every such property
  /// counts as changed on both sides, because there is no common state.
  private static func properties(
    of object: ManagedObject, _ versions: ConflictVersions, isReturned: Bool
  ) -> [SaveConflict.Property] {
    let blank = object.twin()
    // A new object has no previous state, so all values other than the defaults count
    // as changed.
    let old = versions.base ?? blank._copyValues()
    let base = versions.base.map { object.twin($0) }
    let theirs = versions.theirs.map { object.twin($0) }
    let here = object._changes(since: old)
    let there = theirs?._changes(since: old) ?? PropertySet()
    let between = versions.theirs.map { object._changes(since: $0) } ?? here
    let differing = here.union(there).union(between)
    let entity = object._batch.entity
    return entity.properties.compactMap { property in
      guard property.isStoredInRow, differing.contains(property.number) else { return nil }
      return SaveConflict.Property(
        base: base?.storedConstant(property), mine: object.storedConstant(property),
        theirs: theirs?.storedConstant(property), isChangedHere: here.contains(property.number),
        isChangedThere: isReturned || there.contains(property.number), entity: entity,
        number: property.number)
    }
  }
}

extension StoreError {
  /// Creates the error for conflicts that were not resolved.
  init(_ found: [FoundConflict], _ underlying: (any Error)? = nil) {
    let conflicts = found.map(\.conflict)
    var names: [String] = []
    var reason = StoreError.Reason.conflict
    for conflict in conflicts {
      switch conflict.kind {
      case .uniqueInsert(let keys), .uniqueUpdate(let keys):
        reason = .notUnique
        names += keys
      default: names += conflict.properties.map(\.name)
      }
    }
    var seen: Set<String> = []
    self.init(
      reason, conflicts.map(\.localizedDescription).joined(separator: "\n"),
      objectIDs: conflicts.map(\.objectID),
      propertyNames: names.filter { seen.insert($0).inserted },
      underlying: underlying as? SQLiteError)
    self.conflicts = conflicts
  }
}
