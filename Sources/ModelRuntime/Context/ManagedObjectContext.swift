/// A view of a store's objects, together with changes that are not saved yet.
///
/// Within a context each row is represented by a single object. A context belongs to
/// one isolation domain, which neither the context nor its objects can leave: the view
/// context belongs to the main actor, and the context of
/// `PersistentContainer.perform(_:)` to its closure.
public final class ManagedObjectContext: _ObjectContext {
  /// The source that the context loads from and saves into: the store, or its
  /// parent.
  let source: any ObjectSource
  /// Deletes that objects at the other end of a relationship forbid.
  @exclusivity(unchecked) var denials: [Denial] = []
  @exclusivity(unchecked) var keys: KeyAllocation
  /// References to the child contexts, whose objects can have the same keys as the
  /// objects of this context; some children may be deallocated.
  @exclusivity(unchecked) var children: [ContextReference] = []
  /// The rules that generated code does not check, by entity.
  let rules = GraphRuleCache()
  /// True while a batch operation holds the store's write lock.
  @exclusivity(unchecked) var isRunningBatch = false
  /// True while a save calls hooks and writes.
  @exclusivity(unchecked) var isSaving = false
  /// The number of deletes whose rules are still being applied. It exceeds 1 if a hook
  /// of one delete deletes another object.
  @exclusivity(unchecked) var openDeletions = 0
  /// The last save that failed but may have been made nevertheless; nil if no save is
  /// in doubt.
  var unsettledSave: UnsettledSave?
  /// The handler that is called when a property, which cannot throw, fails to load a
  /// fault or a relationship.
  ///
  /// The property reads as nil, as no members, or as its type's default; the error
  /// names the object and the relationship. The handler must not use the context.
  public var accessErrorHandler: ((StoreError) -> Void)?
  /// The first read that failed within `checkingAccess(_:)`, and the number of calls of
  /// that method that are running.
  @exclusivity(unchecked) var accessFailure: StoreError?
  @exclusivity(unchecked) var accessChecks = 0
  /// True if others may have saved since some of the objects were read.
  @exclusivity(unchecked) var mayBeBehind: Bool
  /// Values that were loaded and not yet compared with the other ends of their links.
  @exclusivity(unchecked) var arrivals: [Arrival] = []
  /// The closures that observe the context.
  let changeHandlers = ChangeHandlers()
  /// Schedules the processing of pending changes; nil without a scheduler.
  @exclusivity(unchecked) var scheduleProcessing: (() -> Void)?
  /// The queue of other contexts' saves; nil while these are not merged.
  @exclusivity(unchecked) var notificationQueue: SaveNotificationQueue?
  /// The policy that resolves conflicts, unless `save(mergePolicy:)` is given another.
  public var mergePolicy: any MergePolicy = .error
  /// The name of the context, for the store's history.
  public var name: String?
  /// The author of this context's changes, for its reports and the store's
  /// history.
  public var transactionAuthor: String?

  init(_ source: any ObjectSource, _ store: PersistentStore) {
    self.source = source
    keys = KeyAllocation(entityCount: store.model.entities.count)
    mayBeBehind = !source.hasRows
    super.init(store, source.connection)
  }

  override var services: any ObjectServices { self }

  /// Makes another context over the same store, with a connection of its own.
  ///
  /// - Throws: `StoreError` when the store cannot be opened once more.
  package func makeSeparateContext() throws -> ManagedObjectContext {
    ManagedObjectContext(try source.separate(), store)
  }

  /// True if saves of other contexts of this program are merged before every fetch and
  /// save; otherwise call `mergeChanges(from:)` to merge them.
  public var automaticallyMergesChanges: Bool {
    get { notificationQueue != nil }
    set {
      guard newValue != automaticallyMergesChanges else { return }
      receiveNotifications(in: newValue ? SaveNotificationQueue() : nil)
    }
  }

  /// Collects saves of other contexts in a queue.
  func receiveNotifications(in queue: SaveNotificationQueue?) {
    self.notificationQueue = queue
    if let queue { store.notifications.subscribe(queue) }
  }

  /// The model of the context's store.
  public var model: ManagedObjectModel { store.model.description }

  /// True while a delete or an undo calls hooks. The change is then only half
  /// applied to the objects, so it can be discarded but not saved.
  var isHalfway: Bool { openDeletions > 0 || recorder?.isTakingBack == true }

  /// True if any object is new, changed or to be deleted.
  public var hasChanges: Bool { !listed.allSatisfy(\.isVoid) }

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
  public var registeredObjectCount: Int { held.count - listed.count(where: \.isVoid) }
}

@available(*, unavailable)
extension ManagedObjectContext: Sendable {}

extension ManagedObjectContext {
  /// Returns the entity with a name.
  ///
  /// - Throws: `StoreError` (`.unknownName`) if the model has no such entity.
  func entity(named name: String) throws -> CompiledEntity {
    if let entity = store.model.entity(named: name) { return entity }
    let suggestion = nearestWord(to: name, in: store.model.entities.map(\.name))
    throw StoreError(
      .unknownName,
      "model '\(model.name)' has no entity '\(name.abbreviated)'"
        + (suggestion.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// Returns the key of a new object. It is permanent from the start, or negative if
  /// no key can be reserved.
  func nextKey(for entity: CompiledEntity) -> Int64 { keys.next(for: entity, in: self) }

  /// Removes objects from the list of changes.
  func unlist(_ objects: [ManagedObject]) {
    changes.remove(objects)
    guard !denials.isEmpty else { return }
    let gone = Set(objects)
    denials.removeAll { gone.contains($0.object) }
  }
}
