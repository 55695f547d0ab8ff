/// A report about a synchronization.
public struct SynchronizationReport: Sendable, Hashable {
  /// The number of inserted objects.
  public var inserted = 0
  /// The number of objects with changed values.
  public var updated = 0
  /// The number of objects that already had the same values.
  public var unchanged = 0
  /// The number of deleted objects.
  public var deleted = 0
  /// The number of items that were left out because they had no key.
  public var itemsWithoutKey = 0
  /// The number of items that were left out because an earlier item had the
  /// same key.
  public var duplicateItems = 0
  /// The IDs of the local objects that have no key, or the key of another
  /// object. These objects are not changed.
  public var unmatchedIDs: [ObjectID] = []
}

extension ManagedObjectContext {
  /// Synchronizes the store with remote items, in one save: inserts objects for new
  /// items, updates known objects and, if `deletesGone` is true, deletes objects whose
  /// keys do not belong to any item.
  ///
  /// An item without a key could belong to any object, so `deletesGone` must be false
  /// if there is such an item.
  ///
  /// - Throws: `StoreError` (`.wrongType`) if objects are to be deleted and an item has
  ///   no key; errors of `match(_:by:with:localKey:options:)`, of the closures and of
  ///   the save. The store is then unchanged, and all unsaved changes of the context
  ///   are rolled back, including changes from before the call.
  /// - Complexity: O(*n* log *n*), where *n* is the number of items and
  ///   objects; objects are loaded 512 at a time.
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
      nothing was changed, because \(matching.itemsWithoutKey.count) items have no key for \
      '\(localKey)', and objects without an item cannot be determined; pass 'deletesGone: false', \
      or give every item a key
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
    // The objects are loaded together, so that the loop below does not need a statement
    // for each object.
    try load(matching.existing.map { matching.localIDs[$0.local] })
    for pair in matching.existing {
      let id = matching.localIDs[pair.local]
      guard let object = try existingObject(type, with: id) else { continue }
      try update(object, matching.items[pair.item])
      // Setting a property to its current value is not a change.
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
        // The deletion of another object may have deleted this one too.
        guard let object = try existingObject(type, with: id) else { continue }
        delete(object)
        report.deleted += 1
      }
    }
    return report
  }

  /// Loads objects by their IDs with as few statements as possible.
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
  /// The numbers other than 0 as text, such as `3 inserted; 40 unchanged`.
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
