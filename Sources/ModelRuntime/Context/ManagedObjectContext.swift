/// A view of a store's objects, and the changes that were made to them and not
/// saved yet.
///
/// Within a context a row is one object. A context belongs to one isolation
/// domain: the view context to the main actor, that of
/// `PersistentContainer.perform(_:)` to the call; neither it nor its objects
/// leave it.
public final class ManagedObjectContext {
  // Invariants:
  // 1. An object is in the map of its root entity from when it is made or read until it is let
  //    go, deleted or reset; no two objects of a map have the same key.
  // 2. `listed` holds exactly the objects with `.listed`, in the order of their first change.
  // 3. A failed save leaves objects, lists and store as they were.

  let store: PersistentStore
  /// The source that the context loads from and saves into: the store, or its
  /// parent.
  let source: any ObjectSource
  /// Reads the store; a child has its parent's.
  @exclusivity(unchecked) var connection: StoreConnection
  @exclusivity(unchecked) var maps: ContiguousArray<IdentityMap>
  @exclusivity(unchecked) var listed: ContiguousArray<ManagedObject> = []
  /// One bit for each entity, by index, of which an object may be listed; those from 63 on share the
  /// last.
  @exclusivity(unchecked) private var listedEntities: UInt64 = 0
  /// The objects of the list by unique values.
  @exclusivity(unchecked) var pendingValues = PendingValues()
  /// Deletes that objects at the other end of a relationship forbid.
  @exclusivity(unchecked) var denials: [Denial] = []
  /// The keys for new objects.
  @exclusivity(unchecked) var keys: KeyAllocation
  /// The references to the children that were made, which have objects with the keys of this one's;
  /// some are gone by now.
  @exclusivity(unchecked) var children: [ContextReference] = []
  /// The rules of entities that have any beyond single values.
  let rules = GraphRuleCache()
  /// A Boolean value that says whether a batch operation holds the store's
  /// write lock.
  @exclusivity(unchecked) var isRunningBatch = false
  /// A Boolean value that says whether the context is that of a batch operation:
  /// no hooks are called, and who has a unique value keeps its relationships.
  @exclusivity(unchecked) var isOfBatch = false
  /// A Boolean value that says whether a save calls hooks and writes.
  @exclusivity(unchecked) var isSaving = false
  /// The number of deletes that are not through with their rules: several where a
  /// hook of one deletes another object.
  @exclusivity(unchecked) var openDeletions = 0
  /// A Boolean value that says whether a save failed that may have been made: the
  /// store could not be asked.
  var isInDoubt = false {
    didSet { if !isInDoubt { valuesInDoubt = [:] } }
  }
  /// The values that such a save has sent, of objects that had a row before.
  var valuesInDoubt: [ManagedObject: AnyObject] = [:]
  /// The handler that is called when something cannot be read where nothing can
  /// be thrown: in a property that loads a fault or a relationship.
  ///
  /// The property reads as nil, as no members, or as its type's default; the error
  /// names object and relationship. The handler must not use the context.
  public var accessErrorHandler: ((StoreError) -> Void)?
  /// The first read that failed within `checkingAccess(_:)`, and how many of these
  /// run.
  @exclusivity(unchecked) var accessFailure: StoreError?
  @exclusivity(unchecked) var accessChecks = 0
  /// The closures that observe the context.
  let changeHandlers = ChangeHandlers()
  /// The flags that objects get when they come: none, or `.observed`.
  @exclusivity(unchecked) var observedFlags: ObjectFlags = []
  /// The changes since the context's followers were told; nil while it has
  /// none.
  @exclusivity(unchecked) var journal: ChangeJournal?
  /// Sees to it that pending changes are processed soon; nil where nobody does.
  @exclusivity(unchecked) var scheduleProcessing: (() -> Void)?
  /// The queue of other contexts' saves; nil while they are not wanted.
  @exclusivity(unchecked) var notificationQueue: SaveNotificationQueue?
  /// Decides what becomes of conflicts; `save(mergePolicy:)` overrules it.
  public var mergePolicy: any MergePolicy = .error
  /// The changes that can be undone; nil while nothing is recorded.
  ///
  /// A history is for one context; giving one begins with an empty history.
  @exclusivity(unchecked) public var undoHistory: UndoHistory? {
    didSet {
      undoHistory?.context = self
      undoHistory?.removeAll()
    }
  }
  /// A Boolean value that says whether decimals can be NaN, as in stores that
  /// Core Data wrote.
  package var keepsForeignValues = false
  /// The name of the context, for the store's history.
  public var name: String?
  /// The author of this context's changes, for its reports and the store's
  /// history.
  public var transactionAuthor: String?
  /// The batches of objects that came alone, by entity index.
  @exclusivity(unchecked) private var loneBatches: ContiguousArray<FaultBatch?>
  @exclusivity(unchecked) private var madeReference: ContextReference?

