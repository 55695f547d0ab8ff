/// An opened store and the contexts on it.
///
/// Opening makes a new store where there is none. The container can be handed
/// to any task; its view context belongs to the main actor.
public final class PersistentContainer: Sendable {
  let store: PersistentStore
  @MainActor private var openedViewContext: ManagedObjectContext?

  /// Opens a store, or makes a new one.
  ///
  /// - Throws: `StoreError` when the store cannot be opened or made, is no
  ///   store, or was written by another model.
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

  /// Opens a store, or makes a new one, while the caller's actor goes on: an older store may have
  /// to be migrated.
  ///
  /// A task that is cancelled stops the migration.
  ///
  /// - Throws: As `init(_:configuration:)`; `MigrationError` (`.cancelled`) where the
  ///   migration was stopped, which leaves the store as it was.
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
  /// A fetch or a save works over all of them. A save is one transaction:
  /// where it fails, nothing is saved in any store. A power loss in the middle
  /// of a commit is another matter: under a write-ahead log each file then is
  /// sound by itself, but one can have the save and another not; the journal
  /// mode `delete` has no such gap.
  ///
  /// Every entity is in exactly one store, with its subentities. No
  /// relationship leads from one store into another; use a fetched property.
  /// The stores are SQLite files or in memory.
  ///
  /// - Throws: `StoreError` when a store cannot be opened, or the entities
  ///   cannot be divided so.
  public convenience init(
    _ model: CompiledModel, configurations: [StoreConfiguration]
  ) throws {
    try self.init(PersistentStore(model, joining: configurations))
  }

  init(_ store: PersistentStore) throws {
    self.store = store
    // The first view context would fail where this connection fails.
    store.giveBack(try store.borrow())
  }

  /// The model of the store.
  public var model: ManagedObjectModel { store.model.description }

  /// A Boolean value that says whether nothing can be written: the store was
  /// opened so, or the file's rights do not allow it.
  public var isReadOnly: Bool { store.isReadOnly }

  /// The number of contexts that write the store, or wait for those that do.
  package var writerCount: Int { store.writeLock.writerCount }

  /// A new context for whoever asks; it belongs to the isolation domain that
  /// receives it.
  ///
  /// - Throws: `StoreError` when the store cannot be opened once more.
  public func makeContext() throws -> sending ManagedObjectContext {
    try ManagedObjectContext(store: store)
  }

  /// The reports of what contexts of this container save from now on.
  public var saves: AsyncStream<SaveReport> { store.notifications.stream() }

  /// The context of the main actor, made when it is first asked for.
  ///
  /// It merges the saves of the container's other contexts as they happen.
  ///
  /// - Throws: `StoreError` when the store cannot be opened once more.
  @MainActor
  public var viewContext: ManagedObjectContext {
    get throws {
      if let openedViewContext { return openedViewContext }
      let context = try ManagedObjectContext(store: store)
      openedViewContext = context
      // Not by way of the container: a program may hold the context alone.
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

  /// Runs the body with a new context on a thread of its own, off the
  /// cooperative pool.
  ///
  /// Bodies run side by side, at most two for each processor and at least 16;
  /// more wait for their turn. Only saves queue up. A body may wait for another
  /// one. What the body returns is `Sendable`, so objects stay inside.
  ///
  /// The body is a part of the calling task: it sees the task's local values, and
  /// `Task.isCancelled`, by which a long one can end early.
  ///
  /// - Throws: What the body throws, or `StoreError`; `CancellationError` where the
  ///   task is cancelled before the body has begun.
  @discardableResult
  public func perform<Result: Sendable>(
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> Result
  ) async throws -> Result {
    try await PerformLane(store.lanes).run { [store] in
      try Task.checkCancellation()
      return try body(try ManagedObjectContext(store: store))
    }
  }

  /// Runs the body with a new context on the calling thread.
  ///
  /// - Throws: What the body throws, or `StoreError`.
  @discardableResult
  public func performAndWait<Result: Sendable>(
    _ body: (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    try body(try ManagedObjectContext(store: store))
  }
}

/// A reference to a view context that any thread may hand to the main actor, and that does not keep
/// it.
@MainActor
private final class ViewContextReference {
  private let reference: ContextReference

  init(_ context: ManagedObjectContext) { reference = context.reference }

  /// The context; nil once it is gone.
  var context: ManagedObjectContext? { reference.ownContext }
}
