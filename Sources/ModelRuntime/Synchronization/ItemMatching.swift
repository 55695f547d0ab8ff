/// The result of matching remote items with local objects by a unique key: new items,
/// existing pairs, and local objects without an item.
///
/// Items and objects are sorted by their keys, and are identified by their
/// indexes in these orders. Items without a key and duplicate items or objects
/// are reported separately: if several items or objects have the same key, only
/// the first one is matched.
public struct ItemMatching<Item> {
  /// A remote item and the local object with the same key.
  public struct Pair: Sendable, Hashable {
    /// The index of the item in `items`.
    public var item: Int
    /// The index of the local object in `localKeys`.
    public var local: Int

    /// Creates a pair of two indexes.
    public init(item: Int, local: Int) {
      self.item = item
      self.local = local
    }
  }

  /// The remote items that have a key, in key order.
  public internal(set) var items: [Item] = []
  /// The keys of the items, in ascending order.
  public internal(set) var itemKeys: [ItemKey] = []
  /// The keys of the local objects, in ascending order.
  public internal(set) var localKeys: [ItemKey] = []
  /// The IDs of the local objects, in the order of `localKeys`.
  public internal(set) var localIDs: [ObjectID] = []
  /// The indexes in `items` of the items whose keys do not belong to any local
  /// object.
  public internal(set) var new: [Int] = []
  /// The pairs of items and local objects with the same keys.
  public internal(set) var existing: [Pair] = []
  /// The indexes in `localKeys` of the objects whose keys do not belong to any
  /// item.
  public internal(set) var gone: [Int] = []
  /// The items that have no key, in their original order.
  public internal(set) var itemsWithoutKey: [Item] = []
  /// The items whose key also belongs to an earlier item.
  public internal(set) var duplicateItems: [Item] = []
  /// The IDs of the local objects that have no key.
  public internal(set) var localIDsWithoutKey: [ObjectID] = []
  /// The IDs of the local objects whose key also belongs to an earlier object.
  public internal(set) var duplicateLocalIDs: [ObjectID] = []
}

/// The options for matching remote items with local objects.
public struct MatchingOptions: Sendable {
  /// True if strings that differ in case are different keys.
  public var isCaseSensitive = true
  /// The condition that selects the local objects to match; nil for all objects.
  public var predicate: ObjectPredicate?

  /// Creates options. By default, keys are case-sensitive, and all objects are
  /// matched.
  public init(isCaseSensitive: Bool = true, predicate: ObjectPredicate? = nil) {
    self.isCaseSensitive = isCaseSensitive
    self.predicate = predicate
  }
}

extension ManagedObjectContext {
  /// Matches remote items with local objects by their keys, and returns the new
  /// items, the pairs of items and objects, and the objects without an item.
  ///
  /// Unsaved objects are included; for other objects, only the keys are read. The local
  /// attribute determines the type of the keys: if it is a number, strings of digits
  /// are converted to numbers; if it is a string, numbers are converted to strings; if
  /// it is a UUID, its string form is accepted. Items whose key does not have the type
  /// are treated as items without a key, and so are objects whose key cannot be read.
  /// To get the local objects, use `objects(_:of:)`.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of items and
  ///   objects; one statement.
  /// - Throws: `StoreError` if the entity has no such attribute or the store cannot be
  ///   read.
  public func match<Item, Object: ManagedObject>(
    _ items: some Sequence<Item>, by key: (Item) -> ItemKey?, with type: Object.Type,
    localKey: String, options: MatchingOptions = MatchingOptions()
  ) throws -> ItemMatching<Item> {
    try match(items, key, entity(of: type), localKey, options)
  }

  /// Matches remote items with the local objects of the entity with the given name.
  ///
  /// - Throws: The errors of `match(_:by:with:localKey:options:)`, and `StoreError`
  ///   (`.unknownName`), with a suggestion, if the model has no such entity.
  public func match<Item>(
    _ items: some Sequence<Item>, by key: (Item) -> ItemKey?, withEntityName entityName: String,
    localKey: String, options: MatchingOptions = MatchingOptions()
  ) throws -> ItemMatching<Item> {
    try match(items, key, entity(named: entityName), localKey, options)
  }

