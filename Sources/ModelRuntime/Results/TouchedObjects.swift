/// The objects of a list's entity that can be affected by a change.
struct TouchedObjects {
  /// The objects, by key; nil for an object that has been deleted.
  private(set) var objects: [Int64: ManagedObject?] = [:]
  /// The keys of the objects that have changed themselves. All other touched
  /// objects are included because a related object has changed.
  private(set) var changed: Set<Int64> = []
  /// True if a change may affect objects that are not in `objects`.
  private(set) var isIncomplete = false
  private var seen: Set<Seen> = []
  private let context: ManagedObjectContext
  private let entity: CompiledEntity
  private let watched: WatchedPaths?
  /// The number of changed objects above which objects are not examined
  /// individually.
  private let limit: Int

  /// True if an object with unsaved changes is still linked to an object from which
  /// another context has moved it away. In that case, the inverse relationship does not
  /// lead back to it.
  private lazy var leadsAstray = context.listed.contains { $0._flags.contains(.outdated) }

  private struct Seen: Hashable {
    let root: Int
    let key: Int64
  }

  init(
    _ context: ManagedObjectContext, _ entity: CompiledEntity, _ watched: WatchedPaths?,
    limit: Int
  ) {
    self.context = context
    self.entity = entity
    self.watched = watched
    self.limit = limit
  }

  /// Returns whether an object is one of the touched objects.
  func contains(_ object: ManagedObject) -> Bool { objects[object._key] != nil }

  /// Adds the objects that are affected by an entry in the journal.
  mutating func add(_ entry: ChangeJournal.Entry) throws {
    // Unsaved objects do not count, because a fetch also examines them individually.
    let count = entry.merged.reduce(entry.objects.count { !$0._flags.contains(.listed) }) {
      $0 + $1.inserted.count + $1.updated.count
    }
    guard count < limit else { return mark(entry) }
    for object in entry.objects { add(object) }
    for report in entry.merged {
      try add(report.inserted + report.updated)
      for id in report.deleted { addDeleted(id) }
    }
    if entry.isIncomplete { isIncomplete = true }
  }

  /// Records which objects an entry changed, for a list that is fetched again.
  private mutating func mark(_ entry: ChangeJournal.Entry) {
    isIncomplete = true
    for object in entry.objects where object._batch.entity.rootIndex == entity.rootIndex {
      changed.insert(object._key)
      objects[object._key] = .some(object)
    }
    for id in entry.merged.flatMap(\.updated)
    where context.store.entity(of: id)?.rootIndex == entity.rootIndex {
      changed.insert(id.key)
      objects[id.key] = .some(nil)
    }
  }

  private mutating func add(_ object: ManagedObject) {
    let root = object._batch.entity.rootIndex
    seen.insert(Seen(root: root, key: object._key))
    if root == entity.rootIndex { change(object._key) }
    if watched?.fetchedRoots.contains(root) == true { isIncomplete = true }
    for path in watched?.paths[root] ?? [] {
      if !leadsAstray, let roots = watched?.roots(of: object, over: path) {
        for root in roots { touch(root._key) }
      } else {
        isIncomplete = true
      }
    }
  }

  private mutating func change(_ key: Int64) {
    changed.insert(key)
    touch(key)
  }

  private mutating func touch(_ key: Int64) {
    guard objects[key] == nil else { return }
    let object = context.maps[entity.rootIndex].object(key)
    // A refreshed object is read now, because its row may have been deleted.
    if let object, object._flags.contains(.fault) { object.fire() }
    // Only the store knows whether an unreadable object still exists.
    if object?._flags.contains(.inaccessible) == true { isIncomplete = true }
    let isThere = object?._flags.contains(.deleted) == false
    objects[key] = .some(isThere ? object : nil)
  }

  /// Adds the objects of saved rows, and loads the objects that are not in memory.
  private mutating func add(_ ids: [ObjectID]) throws {
    var keys: [Int: [Int64]] = [:]
    for id in ids {
      guard let entity = context.store.entity(of: id) else { continue }
      let isWatched =
        entity.rootIndex == self.entity.rootIndex
        || watched?.follows(root: entity.rootIndex) == true
      if isWatched { keys[entity.index, default: []].append(id.key) }
    }
    for (index, keys) in keys.sorted(by: { $0.key < $1.key }) {
      let entity = context.store.model.entities[index]
      for object in try context.objects(ofKeys: keys[...], entity) { add(object) }
      if entity.rootIndex == self.entity.rootIndex { for key in keys { change(key) } }
    }
  }

  private mutating func addDeleted(_ id: ObjectID) {
    guard let entity = context.store.entity(of: id) else { return }
    if entity.rootIndex == self.entity.rootIndex { change(id.key) }
    // It is not known which objects referred to an object that was not in memory.
    guard let watched, watched.follows(root: entity.rootIndex) else { return }
    if !seen.contains(Seen(root: entity.rootIndex, key: id.key)) { isIncomplete = true }
  }
}
