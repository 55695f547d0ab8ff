/// The changed objects of a context, grouped by the statements that a save needs.
///
/// A new change set is created for every attempt of a save, because a policy
/// that resolves a conflict changes objects. Objects whose values do not differ
/// from the saved values are not in any of its lists.
///
/// 1. An object is in at most one of `inserts`, `updates` and `deletes`, and can also
///    be in `linked`.
/// 2. Objects that were inserted and deleted again are not in any of the lists.
struct ChangeSet {
  typealias Update = (object: ManagedObject, properties: PropertySet)

  private(set) var inserts: [ManagedObject] = []
  private(set) var updates: [Update] = []
  private(set) var deletes: [ManagedObject] = []
  private(set) var linked: [ManagedObject] = []
  private(set) var inaccessible: ManagedObject?

  init(_ listed: ContiguousArray<ManagedObject>) {
    for object in listed { add(object) }
  }

  /// Returns the changes without the deletions and links of an earlier save
  /// whose outcome was unknown, but which was committed.
  func without(_ made: UnsettledSave) -> ChangeSet {
    changed(self) {
      $0.deletes.removeAll(where: made.hasDeleted)
      $0.linked.removeAll(where: made.hasLinked)
    }
  }

  /// The existing objects whose rows or links are written.
  var updated: [ManagedObject] {
    let rows = updates.map(\.object)
    let known = Set(rows)
    return rows + linked.filter { !$0._flags.contains(.inserted) && !known.contains($0) }
  }

  /// True if the change set is so small that other saves can wait for it to be
  /// written in the same transaction. Writing a hundred objects takes about as
  /// long as a commit.
  var isSmall: Bool { inserts.count + updates.count + deletes.count + linked.count <= 100 }

  /// All objects that the save inserts, updates or deletes.
  var written: [ManagedObject] { inserts + updated + deletes }

  /// The objects whose only changes are links, and which have rules or hooks.
  var linkedAlone: [ManagedObject] {
    linked.filter {
      ($0._batch.entity.hasGraphRules || $0._batch.entity.hooks != nil)
        && !$0._flags.contains(.inserted)
        && $0.persistentChanges.isEmpty
    }
  }

  private mutating func add(_ object: ManagedObject) {
    let flags = object._flags
    // The store does not know objects that were inserted and deleted again.
    if flags.contains(.deleted) {
      if !flags.contains(.inserted) { deletes.append(object) }
      return
    }
    // The first such object is sufficient, because the save throws an error for it.
    if flags.contains(.inaccessible) { inaccessible = inaccessible ?? object }
    if flags.contains(.inserted) {
      inserts.append(object)
    } else if flags.contains(.changed) {
      let properties = object.persistentChanges
      if !properties.isEmpty { updates.append((object, properties)) }
    }
    // This includes new objects, because their rows do not contain members.
    if flags.contains(.linksChanged) { linked.append(object) }
  }
}

extension ChangeSet {
  /// The report of the save, with the IDs of the objects.
  var report: SaveReport {
    var report = SaveReport()
    report.inserted = inserts.map(\.objectID)
    report.updated = updated.map(\.objectID)
    report.deleted = deletes.map(\.objectID)
    return report
  }
}

extension ChangeSet {
  /// Returns a row that shows whether the change set was committed; nil if it
  /// writes only pairs.
  func witness(_ mapping: StoreMapping) -> CommitWitness? {
    if let object = inserts.first ?? updates.first?.object {
      return Self.witness(object, Int64(object._version.nextVersion), mapping)
    }
    return deletes.first.map { Self.witness($0, nil, mapping) }
  }

  private static func witness(
    _ object: ManagedObject, _ version: Int64?, _ mapping: StoreMapping
  ) -> CommitWitness {
    CommitWitness(
      table: mapping.mapping(of: object._batch.entity).quotedTable, key: object._key,
      version: version)
  }
}
