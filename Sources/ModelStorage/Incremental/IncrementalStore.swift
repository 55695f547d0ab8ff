/// A store of any kind that answers fetches and saves piece by piece, like Core Data's
/// incremental stores.
///
/// Contexts work with it as they do with a file: the runtime takes care of objects,
/// unsaved changes, validation, delete rules, conflicts and live lists. The store
/// receives requests as values and answers with rows:
///
/// ```
/// fetch(_:)   → parts(of:)        which parts of the fetch the store carries out
///             → read(_:into:)     rows, one after the other; the rest is done in memory
/// rows(_:)    → rows(_:)          sums, counts and groups, where the store computes them
/// a fault     → read(keys:of:into:)
/// a to-many   → members(of:owners:)
/// new objects → reserveKeys(_:of:)
/// save()      → save(deriving:)   locks the rows that derived values are computed from
///             → save(_:)          all changes or none, if no row's version has changed
/// ```
///
/// A store that has to survive new versions of the model provides its content for
/// migration: `contentToMigrate(to:_:)`.
///
/// The methods are called concurrently, from the threads on which contexts are used.
public protocol IncrementalStore: AnyObject, Sendable {
  /// The identity of the store, which is part of object IDs. It must be the same
  /// whenever and wherever the store is opened.
  var identifier: UUID { get }

  /// Returns the whole content of a store that was written by another version of the model; nil if
  /// there is no content, or if the store needs no migration. The content is migrated before the
  /// store is opened.
  ///
  /// The content is loaded, migrated in the same way as the content of a file (with inferred
  /// changes, migration blocks and policies), and saved once, unless the migration fails.
  ///
  /// - Parameters:
  ///   - schema: The schema that the store must have after the migration.
  ///   - options: The options of the migration.
  /// - Throws: `StoreError` if the store is in use elsewhere.
  func contentToMigrate(
    to schema: StoreSchema, _ options: MigrationOptions
  ) throws -> (any AtomicStore)?

  /// The model that the store was last opened with; nil if the store is new or does not
  /// keep its model.
  var storedModel: ManagedObjectModel? { get throws }

  /// Prepares the store for the entities of a model. This method is called
  /// once, before any other method except those of a migration.
  ///
  /// - Throws: `StoreError` if the store cannot hold the entities.
  func open(_ schema: StoreSchema) throws

  /// Opens the store for reading only, instead of `open(_:)`. Nothing is created or written.
  ///
  /// - Throws: `StoreError` (`.cannotOpen`) if there is no store yet.
  func openForReading(_ schema: StoreSchema) throws

  /// If the store runs statements, reports every statement from now on to a trace, by
  /// `SQLTrace.report(_:duration:rowCount:expandedSQL:)`.
  func report(to trace: SQLTrace)

  /// Returns the parts of a fetch that the store carries out itself. The runtime carries out the
  /// other parts in memory, on all rows that the store returns.
  func parts(of fetch: StoreFetch) -> StoreFetch.Parts

  /// Reads the rows of a fetch's entities, and applies the parts of the fetch that the store
  /// carries out: the condition, the order, the window.
  ///
  /// - Parameters:
  ///   - fetch: The fetch.
  ///   - parts: The result of `parts(of:)`, without the window if the condition or the order is
  ///     left to the runtime.
  ///   - sink: The receiver of the rows.
  func read(_ fetch: StoreFetch, _ parts: StoreFetch.Parts, into sink: RowSink) throws

  /// Returns the number of objects that match a fetch, regardless of its window. It is called only
  /// if the store carries out the condition.
  func count(_ fetch: StoreFetch) throws -> Int

  /// Returns rows of values computed from objects or from groups of objects; nil if the store would
  /// not compute them exactly as the runtime does. The runtime then computes them from the objects.
  func rows(_ rows: StoreRows) throws -> [[StoreRowValue]]?

  /// Reads the rows with the given keys, of an entity and its subentities, in any order. Missing
  /// rows are left out.
  func read(keys: [Int64], of entity: StoreSchema.Entity, into sink: RowSink) throws

  /// Returns the versions of the rows with the given keys in a hierarchy, by key. Missing rows are
  /// left out.
  func versions(of keys: [Int64], _ root: StoreSchema.Entity) throws -> [Int64: Int32]

  /// Returns the keys of the members of a to-many relationship for each of several owners. Members
  /// of an ordered relationship are in their order, other members in any order.
  func members(
    of relationship: StoreSchema.Relationship, owners: [Int64]
  ) throws -> [[Int64]]

  /// Reserves keys for new objects of a hierarchy. No other caller may get the same
  /// keys.
  ///
  /// - Parameters:
  ///   - count: The number of keys requested; the store may return fewer or more.
  ///   - root: The root of the hierarchy.
  /// - Returns: At least one key; keys are positive.
  func reserveKeys(_ count: Int64, of root: StoreSchema.Entity) throws -> ClosedRange<Int64>

  /// Returns a store that is only read, and shows the state that this store has
  /// now, regardless of later saves. It is used by one thread at a time, and
  /// released when the state is no longer needed.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`) if the store cannot keep a state.
  func snapshot() throws -> any IncrementalStore

  /// Saves all changes or none.
  ///
  /// - Throws: `StoreError` (`.conflict`) if an updated or deleted row has another version or is
  ///   gone, if a new row's key is in use, if unique values are taken, or if an enforced reference
  ///   would not lead to a row (``StoreSchema/Column/isEnforced``). The runtime then finds the
  ///   conflicts itself and applies the context's merge policy. After `.ioFailure` it is unknown
  ///   whether the changes were saved, and the context's next save finds that out first. Other
  ///   errors are passed to the caller of the save.
  func save(_ changes: StoreChanges) throws

