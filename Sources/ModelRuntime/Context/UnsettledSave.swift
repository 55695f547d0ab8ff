/// A failed save that may nevertheless have been committed, because its outcome
/// could not be read from the store.
struct UnsettledSave {
  /// The values that the save has written for objects that already had a row.
  private let values: [ManagedObject: AnyObject]
  /// The objects whose rows the save has deleted.
  private let deletes: Set<ManagedObject>
  /// The members that the save has written, by owner.
  private let links: [ManagedObject: [Link]]
  /// The row that shows whether the save was committed; nil if there is none.
  let witness: CommitWitness?

  private struct Link: Equatable {
    let number: Int
    let inserted: [Int64]
    let removed: [Int64]
    let order: [Int64]
  }

  /// Creates a record of the updated, deleted and linked objects of a save, in
  /// their current state.
  init(
    updating objects: some Sequence<ManagedObject>, deleting deletes: some Sequence<ManagedObject>,
    linking owners: some Sequence<ManagedObject>, witness: CommitWitness? = nil
  ) {
    self.witness = witness
    values = Dictionary(
      objects.map { ($0, $0._copyValues()) }, uniquingKeysWith: { first, _ in first })
    self.deletes = Set(deletes)
    links = Dictionary(
      owners.map { ($0, Self.links(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func links(of object: ManagedObject) -> [Link] {
    object.changedLinks.map {
      Link(
        number: $0.number, inserted: Array($0.inserted), removed: Array($0.removed),
        order: $0.isReordered ? Array($0.keys) : [])
    }
  }

  /// Returns whether the save has deleted an object's row.
  func hasDeleted(_ object: ManagedObject) -> Bool { deletes.contains(object) }

  /// Returns whether the save has written all members that an object has gained, lost
  /// or moved.
  func hasLinked(_ object: ManagedObject) -> Bool { links[object] == Self.links(of: object) }

  /// Returns whether a row has the values that the save has written for an
  /// object. Derived values may be different, because other saves may have
  /// changed them.
  func hasSent(_ stored: ManagedObject, for object: ManagedObject) -> Bool {
    // No other program has the key of a new row.
    guard let sent = values[object] else { return object._flags.contains(.inserted) }
    let differing = stored._changes(since: sent)
    return object._batch.entity.properties.allSatisfy { property in
      !property.isStoredInRow || property.description.attribute?.derivation != nil
        || !differing.contains(property.number)
    }
  }
}
