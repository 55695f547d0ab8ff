/// An open store and its contexts.
///
/// Opening creates a store if none exists. The container can be passed to any task; its
/// view context belongs to the main actor.
public final class PersistentContainer: Sendable {
  let store: PersistentStore
  @MainActor private var openedViewContext: ManagedObjectContext?

  /// Opens a store, or creates a new one.
  ///
  /// - Throws: `StoreError` if the store cannot be opened or created, is not a store,
  ///   or was written with a different model.
  public convenience init(_ model: CompiledModel, configuration: StoreConfiguration) throws {
    try self.init(Self.open(model, configuration))
  }

  private static func open(
    _ model: CompiledModel, _ configuration: StoreConfiguration
  ) throws -> PersistentStore {
    try configuration.modelConfiguration == nil
      ? PersistentStore.open(model, configuration)
      : PersistentStore(model, joining: [configuration])
  }

  /// Opens a store, or creates a new one, without blocking the caller's actor. The
  /// migration of an older store can take a long time.
  ///
  /// Cancelling the task stops the migration.
  ///
  /// - Throws: The errors of `init(_:configuration:)`; `MigrationError` (`.cancelled`)
  ///   if the migration was stopped, in which case the store is unchanged.
  public convenience init(
    opening model: CompiledModel, configuration: StoreConfiguration
  ) async throws {
    var configuration = configuration
    let progress = configuration.migration.progress ?? MigrationProgress()
    configuration.migration.progress = progress
    let store = try await withTaskCancellationHandler {
      try await PerformLane(SerialQueuePool()).run { [configuration] in
        try Self.open(model, configuration)
      }
    } onCancel: {
      progress.cancel()
    }
    try self.init(store)
  }

  /// Opens several stores, each with the entities of one of the model's
  /// configurations.
  ///
  /// Fetches and saves include all stores. A save is one transaction: if it
  /// fails, nothing is saved in any store. There is one exception: after a
  /// power failure during a commit with a write-ahead log, each file is intact,
  /// but the save may be missing in some of them. The journal mode `delete`
  /// does not have this limitation.
  ///
  /// Every entity belongs to exactly one store, together with its subentities.
  /// Relationships cannot lead from one store to another; use a fetched property
  /// instead. The stores must be SQLite files or in memory.
  ///
  /// - Throws: `StoreError` if a store cannot be opened, or the entities cannot be
  ///   divided among the stores.
  public convenience init(
    _ model: CompiledModel, configurations: [StoreConfiguration]
  ) throws {
    try self.init(PersistentStore(model, joining: configurations))
  }

  init(_ store: PersistentStore) throws {
    self.store = store
    // An error in opening this connection is reported now, before it would affect the
    // first view context.
    store.giveBack(try store.borrow())
  }

  /// The model with which the store was opened.
  public var model: ManagedObjectModel { store.model.description }

  /// True if the store cannot be written, because it was opened read-only or its file
  /// is not writable.
  public var isReadOnly: Bool { store.isReadOnly }

  /// The number of contexts that are writing to the store or waiting to do so.
  package var writerCount: Int { store.writeLock.writerCount }

  /// Creates a new context, which belongs to the caller's isolation domain.
  ///
  /// - Throws: `StoreError` if another connection to the store cannot be opened.
  public func makeContext() throws -> sending ManagedObjectContext {
    try ManagedObjectContext(store: store)
  }

  /// A stream of reports about the saves of this container's contexts. It
  /// begins when this property is accessed.
  public var saves: AsyncStream<SaveReport> { store.notifications.stream() }

  /// The context of the main actor, which is created on first access.
  ///
  /// It merges the saves of the container's other contexts as they happen.
  ///
  /// - Throws: `StoreError` if another connection to the store cannot be opened.
  @MainActor
  public var viewContext: ManagedObjectContext {
    get throws {
      if let openedViewContext { return openedViewContext }
      let context = try ManagedObjectContext(store: store)
      openedViewContext = context
      // The closure does not refer to the container, because a program may keep only
      // the context.
      let reference = ViewContextReference(context)
      context.scheduleProcessing = {
        Task { @MainActor in reference.context?.tellFollowers() }
      }
      context.receiveNotifications(
        in: SaveNotificationQueue {
          Task { @MainActor in reference.context?.mergePendingChanges() }
        })
      return context
    }
  }

  /// Runs a closure with a new context on its own thread, outside the cooperative pool.
  ///
  /// At most two closures for each processor, or 16 if that is more, run
  /// concurrently; other closures wait for their turn. Only their saves are
  /// serialized. A closure can wait for another closure. The result is
  /// `Sendable`, so that objects cannot leave the closure.
  ///
  /// The closure is part of the calling task: it has the task's local values,
  /// and can check `Task.isCancelled` in order to end early.
  ///
  /// - Throws: The error of the closure, or `StoreError`; `CancellationError` if the
  ///   task is cancelled before the closure begins.
  @discardableResult
  public func perform<Result: Sendable>(
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> Result
  ) async throws -> Result {
    try await PerformLane(store.lanes).run { [store] in
      try Task.checkCancellation()
      return try body(try ManagedObjectContext(store: store))
    }
  }

  /// Runs a closure with a new context on the calling thread.
  ///
  /// - Throws: The error of the closure, or `StoreError`.
  @discardableResult
  public func performAndWait<Result: Sendable>(
    _ body: (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    try body(try ManagedObjectContext(store: store))
  }
}

/// A weak reference to a view context, which any thread can pass on to the main
/// actor.
@MainActor
private final class ViewContextReference {
  private let reference: ContextReference

  init(_ context: ManagedObjectContext) { reference = context.reference }

  /// The view context; nil after it has been deallocated.
  var context: ManagedObjectContext? { reference.ownContext }
}
