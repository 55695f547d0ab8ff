/// A parent context as the source of a child context.
///
/// A child has no rows: it loads copies of its parent's objects, including the parent's
/// unsaved changes. It uses the parent's connection, keys and isolation domain.
///
/// 1. A copy is updated with its original, unless the child has changed it.
/// 2. Objects that the parent has deleted do not exist for the child.
/// 3. Versions and rows are requested from the parent's own source, because a child can
///    only be in conflict with the store.
final class ParentSource: ObjectSource {
  unowned var owner: ManagedObjectContext?
  let parent: ManagedObjectContext

  init(_ parent: ManagedObjectContext) {
    self.parent = parent
  }

  var connection: StoreConnection { parent.connection }
  var parentContext: ManagedObjectContext? { parent }
  var hasRows: Bool { false }
  var isAnsweredBySQL: Bool { !parent.hasChanges && parent.source.isAnsweredBySQL }
  /// True, because the parent is notified of the saves of its children.
  var isWatched: Bool { true }

  var isPinned: Bool { parent.source.isPinned }
  func pin() throws { try parent.source.pin() }
  func unpin() { parent.source.unpin() }

  func separate() throws -> any ObjectSource { try parent.source.separate() }

  func objects(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ManagedObject] {
    // Copies are always complete objects.
    let plan = changed(plan) { $0.loadedPropertyNames = nil }
    // The parent applies its unsaved changes, and registers the objects that it loads.
    return adopt(try parent.objects(plan, entity))
  }

