internal import ModelSQLite
public import ModelSchema

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
  /// Where a child loads from and saves into.
  let parent: ManagedObjectContext?
  @exclusivity(unchecked) var connection: StoreConnection
  @exclusivity(unchecked) var maps: ContiguousArray<IdentityMap>
  @exclusivity(unchecked) var listed: ContiguousArray<ManagedObject> = []
  /// Deletes that objects at the other end of a relationship forbid.
  @exclusivity(unchecked) var denials: [Denial] = []
  @exclusivity(unchecked) private var keyRanges: [KeyRange]
  @exclusivity(unchecked) private var temporaryKey: Int64 = 0
  /// Why a key could not be reserved; the next save tries again.
  @exclusivity(unchecked) var keyFailure: (any Error)?
  /// The rules of entities that have any beyond single values, by entity index.
  @exclusivity(unchecked) var graphRules: [Int: GraphRules] = [:]
  /// The object whose row a save could not write, for the words of its error.
  @exclusivity(unchecked) var written: ManagedObject?
  /// Whether a batch operation holds the store's write lock.
  @exclusivity(unchecked) var isRunningBatch = false
  /// The objects whose derived attributes the last save computed anew.
  @exclusivity(unchecked) var derivedIDs: Set<ObjectID> = []
  /// Who observes the context.
  @exclusivity(unchecked) var changeHandlers = ChangeHandlers()
  /// What objects are marked with when they come: nothing, or `.observed`.
  @exclusivity(unchecked) var observedFlags: ObjectFlags = []
  /// What happened since those who follow the context were told; nil while nobody does.
  @exclusivity(unchecked) var journal: ChangeJournal?
  /// Sees to it that pending changes are processed soon; nil where nobody does.
  @exclusivity(unchecked) var scheduleProcessing: (() -> Void)?
  /// Where saves of other contexts wait; nil while they are not wanted.
  @exclusivity(unchecked) var inbox: SaveInbox?
  /// Decides what becomes of conflicts; `save(mergePolicy:)` overrules it.
  public var mergePolicy: any MergePolicy = .error
  /// Whether a save writes unique values in two steps, since objects exchange them.
  @exclusivity(unchecked) var clearsUniqueValues = false
  /// New objects that the present save let disappear in others.
  @exclusivity(unchecked) var replaced: [ObjectID: ObjectID] = [:]
  /// What can be undone; nil while nothing is recorded.
  ///
  /// A history is for one context; giving one begins with an empty history.
  @exclusivity(unchecked) public var undoHistory: UndoHistory? {
    didSet {
      undoHistory?.context = self
      undoHistory?.removeAll()
    }
  }
  /// Who makes the changes of this context, for its reports.
  public var transactionAuthor: String?
  /// The batches of objects that came alone, by entity index.
  @exclusivity(unchecked) private var loneBatches: ContiguousArray<FaultBatch?>
  @exclusivity(unchecked) private var madeReference: ContextReference?

  init(store: PersistentStore) throws {
    self.store = store
    parent = nil
    connection = try store.borrow()
    let count = store.model.entities.count
    maps = ContiguousArray((0..<count).map { _ in IdentityMap() })
    keyRanges = Array(repeating: KeyRange(), count: count)
    loneBatches = ContiguousArray(repeating: nil, count: count)
  }

  /// Makes another context over the same store, with a connection of its own.
  ///
  /// - Throws: `StoreError` when the store cannot be opened once more.
  package func makeSeparateContext() throws -> ManagedObjectContext {
    try ManagedObjectContext(store: store)
  }

  /// Makes a child: it has the parent's connection.
  init(parent: ManagedObjectContext) {
    store = parent.store
    self.parent = parent
    connection = parent.connection
    let count = store.model.entities.count
    maps = ContiguousArray((0..<count).map { _ in IdentityMap() })
    keyRanges = Array(repeating: KeyRange(), count: count)
    loneBatches = ContiguousArray(repeating: nil, count: count)
  }

  deinit {
    guard parent == nil else { return }
    connection.unpin()
    store.giveBack(connection)
  }

  /// Whether saves of other contexts of this program are merged before every
  /// fetch and save (C-05); without it, `mergeChanges(from:)` does so by hand.
  public var automaticallyMergesChanges: Bool {
    get { inbox != nil }
    set {
      guard newValue != automaticallyMergesChanges else { return }
      setInbox(newValue ? SaveInbox() : nil)
    }
  }

  /// Lets saves of other contexts wait in an inbox.
  func setInbox(_ inbox: SaveInbox?) {
    self.inbox = inbox
    if let inbox { store.board.subscribe(inbox) }
  }

  /// What objects find the context by.
  var reference: ContextReference {
    if let madeReference { return madeReference }
    let reference = ContextReference(self)
    madeReference = reference
    return reference
  }

  /// The model of the context's store.
  public var model: ManagedObjectModel { store.model.description }

  /// Whether any object is new, changed or to be deleted.
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

  /// How many objects the context holds.
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

  /// The key of a new object, permanent from the start.
  ///
  /// Where none can be reserved (a store that is read-only, or locked for too
  /// long) the object gets a negative key, and the next save tries again.
  func nextKey(for entity: CompiledEntity) -> Int64 {
    do {
      return try reservedKey(for: entity)
    } catch {
      keyFailure = connection.storeError(error)
      temporaryKey -= 1
      return temporaryKey
    }
  }

  /// A key of the store.
  func reservedKey(for entity: CompiledEntity) throws -> Int64 {
    if let key = keyRanges[entity.rootIndex].take() { return key }
    if let parent { return parent.nextKey(for: entity) }
    if isRunningBatch {
      throw StoreError(.busy, "a batch operation is running: no objects can be made meanwhile")
    }
    let number = store.keyCounter(rootIndex: entity.rootIndex)
    // A pinned connection would have to give its moment up.
    let writer = connection.isPinned ? try store.borrow() : connection
    defer { if writer !== connection { store.giveBack(writer) } }
    try store.countedWriting(writer) {
      try keyRanges[entity.rootIndex].reserve(entityNumber: number, in: writer)
    }
    guard let key = keyRanges[entity.rootIndex].take() else {
      throw StoreError(.database, "no keys for new objects of '\(entity.name)' are left")
    }
    return key
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
  }
}
