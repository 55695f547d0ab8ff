/// The remote items that are new, those that are known, and the local objects
/// that are gone, by a unique key.
///
/// Items and objects are sorted by their keys; everything else refers to these
/// two orders. Items without a key, and items or objects that share one, are
/// reported and never guessed about: of several with one key the first counts.
public struct ItemMatching<Item> {
  /// A remote item and the local object of the same key.
  public struct Pair: Sendable, Hashable {
    /// Index into `items`.
    public var item: Int
    /// Index into `localKeys`.
    public var local: Int

    /// Makes a pair of two indexes.
    public init(item: Int, local: Int) {
      self.item = item
      self.local = local
    }
  }

  /// The remote items that have a key, by key.
  public internal(set) var items: [Item] = []
  /// Their keys.
  public internal(set) var itemKeys: [ItemKey] = []
  /// The keys of the local objects, in order.
  public internal(set) var localKeys: [ItemKey] = []
  /// The IDs of the local objects, in the same order.
  public internal(set) var localIDs: [ObjectID] = []
  /// Indexes of the items that no local object has the key of.
  public internal(set) var new: [Int] = []
  /// Items with the local objects of their keys.
  public internal(set) var existing: [Pair] = []
  /// Indexes into `localKeys` of the objects that no item has the key of.
  public internal(set) var gone: [Int] = []
  /// The items that have no key, in the order in which they came.
  public internal(set) var itemsWithoutKey: [Item] = []
  /// The items whose key an item before them has.
  public internal(set) var duplicateItems: [Item] = []
  /// The local objects that have no key.
  public internal(set) var localIDsWithoutKey: [ObjectID] = []
  /// The local objects whose key an object before them has.
  public internal(set) var duplicateLocalIDs: [ObjectID] = []
}

/// The options for matching remote items with local objects.
public struct MatchingOptions: Sendable {
  /// A Boolean value that says whether texts that differ in case are different
  /// keys.
  public var isCaseSensitive = true
  /// The condition that local objects have to satisfy to be looked at; nil for
  /// all.
  public var predicate: ObjectPredicate?

  /// Makes options; without arguments, for case-sensitive keys and all objects.
  public init(isCaseSensitive: Bool = true, predicate: ObjectPredicate? = nil) {
    self.isCaseSensitive = isCaseSensitive
    self.predicate = predicate
  }
}

extension ManagedObjectContext {
  /// Finds out which remote items are new, known or gone.
  ///
  /// Unsaved objects count; only keys are read of the others. The local
  /// attribute says what keys are: where it is a number, texts of digits count
  /// as numbers; where it is a text, numbers as their digits; where it is a
  /// UUID, texts that are one. An item whose key is none of its type has none,
  /// nor has an object whose key cannot be read.
  /// `objects(_:of:)` gives the local objects.
  ///
  /// - Complexity: O(*n* log *n*) in items and objects; one statement.
  /// - Throws: `StoreError` when the entity has no such attribute or the store
  ///   cannot be read; nothing partial is given back.
  public func match<Item, Object: ManagedObject>(
    _ items: some Sequence<Item>, by key: (Item) -> ItemKey?, with type: Object.Type,
    localKey: String, options: MatchingOptions = MatchingOptions()
  ) throws -> ItemMatching<Item> {
    try match(items, key, entity(of: type), localKey, options)
  }

  /// The same with the objects of an entity by its name.
  ///
  /// - Throws: As above, and `StoreError` (`.unknownName`) with a suggestion,
  ///   when the model has no such entity.
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

  /// The local objects of a matching, in its order; those that are gone by now
  /// are left out.
  ///
  /// - Throws: `StoreError` when the store cannot be read.
  /// - Complexity: O(objects); they are loaded 512 at a time.
  public func objects<Item, Object: ManagedObject>(
    _ type: Object.Type, of matching: ItemMatching<Item>
  ) throws -> [Object] {
    try load(matching.localIDs)
    return try matching.localIDs.compactMap { try existingObject(type, with: $0) }
  }

  /// The same by a key path of the items.
  ///
  /// - Throws: As above.
  public func match<Item, Key, Object: ManagedObject>(
    _ items: some Sequence<Item>, by keyPath: KeyPath<Item, Key>, with type: Object.Type,
    localKey: String, options: MatchingOptions = MatchingOptions()
  ) throws -> ItemMatching<Item> {
    try match(
      items, by: { ItemKey($0[keyPath: keyPath]) }, with: type, localKey: localKey,
      options: options)
  }

  /// The same of items that are dictionaries, by one of their keys.
  ///
  /// - Throws: As above.
  public func match<Object: ManagedObject>(
    _ items: some Sequence<[String: Any]>, by name: String, with type: Object.Type,
    localKey: String, options: MatchingOptions = MatchingOptions()
  ) throws -> ItemMatching<[String: Any]> {
    try match(
      items, by: { ItemKey($0[name]) }, with: type, localKey: localKey, options: options)
  }
}

extension ItemMatching {
  /// Sorts the items by their keys, and puts those aside that cannot be matched.
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
    // Of several with one key the one made first counts.
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

  /// Walks both orders at once.
  fileprivate mutating func merge() {
    var local = 0
    for (item, key) in itemKeys.enumerated() {
      while local < localKeys.count, localKeys[local] < key {
        gone.append(local)
        local += 1
      }
      if local < localKeys.count, localKeys[local] == key {
        existing.append(Pair(item: item, local: local))
        // Each key is there once on both sides.
        local += 1
      } else {
        new.append(item)
      }
    }
    gone += local..<localKeys.count
  }
}
