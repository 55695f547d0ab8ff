/// A report of what a synchronization did.
public struct SynchronizationReport: Sendable, Hashable {
  /// The number of objects that were made.
  public var inserted = 0
  /// The number of objects that got other values.
  public var updated = 0
  /// The number of objects that had the same values.
  public var unchanged = 0
  /// The number of objects that were deleted.
  public var deleted = 0
  /// The number of items that had no key, and were left out.
  public var itemsWithoutKey = 0
  /// The number of items that had the key of another, and were left out.
  public var duplicateItems = 0
  /// The local objects that have no key, or the key of another; untouched.
  public var unmatchedIDs: [ObjectID] = []
}

extension ManagedObjectContext {
  /// Brings remote items into the store: new ones are inserted, known ones
  /// updated, and, where that is asked for, objects deleted that no item has
  /// the key of; all in one save.
  ///
  /// While an item has no key nobody knows which object it is, so none counts
  /// as gone: `deletesGone` is refused then.
  ///
  /// - Throws: `StoreError` (`.wrongType`) where objects are to be deleted and
  ///   an item has no key; as `match(_:by:with:localKey:options:)`, what the closures
  ///   throw, and what the save throws; the store is as it was then, and the
  ///   changes of the synchronization are rolled back with all others.
  /// - Complexity: O(*n* log *n*); objects are loaded 512 at a time.
  public func synchronize<Item, Object: ManagedObject>(
    _ items: some Sequence<Item>, by key: (Item) -> ItemKey?, with type: Object.Type,
    localKey: String, options: MatchingOptions = MatchingOptions(), deletesGone: Bool = false,
    insert: (Item, ManagedObjectContext) throws -> Void,
    update: (Object, Item) throws -> Void
  ) throws -> SynchronizationReport {
    do {
      let matching = try match(items, by: key, with: type, localKey: localKey, options: options)
      if deletesGone { try refuseItemsWithoutKey(matching, localKey) }
      let report = try apply(
        matching, type, deletesGone: deletesGone, insert: insert, update: update)
      try save()
      return report
    } catch {
      rollback()
      throw error
    }
  }

  private func refuseItemsWithoutKey<Item>(
    _ matching: ItemMatching<Item>, _ localKey: String
  ) throws {
    guard !matching.itemsWithoutKey.isEmpty else { return }
    throw StoreError(
      .wrongType,
      """
      \(matching.itemsWithoutKey.count) items have no key for '\(localKey)', so that nobody knows \
      which objects are gone; nothing was changed
      """, propertyNames: [localKey])
  }

  private func apply<Item, Object: ManagedObject>(
    _ matching: ItemMatching<Item>, _ type: Object.Type, deletesGone: Bool,
    insert: (Item, ManagedObjectContext) throws -> Void, update: (Object, Item) throws -> Void
  ) throws -> SynchronizationReport {
    var report = SynchronizationReport()
    report.itemsWithoutKey = matching.itemsWithoutKey.count
    report.duplicateItems = matching.duplicateItems.count
    report.unmatchedIDs = matching.localIDsWithoutKey + matching.duplicateLocalIDs
    // All at once, so that the closures below find them without a statement each.
    try load(matching.existing.map { matching.localIDs[$0.local] })
    for pair in matching.existing {
      let id = matching.localIDs[pair.local]
      guard let object = try existingObject(type, with: id) else { continue }
      try update(object, matching.items[pair.item])
      // Values that are set to what they were are no change.
      if object.hasPersistentChangedValues { report.updated += 1 } else { report.unchanged += 1 }
    }
    for index in matching.new {
      try insert(matching.items[index], self)
      report.inserted += 1
    }
    if deletesGone {
      let ids = matching.gone.map { matching.localIDs[$0] }
      try load(ids)
      for id in ids {
        // One that went with another's deletion is no object any more.
        guard let object = try existingObject(type, with: id) else { continue }
        delete(object)
        report.deleted += 1
      }
    }
    return report
  }

  /// Loads the objects of IDs with as few statements as possible.
  func load(_ ids: [ObjectID]) throws {
    let byEntity = Dictionary(grouping: ids, by: \.entity)
    for (reference, ids) in byEntity {
      guard let id = ids.first, let entity = store.entity(of: id), reference == id.entity else {
        continue
      }
      try connection.translating {
        try loadMissing(ids.map(\.key), of: entity)
      }
    }
  }
}

extension SynchronizationReport: CustomStringConvertible {
  /// The numbers that are not 0, such as `3 inserted; 40 unchanged`.
  public var description: String {
    var text = ReportText()
    text.add(inserted, "inserted")
    text.add(updated, "updated")
    text.add(unchanged, "unchanged")
    text.add(deleted, "deleted")
    text.add(itemsWithoutKey, "without a key")
    text.add(duplicateItems, "with the key of another")
    text.add("unmatched", unmatchedIDs)
    return text.text(otherwise: "there was nothing")
  }
}