  private func match<Item>(
    _ items: some Sequence<Item>, _ key: (Item) -> ItemKey?, _ entity: CompiledEntity,
    _ localKey: String, _ options: MatchingOptions
  ) throws -> ItemMatching<Item> {
    var matching = ItemMatching<Item>()
    let locals = try localKeys(of: entity, localKey, options)
    let type = entity.property(named: localKey)?.description.attribute?.type
    matching.take(items, { item in type.flatMap { key(item)?.converted(to: $0) } }, options)
    matching.take(locals, options)
    matching.merge()
    return matching
  }

  /// Returns the local objects of a matching, in the order of their keys,
  /// without objects that no longer exist.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(objects); they are loaded 512 at a time.
  public func objects<Item, Object: ManagedObject>(
    _ type: Object.Type, of matching: ItemMatching<Item>
  ) throws -> [Object] {
    try load(matching.localIDs)
    return try matching.localIDs.compactMap { try existingObject(type, with: $0) }
  }

  /// Matches remote items with local objects, using a key path of the items.
  ///
  /// - Throws: The errors of the `match(_:by:with:localKey:options:)` that
  ///   takes a closure.
  public func match<Item, Key, Object: ManagedObject>(
    _ items: some Sequence<Item>, by keyPath: KeyPath<Item, Key>, with type: Object.Type,
    localKey: String, options: MatchingOptions = MatchingOptions()
  ) throws -> ItemMatching<Item> {
    try match(
      items, by: { ItemKey($0[keyPath: keyPath]) }, with: type, localKey: localKey,
      options: options)
  }

  /// Matches dictionaries with local objects, using a key of the dictionaries.
  ///
  /// - Throws: The errors of the `match(_:by:with:localKey:options:)` that
  ///   takes a closure.
  public func match<Object: ManagedObject>(
    _ items: some Sequence<[String: Any]>, by name: String, with type: Object.Type,
    localKey: String, options: MatchingOptions = MatchingOptions()
  ) throws -> ItemMatching<[String: Any]> {
    try match(
      items, by: { ItemKey($0[name]) }, with: type, localKey: localKey, options: options)
  }
}

extension ItemMatching {
  /// Sorts the items by key, and sets aside items without a key and duplicate
  /// items.
  fileprivate mutating func take(
    _ all: some Sequence<Item>, _ key: (Item) -> ItemKey?, _ options: MatchingOptions
  ) {
    var keyed: [Item] = []
    var keys: [ItemKey] = []
    for item in all {
      if let key = key(item)?.folded(options) {
        keyed.append(item)
        keys.append(key)
      } else {
        itemsWithoutKey.append(item)
      }
    }
    for place in keys.order {
      if itemKeys.last == keys[place] {
        duplicateItems.append(keyed[place])
      } else {
        items.append(keyed[place])
        itemKeys.append(keys[place])
      }
    }
  }

  fileprivate mutating func take(
    _ locals: [(key: ItemKey?, id: ObjectID)], _ options: MatchingOptions
  ) {
    var ids: [ObjectID] = []
    var keys: [ItemKey] = []
    // If several objects have the same key, the one that was created first is matched.
    for local in locals.sorted(by: { $0.id.key < $1.id.key }) {
      if let key = local.key?.folded(options) {
        ids.append(local.id)
        keys.append(key)
      } else {
        localIDsWithoutKey.append(local.id)
      }
    }
    for place in keys.order {
      if localKeys.last == keys[place] {
        duplicateLocalIDs.append(ids[place])
      } else {
        localKeys.append(keys[place])
        localIDs.append(ids[place])
      }
    }
  }

  /// Compares the sorted keys of items and local objects in one pass, and
  /// records new items, pairs, and objects without an item.
  fileprivate mutating func merge() {
    var local = 0
    for (item, key) in itemKeys.enumerated() {
      while local < localKeys.count, localKeys[local] < key {
        gone.append(local)
        local += 1
      }
      if local < localKeys.count, localKeys[local] == key {
        existing.append(Pair(item: item, local: local))
        // Each key occurs only once on each side.
        local += 1
      } else {
        new.append(item)
      }
    }
    gone += local..<localKeys.count
  }
}