  /// Makes a context of a store, with a connection of its own.
  convenience init(store: PersistentStore) throws {
    if let incremental = store.incremental {
      let source = try IncrementalSource(store, incremental)
      self.init(source, store, source.connection)
      return
    }
    let source = try StoreSource(store)
    self.init(source, store, source.connection)
  }

  /// Makes a child, with its parent's connection.
  convenience init(parent: ManagedObjectContext) {
    self.init(ParentSource(parent), parent.store, parent.connection)
  }

  private init(
    _ source: any ObjectSource, _ store: PersistentStore, _ connection: StoreConnection
  ) {
    self.source = source
    self.store = store
    self.connection = connection
    let count = store.model.entities.count
    maps = ContiguousArray((0..<count).map { _ in IdentityMap() })
    keys = KeyAllocation(entityCount: count)
    loneBatches = ContiguousArray(repeating: nil, count: count)
  }

  /// Makes another context over the same store, with a connection of its own.
  ///
  /// - Throws: `StoreError` when the store cannot be opened once more.
  package func makeSeparateContext() throws -> ManagedObjectContext {
    try ManagedObjectContext(store: store)
  }

  /// A Boolean value that says whether saves of other contexts of this program
  /// are merged before every fetch and save; without it, `mergeChanges(from:)`
  /// does so by hand.
  public var automaticallyMergesChanges: Bool {
    get { notificationQueue != nil }
    set {
      guard newValue != automaticallyMergesChanges else { return }
      receiveNotifications(in: newValue ? SaveNotificationQueue() : nil)
    }
  }

  /// Lets saves of other contexts wait in a queue.
  func receiveNotifications(in queue: SaveNotificationQueue?) {
    self.notificationQueue = queue
    if let queue { store.notifications.subscribe(queue) }
  }

  /// The reference by which objects find the context.
  var reference: ContextReference {
    if let madeReference { return madeReference }
    let reference = ContextReference(self)
    madeReference = reference
    return reference
  }

  /// The model of the context's store.
  public var model: ManagedObjectModel { store.model.description }

  /// A Boolean value that says whether a delete or an undo is being made, and calls
  /// hooks: half of it is in the objects, which can be forgotten and not be saved.
  var isHalfway: Bool { openDeletions > 0 || undoHistory?.isTakingBack == true }

  /// A Boolean value that says whether any object is new, changed or to be
  /// deleted.
  public var hasChanges: Bool { !listed.isEmpty }

  /// The objects that the next save will insert, in the order they were made.
  public var insertedObjects: [ManagedObject] {
    listed.filter { $0._flags.contains(.inserted) && !$0._flags.contains(.deleted) }
  }

  /// The objects that were saved before and have changes, in the order of
  /// their first change.
  public var updatedObjects: [ManagedObject] { listed.filter(\.isUpdated) }

  /// The objects that the next save will delete.
  public var deletedObjects: [ManagedObject] {
    listed.filter { $0._flags.contains(.deleted) && !$0._flags.contains(.inserted) }
  }

  /// The number of objects that the context holds.
  public var registeredObjectCount: Int { maps.reduce(0) { $0 + $1.count } }
}

@available(*, unavailable)
extension ManagedObjectContext: Sendable {}

