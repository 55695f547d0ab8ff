/// A source that a context loads its objects from and saves them into: its store, or
/// its parent.
///
/// A context asks its source for everything that it does not hold itself. Objects are
/// made for the context that asks; a source keeps none. It is called once for a
/// statement, a fault or a save, never for a row or a property.
protocol ObjectSource: AnyObject {
  // MARK: Loading

  /// True if objects are rows of their own, with versions, that a statement can step
  /// through; copies of a parent's objects are not.
  var hasRows: Bool { get }
  /// True if a statement over the connection's tables finds all of the source's
  /// objects; false if the rows are elsewhere, or a parent has unsaved changes.
  var isAnsweredBySQL: Bool { get }

  /// The connection that rows are read over.
  var connection: StoreConnection { get }
  /// The context that is the source; nil for a store.
  var parentContext: ManagedObjectContext? { get }

  /// Makes another source of the same store, with a connection of its own.
  func separate() throws -> any ObjectSource

  /// The objects of a plan, without unsaved changes of the context.
  func objects(
    _ plan: FetchPlan, _ entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> [ManagedObject]

  /// The number of objects of a plan.
  func count(
    _ plan: FetchPlan, _ entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> Int

  /// The identities of the objects of a plan.
  func objectIDs(
    _ plan: FetchPlan, _ entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> [ObjectID]

  /// The object that has a unique value; nil if no object has it.
  func object(
    _ entity: CompiledEntity, _ number: Int, _ value: ConstantValue,
    for context: ManagedObjectContext
  ) throws -> ManagedObject?

  /// Reads one object; nil if it does not exist.
  func load(
    _ key: Int64, of entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> ManagedObject?

  /// Reads the objects of ascending keys; missing objects are left out.
  func load(
    _ keys: [Int64], of entity: CompiledEntity, for context: ManagedObjectContext
  ) throws

  /// The members of a to-many relationship of several owners, in the owners' order.
  ///
  /// - Parameters:
  ///   - owners: The keys of the owners, ascending.
  ///   - context: The context that also takes the objects that come
  ///     with the members; nil to read only the members.
  func readMembers(
    _ relationship: CompiledRelationship, of source: CompiledEntity, owners: [Int64],
    objectsFor context: ManagedObjectContext?
  ) throws -> MemberLists

  /// The number of members of a to-many relationship, without loading them.
  func memberCount(
    _ relationship: CompiledRelationship, of object: ManagedObject
  ) throws -> Int

  /// The values of an attribute of a plan's objects, without making objects.
  func values(
    of name: String, _ plan: FetchPlan, _ entity: CompiledEntity,
    for context: ManagedObjectContext
  ) throws -> [(value: ConstantValue, id: ObjectID)]

  /// The rows of a request that the source computes itself; nil if a statement or
  /// memory computes them.
  func rows<Object: ManagedObject>(
    _ request: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ResultRow]?

  /// Returns the source's own explanation of a plan; nil if a statement explains it.
  func explanation(
    _ plan: FetchPlan, _ entity: CompiledEntity, for context: ManagedObjectContext
  ) throws -> String?

  // MARK: Versions

  /// Makes a twin of an object in its present stored version; nil if its row is
  /// gone.
  func storedTwin(
    of object: ManagedObject, for context: ManagedObjectContext
  ) throws -> ManagedObject?

  /// The versions of the rows of some keys of a hierarchy, by key; missing rows are
  /// left out.
  func storedVersions(_ keys: [Int64], _ root: CompiledEntity) throws -> [Int64: Int32]

  /// True if a key has a row.
  func hasRow(_ key: Int64, of entity: CompiledEntity) throws -> Bool

  /// The keys of the rows that have given values in some columns; the result may
  /// contain keys of other rows too.
  func keys(
    of entity: CompiledEntity, where columns: [(ColumnMapping, ConstantValue)]
  ) throws -> [Int64]

  // MARK: Merging

  /// Merges the saves of other contexts.
  func mergePendingChanges()

  /// Merges the saves of other programs.
  func mergeExternalChanges() throws

  // MARK: Saving

  /// Returns a key for a new object; a range receives the keys that are reserved with
  /// it.
  func reserveKey(for entity: CompiledEntity, in range: inout KeyRange) throws -> Int64

  /// True if anything other than the context is told of its writes.
  var isWatched: Bool { get }

  /// Saves the changes of a context; if it throws, everything stays as it was.
  func save(_ context: ManagedObjectContext, _ policy: any MergePolicy) throws
}

extension ObjectSource {
  /// Nil, since the source is a store.
  var parentContext: ManagedObjectContext? { nil }
  /// True if the source is a store: all of its values are saved and have versions.
  var isStore: Bool { parentContext == nil }

  /// Does nothing: contexts merge the saves of others themselves.
  func mergePendingChanges() {}
  /// Does nothing: contexts compare their objects with the rows themselves.
  func mergeExternalChanges() {}

  /// Returns nil: a statement or memory computes the rows.
  func rows<Object: ManagedObject>(
    _ request: RowRequest<Object>, _ entity: CompiledEntity
  ) throws -> [ResultRow]? { nil }
}