  /// Saves changes, some of which are computed from rows: derived attributes of objects that are
  /// not changed themselves, such as the number of their members.
  ///
  /// Two programs that add a member at the same time must not both count without the
  /// other's member. A store that several programs share therefore locks the rows
  /// passed to `lock` until its save ends. The changes are computed after that, from
  /// the store as others see it.
  ///
  /// - Parameter changes: A closure that computes the changes. It is called again if
  ///   the store has to start over. Its argument locks rows against other programs,
  ///   those of lower hierarchies first.
  /// - Throws: The errors of `save(_:)`, and any error of `changes`.
  func save(
    deriving changes: (_ lock: (StoreLock) throws -> Void) throws -> StoreChanges
  ) throws

  /// True if the store keeps a history of its saves. It is known when the store is open.
  var keepsHistory: Bool { get }

  /// Begins to keep a history. This method is called after `open(_:)`, if the program asks for a
  /// history and the store does not keep one yet.
  ///
  /// - Throws: `StoreError` (`.unsupportedFeature`) if the store cannot keep a history.
  func keepHistory() throws

  /// Returns the transactions from a point on, and the range of all numbers.
  ///
  /// The numbers of transactions count from 1, without gaps, in the order in which they become
  /// visible to readers: a transaction never appears before one that has already been read.
  ///
  /// - Parameters:
  ///   - point: The point at which the transactions begin.
  ///   - limit: The maximum number of transactions; nil for all.
  func history(from point: StoreHistoryPoint, limit: Int?) throws -> StoreHistory

  /// Deletes the transactions before a point, and returns their number. The transaction that
  /// ``StoreHistoryPoint/behind(_:)`` names is kept. For a date, deletion stops at the first
  /// transaction that is not older, so that the remaining numbers have no gap.
  func deleteHistory(before point: StoreHistoryPoint) throws -> Int

  /// Returns the value that the store keeps in place of a value that it cannot keep exactly, such
  /// as a date to the microsecond; nil if it keeps the value itself. Objects get this value when
  /// they are saved, so that reading them again makes no difference. The method is never called for
  /// null.
  ///
  /// - Throws: `StoreError` (`.wrongType`) for a value that the store cannot keep; the
  ///   runtime adds the object and the property.
  func keptValue(
    for value: ConstantValue, in column: StoreSchema.Column
  ) throws -> ConstantValue?

  /// Returns a number that grows when another program or container saves; nil if the store does not
  /// detect such changes.
  func foreignChangeCount() throws -> Int64?

  /// Releases the resources with which the store detects other programs' changes, such as a
  /// connection. This method is called when the changes are no longer observed.
  ///
  /// A later ``foreignChangeCount()`` starts detecting again, and returns a greater number if
  /// changes may have been missed.
  func stopFollowing()

  /// Describes how the store carries out a fetch, in the terms of the store, for `explain(_:)`.
  func explanation(of fetch: StoreFetch, _ parts: StoreFetch.Parts) throws -> String
}

extension IncrementalStore {
  /// Opens the store with `open(_:)`, as for writing.
  ///
  /// - Throws: The errors of `open(_:)`.
  public func openForReading(_ schema: StoreSchema) throws { try open(schema) }

  /// Throws an error, since the store does not keep earlier states.
  public func snapshot() throws -> any IncrementalStore {
    throw StoreError(.unsupportedFeature, "reads cannot be pinned in this store")
  }

  /// Always false, since the store keeps no history.
  public var keepsHistory: Bool { false }

  /// Throws an error, since the store cannot keep a history.
  public func keepHistory() throws {
    throw StoreError(.unsupportedFeature, "this store keeps no history")
  }

  /// Throws an error, since the store keeps no history.
  public func history(from point: StoreHistoryPoint, limit: Int?) throws -> StoreHistory {
    throw StoreError(.unsupportedFeature, "this store keeps no history")
  }

  /// Throws an error, since the store keeps no history.
  public func deleteHistory(before point: StoreHistoryPoint) throws -> Int {
    throw StoreError(.unsupportedFeature, "this store keeps no history")
  }

  /// Does nothing, since the store runs no statements.
  public func report(to trace: SQLTrace) {}

  /// Always nil, since the store does not keep its model.
  public var storedModel: ManagedObjectModel? { nil }

  /// Returns nil, since the content always matches the model.
  public func contentToMigrate(
    to schema: StoreSchema, _ options: MigrationOptions
  ) throws -> (any AtomicStore)? { nil }

  /// Computes the changes, and saves them without locking rows.
  ///
  /// - Throws: The errors of `save(_:)`, and any error of `changes`.
  public func save(
    deriving changes: (_ lock: (StoreLock) throws -> Void) throws -> StoreChanges
  ) throws {
    try save(try changes { _ in })
  }

  /// Returns nil, so that rows are computed from objects.
  public func rows(_ rows: StoreRows) throws -> [[StoreRowValue]]? { nil }

  /// Returns nil, since every value is kept unchanged.
  public func keptValue(
    for value: ConstantValue, in column: StoreSchema.Column
  ) throws -> ConstantValue? { nil }

  /// Returns nil, since the store does not detect the changes of other
  /// programs.
  public func foreignChangeCount() throws -> Int64? { nil }

  /// Does nothing, since the store needs no resources to detect the changes of
  /// other programs.
  public func stopFollowing() {}

  /// Returns the names of the parts of a fetch that the store carries out.
  public func explanation(of fetch: StoreFetch, _ parts: StoreFetch.Parts) throws -> String {
    "the store does: \(parts)"
  }
}
