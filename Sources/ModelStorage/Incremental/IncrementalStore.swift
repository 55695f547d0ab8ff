/// A store that answers fetches and saves piece by piece, kept anywhere: what
/// Core Data calls an incremental store.
///
/// Contexts are the same over it as over a file: objects, unsaved changes,
/// validation, delete rules, conflicts and live lists are the runtime's. The
/// store is told what is wanted as values and answers with rows:
///
/// ```
/// fetch(_:)   → parts(of:)        which parts of the fetch it does by itself
///             → read(_:into:)     rows, one after the other; the rest is done in memory
/// rows(_:)    → rows(_:)          sums, counts and groups, where the store computes them
/// a fault     → read(keys:of:into:)
/// a to-many   → members(of:owners:)
/// new objects → reserveKeys(_:of:)
/// save()      → save(deriving:)   keeps others away from what derived values are computed of
///             → save(_:)          everything or nothing, each row tied to its version
/// ```
///
/// A store that outlives versions of the model hands its content over to be migrated:
/// `contentToMigrate(to:_:)`.
///
/// All of it is called from the threads that contexts are used on, by several at
/// once.
public protocol IncrementalStore: AnyObject, Sendable {
  /// The identity of the store, which is part of object IDs: the same whenever and
  /// wherever it is opened.
  var identifier: UUID { get }

  /// The whole content of a store that another version of the model wrote, which is
  /// migrated before the store is opened; nil where there is none, and where the
  /// store needs no migration.
  ///
  /// The content is loaded, migrated as a file's is (with what is inferred, migration
  /// blocks and policies) and saved once, unless something is in the way.
  ///
  /// - Parameters:
  ///   - schema: What the store is to keep.
  ///   - options: The way of the migration.
  /// - Throws: `StoreError` where others are at work with the store.
  func contentToMigrate(
    to schema: StoreSchema, _ options: MigrationOptions
  ) throws -> (any AtomicStore)?

  /// The model that the store was last opened with; nil where there is none yet, and
  /// where it does not keep it.
  var storedModel: ManagedObjectModel? { get throws }

  /// Makes the store ready for the entities of a model; called once, before
  /// anything but a migration.
  ///
  /// - Throws: `StoreError` where it cannot hold them.
  func open(_ schema: StoreSchema) throws

  /// Makes the store ready for being read alone, instead of `open(_:)`: nothing is
  /// made or written.
  ///
  /// - Throws: `StoreError` (`.cannotOpen`) where there is no store yet.
  func openForReading(_ schema: StoreSchema) throws

  /// Tells a trace of every statement that the store runs from now on, where it runs
  /// statements: by `SQLTrace.report(_:duration:rowCount:expandedSQL:)`.
  func report(to trace: SQLTrace)

  /// The parts of a fetch that the store does by itself, in whatever the fetch
  /// wants: what is left is done in memory, over all the rows that the rest lets
  /// through.
  func parts(of fetch: StoreFetch) -> StoreFetch.Parts

  /// Answers the parts of a fetch that the store does: the rows of its entities that
  /// match, in order, inside of the window.
  ///
  /// - Parameters:
  ///   - fetch: What is wanted.
  ///   - parts: What `parts(of:)` said; without the window where condition or order
  ///     are left to the runtime.
  ///   - sink: Takes the rows.
  func read(_ fetch: StoreFetch, _ parts: StoreFetch.Parts, into sink: RowSink) throws

  /// The number of objects of a fetch, of which the store does all; its window is
  /// left out.
  func count(_ fetch: StoreFetch) throws -> Int

  /// Rows of values that are computed of objects, or of groups of them; nil where
  /// the store does not compute them as the runtime would, which then does it of
  /// the objects.
  func rows(_ rows: StoreRows) throws -> [[StoreRowValue]]?

  /// The rows of some keys of an entity and those below it, in any order; those
  /// that are gone are left out.
  func read(keys: [Int64], of entity: StoreSchema.Entity, into sink: RowSink) throws

  /// The versions of the rows of some keys of a hierarchy, by key; those that are
  /// gone are left out.
  func versions(of keys: [Int64], _ root: StoreSchema.Entity) throws -> [Int64: Int32]

  /// The keys of the members of a to-many relationship, for each of some owners:
  /// those of an ordered relationship in their order, others in any.
  func members(
    of relationship: StoreSchema.Relationship, owners: [Int64]
  ) throws -> [[Int64]]

