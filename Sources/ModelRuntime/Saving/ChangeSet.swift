/// The listed objects by what a save does with them.
///
/// It is made anew for every attempt, since a policy that resolves a conflict
/// changes objects. What was set and does not differ is in none of its lists.
///
/// 1. An object is in one of `inserts`, `updates` and `deletes`, and may be in
///    `linked` besides, or in that alone.
/// 2. What was made and deleted again is in none.
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

  /// The changes without the deletes and the links of an earlier save that turned out to be made.
  func without(_ made: UnsettledSave) -> ChangeSet {
    var rest = self
    rest.deletes.removeAll(where: made.hasDeleted)
    rest.linked.removeAll(where: made.hasLinked)
    return rest
  }

  /// The objects that were there before and whose row or links are written.
  var updated: [ManagedObject] {
    let rows = updates.map(\.object)
    let known = Set(rows)
    return rows + linked.filter { !$0._flags.contains(.inserted) && !known.contains($0) }
  }

  /// A Boolean value that says whether it is written so soon that others can wait
  /// for it: a hundred objects cost about as much as a commit.
  var isSmall: Bool { inserts.count + updates.count + deletes.count + linked.count <= 100 }

  /// Everything that a save writes.
  var written: [ManagedObject] { inserts + updated + deletes }

  /// The objects that have rules about their relationships, of which nothing
  /// else changed.
  var linkedAlone: [ManagedObject] {
    linked.filter {
      ($0._batch.entity.hasGraphRules || $0._batch.entity.hooks != nil)
        && !$0._flags.contains(.inserted)
        && $0.persistentChanges.isEmpty
    }
  }

  private mutating func add(_ object: ManagedObject) {
    let flags = object._flags
    // The store never heard of what was made and deleted again.
    if flags.contains(.deleted) {
      if !flags.contains(.inserted) { deletes.append(object) }
      return
    }
    // The first is enough: the save throws for it.
    if flags.contains(.inaccessible) { inaccessible = inaccessible ?? object }
    if flags.contains(.inserted) {
      inserts.append(object)
    } else if flags.contains(.changed) {
      let properties = object.persistentChanges
      if !properties.isEmpty { updates.append((object, properties)) }
    }
    // New objects too: their rows have no place for members.
    if flags.contains(.linksChanged) { linked.append(object) }
  }
}

extension ChangeSet {
  /// The identities of the objects, as reports name them.
  var report: SaveReport {
    var report = SaveReport()
    report.inserted = inserts.map(\.objectID)
    report.updated = updated.map(\.objectID)
    report.deleted = deletes.map(\.objectID)
    return report
  }
}

extension ChangeSet {
  /// A row that the change set writes; nil where it writes pairs alone.
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
