/// A view of a store's objects, together with changes that have not been saved yet.
///
/// Within a context, each row is represented by a single object. A context belongs to
/// one isolation domain, which neither the context nor its objects can leave: the view
/// context belongs to the main actor, and the context passed to the closure of
/// `PersistentContainer.perform(_:)` belongs to that closure.
public final class ManagedObjectContext: _ObjectContext {
  /// The source from which the context loads objects and into which it saves them: the
  /// store, or the parent context.
  let source: any ObjectSource
  /// The deletions that are denied by objects at the other end of a relationship.
  @exclusivity(unchecked) var denials: [LinkEnd] = []
  @exclusivity(unchecked) var keys: KeyAllocation
  /// The references to child contexts, some of which may have been deallocated.
  /// The objects of a child have the same keys as their originals in this
  /// context.
  @exclusivity(unchecked) var children: [ContextReference] = []
  /// The rules that generated code does not check, by entity.
  let rules = GraphRuleCache()
  /// True while a batch operation holds the store's write lock.
  @exclusivity(unchecked) var isRunningBatch = false
  /// True while a save calls hooks and writes to the store.
  @exclusivity(unchecked) var isSaving = false
  /// The number of deletions whose rules are still being applied. It exceeds 1 if a
  /// hook that is called for one deletion deletes another object.
  @exclusivity(unchecked) var openDeletions = 0
  /// The last save that failed but may nevertheless have been written; nil if there is
  /// none.
  var unsettledSave: UnsettledSave?
  /// The handler that is called if a property, which cannot throw, fails to load a
  /// fault or a relationship.
  ///
  /// The value of the property is then nil, an empty collection, or the default of its
  /// type; the error names the object and the relationship. The handler must not use
  /// the context.
  public var accessErrorHandler: ((StoreError) -> Void)?
  /// The first failed read within `checkingAccess(_:)`; nil if no read has
  /// failed.
  @exclusivity(unchecked) var accessFailure: StoreError?
  @exclusivity(unchecked) var accessChecks = 0
  /// True if other contexts or programs may have saved since some of the
  /// objects were read.
  @exclusivity(unchecked) var mayBeBehind: Bool
  /// The loaded values and members that have not been compared with the other
  /// ends of their links yet.
  @exclusivity(unchecked) var arrivals: [Arrival] = []
  /// The closures that observe the context.
  let changeHandlers = ChangeHandlers()
  /// A closure that schedules the processing of pending changes; nil if there is no
  /// scheduler.
  @exclusivity(unchecked) var scheduleProcessing: (() -> Void)?
  /// The queue of the saves of other contexts; nil if they are not merged
  /// automatically.
  @exclusivity(unchecked) var notificationQueue: SaveNotificationQueue?
  /// The policy that resolves conflicts, unless another policy is passed to
  /// `save(mergePolicy:)`.
  public var mergePolicy: any MergePolicy = .error
  /// The name of the context, which is recorded in the store's history.
  public var name: String?
  /// The author of this context's changes, in its reports and in the store's history.
  public var transactionAuthor: String?

  init(_ source: any ObjectSource, _ store: PersistentStore) {
    self.source = source
    keys = KeyAllocation(entityCount: store.model.entities.count)
    mayBeBehind = !source.hasRows
    super.init(store, source.connection)
    source.owner = self
  }

  override var services: any ObjectServices { self }

  /// Creates another context for the same store, with its own connection.
  ///
  /// - Throws: `StoreError` if another connection to the store cannot be opened.
  package func makeSeparateContext() throws -> ManagedObjectContext {
    ManagedObjectContext(try source.separate(), store)
  }

  /// True if the saves of other contexts in this program are merged before
  /// every fetch and save. Otherwise, call `mergeChanges(from:)` to merge them.
  public var automaticallyMergesChanges: Bool {
    get { notificationQueue != nil }
    set {
      guard newValue != automaticallyMergesChanges else { return }
      receiveNotifications(in: newValue ? SaveNotificationQueue() : nil)
    }
  }

  /// Collects the saves of other contexts in the given queue from now on; nil
  /// ends the collection.
  func receiveNotifications(in queue: SaveNotificationQueue?) {
    self.notificationQueue = queue
    if let queue { store.notifications.subscribe(queue) }
  }

  /// The model of the context's store.
  public var model: ManagedObjectModel { store.model.description }

  /// True while a deletion or an undo calls hooks. At that time, only some of
  /// the objects have been changed, so that changes can be discarded but not
  /// saved.
  var isHalfway: Bool { openDeletions > 0 || recorder?.isTakingBack == true }

  /// True if any object is new, changed or about to be deleted.
  public var hasChanges: Bool { !listed.allSatisfy(\.isVoid) }

  /// The objects that the next save will insert, in the order in which they were
  /// created.
  public var insertedObjects: [ManagedObject] {
    listed.filter { $0._flags.contains(.inserted) && !$0._flags.contains(.deleted) }
  }

  /// The previously saved objects that have changes, in the order of their first
  /// change.
  public var updatedObjects: [ManagedObject] { listed.filter(\.isUpdated) }

  /// The objects that the next save will delete.
  public var deletedObjects: [ManagedObject] {
    listed.filter { $0._flags.contains(.deleted) && !$0._flags.contains(.inserted) }
  }

  /// The number of objects that the context holds.
  public var registeredObjectCount: Int { held.count - listed.count(where: \.isVoid) }
}

@available(*, unavailable)
extension ManagedObjectContext: Sendable {}

extension ManagedObjectContext {
  /// Returns the entity with the given name.
  ///
  /// - Throws: `StoreError` (`.unknownName`) if the model has no such entity.
  func entity(named name: String) throws -> CompiledEntity {
    if let entity = store.model.entity(named: name) { return entity }
    let suggestion = nearestQuestion(for: name, in: store.model.entities.map(\.name))
    throw StoreError(
      .unknownName, "model '\(model.name)' has no entity '\(name.abbreviated)'\(suggestion)")
  }

  /// Returns the key for a new object. The key is permanent, except that it is
  /// negative if no key can be reserved.
  func nextKey(for entity: CompiledEntity) -> Int64 { keys.next(for: entity, in: self) }

  /// Removes objects from the context's list of changes.
  func unlist(_ objects: [ManagedObject]) {
    changes.remove(objects)
    guard !denials.isEmpty else { return }
    let gone = Set(objects)
    denials.removeAll { gone.contains($0.object) }
  }
}