  /// Reserves keys for new objects of a hierarchy that nobody else gets.
  ///
  /// - Parameters:
  ///   - count: How many would be good; the store decides.
  ///   - root: The root of the hierarchy.
  /// - Returns: At least one key, from 1 on.
  func reserveKeys(_ count: Int64, of root: StoreSchema.Entity) throws -> ClosedRange<Int64>

  /// Saves changes, all of them or none.
  ///
  /// - Throws: `StoreError` (`.conflict`) where a row that is updated or deleted has
  ///   another version or is gone, where there is a row with the key of a new one, where
  ///   unique values are taken, or where a reference would lead nowhere that is not to
  ///   (``StoreSchema/Column/isEnforced``): the runtime then
  ///   looks for the conflicts itself and asks the context's merge policy. After
  ///   `.ioFailure`, where nobody can tell whether it was saved, the context's next save
  ///   looks first. Other errors reach whoever saves.
  func save(_ changes: StoreChanges) throws

  /// Saves changes some of which are computed of rows: derived attributes of objects that are not
  /// changed themselves, such as the number of their members.
  ///
  /// Two that each add a member at the same time must not both count without the other's. A store
  /// that several programs share locks the rows that it is told of until its save ends; the
  /// changes then read what they are computed of, from the store as others read it.
  ///
  /// - Parameter changes: Makes the changes, once or, where the store has to begin anew, again.
  ///   What it is handed keeps others away from rows, those of lower hierarchies first.
  /// - Throws: As `save(_:)`, and what making the changes throws.
  func save(
    deriving changes: (_ lock: (StoreLock) throws -> Void) throws -> StoreChanges
  ) throws

  /// The value that the store keeps in place of one that it cannot keep exactly, a
  /// date to the microsecond; nil where it keeps the value. An object has it as soon
  /// as it is saved, so that nothing seems changed by being read again. It is not asked
  /// about null.
  ///
  /// - Throws: `StoreError` (`.wrongType`) for a value that the store does not keep; the
  ///   runtime adds the object and the property.
  func keptValue(
    for value: ConstantValue, in column: StoreSchema.Column
  ) throws -> ConstantValue?

  /// A number that grows when somebody else saves, another program or another
  /// container; nil where the store cannot tell.
  func foreignChangeCount() throws -> Int64?

  /// Lets go of what the store hears of others by, such as a connection: the last one who followed
  /// its changes does no more.
  ///
  /// A later ``foreignChangeCount()`` begins anew, with a number that has grown where something may
  /// have been missed.
  func stopFollowing()

  /// Explains what the store makes of a fetch, in its own words, for
  /// `explain(_:)`.
  func explanation(of fetch: StoreFetch, _ parts: StoreFetch.Parts) throws -> String
}

extension IncrementalStore {
  /// Opens the store, which is made where there is none.
  public func openForReading(_ schema: StoreSchema) throws { try open(schema) }

  /// Nothing: the store runs no statements.
  public func report(to trace: SQLTrace) {}

  /// Nil: the store does not keep it.
  public var storedModel: ManagedObjectModel? { nil }

  /// Nil: whatever the store holds is the model's.
  public func contentToMigrate(
    to schema: StoreSchema, _ options: MigrationOptions
  ) throws -> (any AtomicStore)? { nil }

  /// Makes the changes and saves them: nobody else is kept away.
  public func save(
    deriving changes: (_ lock: (StoreLock) throws -> Void) throws -> StoreChanges
  ) throws {
    try save(try changes { _ in })
  }

  /// Nil: rows are computed of objects.
  public func rows(_ rows: StoreRows) throws -> [[StoreRowValue]]? { nil }

  /// Nil: every value is kept as it is.
  public func keptValue(
    for value: ConstantValue, in column: StoreSchema.Column
  ) throws -> ConstantValue? { nil }

  /// Nil: the store cannot tell.
  public func foreignChangeCount() throws -> Int64? { nil }

  /// Nothing: the store holds on to nothing.
  public func stopFollowing() {}

  /// The parts that the store does, and those that are left to the runtime.
  public func explanation(of fetch: StoreFetch, _ parts: StoreFetch.Parts) throws -> String {
    "the store does: \(parts)"
  }
}
