/// The rows from which derived values are computed. The rows are locked before
/// they are read, so that no other save can change them.
///
/// A save that adds or changes a member of an owner locks the owner, and then reads the
/// rows from which the owner's values are computed. If two saves do so at the same
/// time, the second one waits, and then reads the rows committed by the first one:
///
/// ```
/// changed rows    lock            before the search for their owners
/// owners          lock, read      in the order of their keys
/// ends of paths   read            locked if only this save leads there, since no other save
///                                 that changes such a row can find the owner yet
/// ```
struct DerivedSources {
  // Invariants:
  // 1. No row is read again more than once, because that would discard the values
  //    computed in between.
  // 2. A row is locked before it is read.

  typealias Lock = (StoreLock) throws -> Void

  private let context: ManagedObjectContext
  private let source: IncrementalSource
  /// The keys of rows, by the index of the hierarchy's root.
  private typealias Keys = [Int: Set<Int64>]
  private var locked: Keys = [:]
  private var shared: Keys = [:]
  private var known: Keys = [:]
  private var gone: Keys = [:]

  init(_ context: ManagedObjectContext, _ source: IncrementalSource) {
    self.context = context
    self.source = source
  }

  // MARK: Locks

  /// Locks the rows that a save writes or deletes. Another save that derives
  /// values from one of them waits, and then reads the saved row.
  mutating func lock(_ changes: ChangeSet, with lock: Lock) throws {
    var keys: Keys = [:]
    for object in changes.updates.map(\.object) + changes.deletes {
      keys[object._batch.entity.rootIndex, default: []].insert(object._key)
    }
    try self.lock(keys, with: lock)
  }

  /// Locks rows in the order of their hierarchies and keys, so that two saves
  /// cannot wait for each other.
  private mutating func lock(_ keys: Keys, with lock: Lock) throws {
    for (root, keys) in keys.sorted(by: { $0.key < $1.key }) {
      let new = keys.subtracting(locked[root] ?? [])
      guard !new.isEmpty else { continue }
      try lock(StoreLock(root: source.schema.entities[root], keys: new.sorted(), isShared: false))
      locked[root, default: []].formUnion(new)
    }
  }

  private mutating func share(_ keys: Set<Int64>, _ root: Int, with lock: Lock) throws {
    let new = keys.subtracting(locked[root] ?? []).subtracting(shared[root] ?? [])
    guard !new.isEmpty else { return }
    try lock(StoreLock(root: source.schema.entities[root], keys: new.sorted(), isShared: true))
    shared[root, default: []].formUnion(new)
  }

  // MARK: Reading

  /// Reads the rows from which the values of the given owners are computed.
  ///
  /// - Parameter owners: The keys of the owners, by the index of the
  ///   derivation.
  mutating func read(_ owners: [Set<Int64>], with lock: Lock) throws {
    let derivations = context.store.model.derivations
    var wanted = owners
    var locks: Keys = [:]
    for (index, derivation) in derivations.enumerated() {
      let entity = context.store.model.entities[derivation.entityIndex]
      wanted[index] = owners[index].filter { hasToBeRead($0, entity, derivation) }
      locks[entity.rootIndex, default: []].formUnion(wanted[index])
    }
    try self.lock(locks, with: lock)
    for (derivation, keys) in zip(derivations, wanted) {
      try readAnew(keys, context.store.model.entities[derivation.entityIndex])
    }
    for (derivation, keys) in zip(derivations, owners) {
      for path in Set(derivation.sources.compactMap(\.path)) where !path.isEmpty {
        try read(path, from: keys, derivation, with: lock)
      }
    }
  }

  /// Returns whether an owner's row must be read again, because the row itself
  /// or a row from which its values are derived may have changed. For values in
  /// a row that this save writes, the version check is sufficient.
  private func hasToBeRead(
    _ key: Int64, _ entity: CompiledEntity, _ derivation: CompiledDerivation
  ) -> Bool {
    guard let object = context.maps[entity.rootIndex].object(key) else { return true }
    if object._flags.contains(.inserted) { return false }
    return !object._flags.contains(.changed) || !derivation.members.isEmpty
  }

  /// Reads the objects to which a path leads from the given owners.
  private mutating func read(
    _ path: [String], from owners: Set<Int64>, _ derivation: CompiledDerivation, with lock: Lock
  ) throws {
    let model = context.store.model
    let start = model.entities[derivation.entityIndex]
    var objects = self.objects(owners, start)
    // The keys of objects that are reached only through changes of this save.
    var unseen: Set<Int64> = []
    for (_, relationship) in start.steps(along: path, in: model) {
      var (keys, new): (Set<Int64>, Set<Int64>) = ([], [])
      for object in objects {
        for key in object.keys(of: relationship) {
          keys.insert(key)
          if unseen.contains(object._key) || object.hasJoined(key, relationship) {
            new.insert(key)
          }
        }
      }
      let entity = model.entities[relationship.destinationIndex]
      let map = context.maps[entity.rootIndex]
      let stored = keys.filter { map.object($0)?._flags.contains(.inserted) != true }
      try share(new.intersection(stored), entity.rootIndex, with: lock)
      try readAnew(stored, entity)
      objects = self.objects(keys, entity)
      unseen = new
    }
  }

  private mutating func readAnew(_ keys: Set<Int64>, _ entity: CompiledEntity) throws {
    let new = keys.subtracting(known[entity.rootIndex] ?? [])
    guard !new.isEmpty else { return }
    let found = try source.readAnew(new.sorted(), of: entity)
    known[entity.rootIndex, default: []].formUnion(new)
    gone[entity.rootIndex, default: []].formUnion(new.subtracting(found))
  }

  private func objects(_ keys: Set<Int64>, _ entity: CompiledEntity) -> [ManagedObject] {
    context.maps[entity.rootIndex].objects(keys.sorted())
  }

  /// Returns the given keys whose rows exist or are about to be inserted, in
  /// ascending order.
  func present(_ keys: Set<Int64>, _ entity: CompiledEntity) -> [Int64] {
    keys.subtracting(gone[entity.rootIndex] ?? []).sorted()
  }
}

extension ManagedObject {
  /// Returns whether a key has been added to a relationship of the object since
  /// the last save.
  fileprivate final func hasJoined(_ key: Int64, _ relationship: CompiledRelationship) -> Bool {
    if _flags.contains(.inserted) { return true }
    guard relationship.isToMany else { return _changes.contains(relationship.number) }
    return _state?.knownLink(relationship.number)?.inserted.contains(key) == true
  }
}
