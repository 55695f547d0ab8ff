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
    let remote = KeyOrder(
      items.map { item in (item, type.flatMap { key(item)?.converted(to: $0) }) }, options)
    (matching.items, matching.itemKeys) = (remote.elements, remote.keys)
    (matching.itemsWithoutKey, matching.duplicateItems) = (remote.withoutKey, remote.duplicates)
    // If several objects have the same key, the one that was created first is matched.
    let local = KeyOrder(locals.sorted { $0.0.key < $1.0.key }, options)
    (matching.localIDs, matching.localKeys) = (local.elements, local.keys)
    (matching.localIDsWithoutKey, matching.duplicateLocalIDs) = (local.withoutKey, local.duplicates)
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

/// Elements with keys in key order, without those that have no key and those whose key
/// also belongs to an earlier element.
private struct KeyOrder<Element> {
  private(set) var elements: [Element] = []
  private(set) var keys: [ItemKey] = []
  private(set) var withoutKey: [Element] = []
  private(set) var duplicates: [Element] = []

  init(_ all: [(Element, ItemKey?)], _ options: MatchingOptions) {
    var keyed: [Element] = []
    var foldedKeys: [ItemKey] = []
    for (element, key) in all {
      if let key = key?.folded(options) {
        keyed.append(element)
        foldedKeys.append(key)
      } else {
        withoutKey.append(element)
      }
    }
    for place in foldedKeys.order {
      if keys.last == foldedKeys[place] {
        duplicates.append(keyed[place])
      } else {
        elements.append(keyed[place])
        keys.append(foldedKeys[place])
      }
    }
  }
}
