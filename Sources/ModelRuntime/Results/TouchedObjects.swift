/// The objects of a list's entity that a change may have to do with.
struct TouchedObjects {
  /// The objects by their keys; nil for one that is gone.
  private(set) var objects: [Int64: ManagedObject?] = [:]
  /// The keys of those that changed themselves; of the others only what they lead to did.
  private(set) var changed: Set<Int64> = []
  /// A Boolean value that says whether there may be others.
  private(set) var isIncomplete = false
  private var seen: Set<Seen> = []
  private let context: ManagedObjectContext
  private let entity: CompiledEntity
  private let watched: WatchedPaths?
  /// The number of objects from which on nobody looks at them one by one.
  private let limit: Int

  /// A Boolean value that says whether an object stays linked to what somebody
  /// else has moved it away from, because it has changes of its own: the way
  /// back does not know of it.
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

  /// A Boolean value that says whether an object is among them.
  func contains(_ object: ManagedObject) -> Bool { objects[object._key] != nil }

  /// Finds the objects that what happened has to do with.
  mutating func add(_ entry: ChangeJournal.Entry) throws {
    // What is unsaved a fetch looks at one by one too.
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

  /// Notes which objects changed, for a list that is fetched again.
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
    // One that was refreshed is read now: its row may be gone.
    if let object, object._flags.contains(.fault) { object.fire() }
    // Of what cannot be read only the store knows whether it is there.
    if object?._flags.contains(.inaccessible) == true { isIncomplete = true }
    let isThere = object?._flags.contains(.deleted) == false
    objects[key] = .some(isThere ? object : nil)
  }

  /// Finds the objects of saved rows, and reads them where they are not there.
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
    // Nobody knows any more what led to an object that was not in memory.
    guard let watched, watched.follows(root: entity.rootIndex) else { return }
    if !seen.contains(Seen(root: entity.rootIndex, key: id.key)) { isIncomplete = true }
  }
}