// MARK: - What objects ask of their context

extension ManagedObjectContext {
  /// The identity of an object.
  package func objectID(of object: ManagedObject) -> ObjectID {
    ObjectID(entity: store.references[object._batch.entity.index], key: object._key)
  }

  /// The entity of a class.
  ///
  /// - Precondition: The class belongs to the store's model.
  func entity(of type: ManagedObject.Type) -> CompiledEntity {
    guard let entity = store.model.entity(of: type) else {
      preconditionFailure(
        "class \(type) is not of model '\(model.name)', which this context's store holds")
    }
    return entity
  }

  /// The entity of a name.
  func entity(named name: String) throws -> CompiledEntity {
    if let entity = store.model.entity(named: name) { return entity }
    let suggestion = nearestWord(to: name, in: store.model.entities.map(\.name))
    throw StoreError(
      .unknownName,
      "model '\(model.name)' has no entity '\(name.abbreviated)'"
        + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// The batch of objects of an entity that came alone.
  func loneBatch(_ entity: CompiledEntity) -> FaultBatch {
    if let batch = loneBatches[entity.index] { return batch }
    let batch = FaultBatch(context: self, entity: entity)
    loneBatches[entity.index] = batch
    return batch
  }

  /// The batch of new objects of a class.
  func insertionBatch(for type: ManagedObject.Type) -> FaultBatch {
    loneBatch(entity(of: type))
  }

  /// The key of a new object, permanent from the start; a negative one where
  /// none can be reserved.
  func nextKey(for entity: CompiledEntity) -> Int64 { keys.next(for: entity, in: self) }

  /// The objects at the other end of a relationship, by key.
  func map(ofDestination relationship: CompiledRelationship) -> IdentityMap {
    maps[relationship.destinationRootIndex]
  }

  /// Returns whether an object is of the entity that a relationship leads to. All of a hierarchy
  /// have one map, and a damaged store may lead to a sibling.
  func fits(_ object: ManagedObject, _ relationship: CompiledRelationship) -> Bool {
    relationship.destinationIndex == relationship.destinationRootIndex
      || store.model.entities[relationship.destinationIndex].family
        .contains(object._batch.entity.index)
  }

  /// Takes a new object in.
  func enter(_ object: ManagedObject) {
    object._flags.formUnion(observedFlags)
    maps[object._batch.entity.rootIndex].insert(object)
    list(object)
  }

  /// Puts an object into the list of changes, once.
  func list(_ object: ManagedObject) {
    journal?.note(object)
    guard !object._flags.contains(.listed) else { return }
    object._flags.insert(.listed)
    listed.append(object)
    listedEntities |= Self.bit(of: object._batch.entity)
  }

  private static func bit(of entity: CompiledEntity) -> UInt64 {
    1 << UInt64(min(entity.index, 63))
  }

  /// Returns whether objects of an entity may be listed.
  func mayList(_ entity: CompiledEntity) -> Bool { listedEntities & Self.bit(of: entity) != 0 }

  /// Takes objects out of the list of changes.
  func unlist(_ objects: [ManagedObject]) {
    for object in objects { object._flags.remove(.listed) }
    if objects.count == 1, listed.last === objects[0], !pendingValues.hasSeen(listed.count - 1) {
      // Who has just come, as one whose hook sets something while it is read: fetches need not look
      // at all changes for each of theirs.
      listed.removeLast()
    } else {
      listed.removeAll { !$0._flags.contains(.listed) }
      pendingValues = PendingValues()
    }
    guard !denials.isEmpty else { return }
    let gone = Set(objects)
    denials.removeAll { gone.contains($0.object) }
  }

  /// Takes all objects out of the list of changes; their flags stay.
  func emptyList() {
    listed.removeAll(keepingCapacity: true)
    listedEntities = 0
    pendingValues = PendingValues()
  }

  /// Notes that an object is about to change, which is found by a value.
  func forgetValue(of object: ManagedObject) {
    object._flags.remove(.indexed)
    pendingValues.willChange(object)
  }
}