  func count(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> Int {
    try parent.count(plan, entity)
  }

  func objectIDs(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> [ObjectID] {
    try parent.objectIDs(plan, entity)
  }

  func object(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue
  ) throws -> ManagedObject? {
    try parent.found(entity, number, value).flatMap { adopt([$0]).first }
  }

  func load(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    try parent.shown(key, of: entity).flatMap { adopt([$0]).first }
  }

  func load(_ keys: [Int64], of entity: CompiledEntity) throws {
    try parent.loadMissing(keys, of: entity)
    // Objects that the parent does not find have been deleted or could not be read.
    let originals = parent.maps[entity.rootIndex].objects(keys)
    _ = adopt(originals.filter { !$0._flags.contains(.deleted) })
  }

  func readMembers(
    _ relationship: CompiledRelationship, of source: CompiledEntity, owners: [Int64],
    withObjects: Bool
  ) throws -> MemberLists {
    let map = parent.map(ofDestination: relationship)
    let lists = try owners.map { key in
      let members = try parent.shown(key, of: source)?.members(relationship) ?? KeyList()
      // A deleted member stays in the parent's list until the parent saves.
      return KeyList(
        distinct: members.filter { map.object($0)?._flags.contains(.deleted) != true })
    }
    return MemberLists(lists)
  }

  func memberCount(_ relationship: CompiledRelationship, of object: ManagedObject) throws -> Int {
    try parent.shown(object._key, of: object._batch.entity)?.memberCount(of: relationship) ?? 0
  }

  func values(
    of name: String, _ plan: FetchPlan, _ entity: CompiledEntity
  ) throws -> [(value: ConstantValue, id: ObjectID)] {
    try parent.values(of: name, plan, entity)
  }

  func explanation(_ plan: FetchPlan, _ entity: CompiledEntity) throws -> String? {
    try parent.source.explanation(plan, entity)
  }

  func storedTwin(
    of object: ManagedObject, in context: ManagedObjectContext
  ) throws -> ManagedObject? {
    try parent.source.storedTwin(of: object, in: context)
  }

  func storedVersions(_ keys: [Int64], _ root: CompiledEntity) throws -> [Int64: Int32] {
    try parent.source.storedVersions(keys, root)
  }

  func hasRow(_ key: Int64, of entity: CompiledEntity) throws -> Bool {
    try parent.source.hasRow(key, of: entity)
  }

  func keys(
    of entity: CompiledEntity, where columns: [(ColumnMapping, ConstantValue)]
  ) throws -> [Int64] {
    try parent.source.keys(of: entity, where: columns)
  }

  func reserveKey(for entity: CompiledEntity, in range: inout KeyRange) throws -> Int64 {
    let key = parent.nextKey(for: entity)
    // A negative key of the parent was not reserved in a store.
    if key < 0, let failure = parent.keys.failure { throw failure }
    return key
  }

  func mergePendingChanges() { parent.mergePendingChanges() }
  func mergeExternalChanges() throws { try parent.mergeExternalChanges() }
}

// MARK: - Copies

extension ParentSource {
  /// Returns copies of the parent's objects, in the same order.
  private func adopt(_ originals: [ManagedObject]) -> [ManagedObject] {
    var batches: [Int: FaultBatch] = [:]
    defer { context.settleArrivals() }
    return originals.map { original in
      let entity = original._batch.entity
      let batch = batches[entity.index] ?? FaultBatch(context: context, entity: entity)
      batches[entity.index] = batch
      batch.keys.append(original._key)
      return adopt(original, batch)
    }
  }

  /// Returns the child's copy of an object in the parent; an unchanged copy is updated.
  private func adopt(_ original: ManagedObject, _ batch: FaultBatch) -> ManagedObject {
    let context: ManagedObjectContext = self.context
    // The copy takes the original's values, so they must be loaded.
    if original._flags.contains(.fault) { original.fire() }
    let map = context.maps[batch.entity.rootIndex]
    let known = map.object(original._key)
    // Changes of the child are kept until it saves.
    if let known, !known._flags.isDisjoint(with: [.changed, .deleted, .inserted]) { return known }
    let isNews = known?._flags.contains(.fault) ?? true
    let object =
      known
      ?? batch.entity.type.init(_batch: batch, key: original._key, flags: context.observedFlags)
    let values = original._copyValues()
    let isFollowed = context.journal != nil || context.observesObjects
    if known == nil {
      map.insert(object)
    } else if isFollowed, !isNews, isOutdated(object, original, values) {
      // The journal recorded the object when it became a fault.
      context.noteReplacedValues(of: object)
    }
    object._batch = batch
    context.receive(object) { object._restore(values) }
    object._version = original._version
    object._flags.remove([.fault, .inaccessible])
    object._flags.insert(.recent)
    // Members may have been added or removed in the parent since then.
    object.unloadMembers()
    // The members are read immediately, so that the next fetch can determine which
    // members have already been reported.
    for link in isFollowed ? original.changedLinks : [] { _ = object.members(link.relationship) }
    if let cause = original._state?.inaccessibility, original._flags.contains(.inaccessible) {
      object.markInaccessible(cause)
    }
    if isNews { object.awakeFromFetch(in: context) }
    return object
  }

  /// Returns whether a copy no longer has the state of its original.
  private func isOutdated(
    _ copy: ManagedObject, _ original: ManagedObject, _ values: AnyObject
  ) -> Bool {
    copy._flags.contains(.inaccessible) != original._flags.contains(.inaccessible)
      || !copy._changes(since: values).isEmpty || copy.hasOtherTransients(than: original)
      || hasOtherMembers(copy, original)
  }

  /// Returns whether the members that a copy has loaded may have changed, or
  /// whether members that it has not loaded have changed in the parent.
  private func hasOtherMembers(_ copy: ManagedObject, _ original: ManagedObject) -> Bool {
    copy._batch.entity.relationships.contains { relationship in
      guard relationship.isToMany else { return false }
      let link = original.knownLink(relationship.number)
      guard let known = copy.knownLink(relationship.number), known.isLoaded else {
        return link?.hasChanges == true
      }
      guard let members = link?.members else { return true }
      let map = parent.map(ofDestination: relationship)
      return members.filter { map.object($0)?._flags.contains(.deleted) != true } != known.savedKeys
    }
  }
}

extension ManagedObjectContext {
  /// Creates a context that loads objects from this one and saves them to it.
  ///
  /// It belongs to the same isolation domain. A save of the child validates its objects
  /// and applies its changes to this context as unsaved changes; only a save of the
  /// outermost context writes to the store. New objects keep their IDs throughout.
  public func makeChild() -> ManagedObjectContext {
    let child = ManagedObjectContext(ParentSource(self), store)
    children.removeAll { $0.context == nil }
    children.append(child.reference)
    return child
  }

  /// Returns the object with the given key, as it appears to a child; nil if it does
  /// not exist or is deleted.
  func shown(_ key: Int64, of entity: CompiledEntity) throws -> ManagedObject? {
    if let known = maps[entity.rootIndex].object(key), !known._flags.contains(.fault) {
      return known._flags.contains(.deleted) ? nil : known
    }
    return try loadOne(key, of: entity)
  }
}
